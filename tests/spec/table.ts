type TableRow = { section: string; item: string; state: 'ok' | 'partial' | 'absent'; files: string[] }

const ROW = /^\| (?<item>.+?) \| (?<state>ok|(?:partial|absent): [^|]+) \| (?<evidence>[^|]+) \|$/
const COUNT = /^\| \**(?<section>[^|*]+?)\** \| \**(\d+)\** \| \**(\d+)\** \| \**(\d+)\** \| \**(\d+)\** \|$/

/** The rows of docs/SPEC.md, the counts that its summary says by section, and the lines that are neither. */
export function readTable(markdown: string) {
  const rows: TableRow[] = []
  const counts = new Map<string, number[]>()
  const errors: string[] = []
  let section = ''
  for (const line of markdown.split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3)
    if (!line.startsWith('| ') || line.startsWith('| item |') || line.startsWith('| section |')) continue
    const count = COUNT.exec(line)
    if (section === '' && count) {
      counts.set(count.groups?.section ?? '', count.slice(2).map(Number))
      continue
    }
    const { item = '', state = '', evidence = '' } = ROW.exec(line)?.groups ?? {}
    const files = [...evidence.matchAll(/`([\w./-]+)`/g)].map(([, file = '']) => file)
    if (files.length === 0) errors.push(line)
    else rows.push({ section, item, state: state.replace(/:.*/, '') as TableRow['state'], files })
  }
  return { rows, counts, errors }
}
