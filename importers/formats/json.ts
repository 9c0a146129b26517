import { Refusal } from '../refusal.ts'
import { type Warning, warn } from '../warnings.ts'
import type { FileContent, Format, RecordEntry } from './format.ts'
import { peekText } from './peek.ts'
import { readText } from './text-source.ts'

/** Beginnings of JSON, comments apart: an object with a quoted name, or a list of values. */
const OPENING =
  /^\s*(?:(?:\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)\s*)*(?:\{\s*(?:["}]|\/[/*]|$)|\[\s*(?:[[{\]]|"|-?\d[\d.]*\s*(?:,|\]\s*$)|true|false|null|\/[/*]|$))/
/** File with a whole value on the first line and another one below. */
const LINES = /^\s*[[{][^\n]*[\]}]\s*\r?\n\s*[[{]/

/** JSON, and one JSON value per line. */
export const json: Format = {
  id: 'json',
  sniff(bytes) {
    const text = peekText(bytes)
    if (LINES.test(text) && parse(text.trimStart().split('\n', 1)[0] ?? ''))
      return { strength: 0.95, reason: 'json_lines' }
    if (!OPENING.test(text)) return null
    // Doubt a plain bracket, which may begin a table too. Only an object or a list of objects is sure.
    return { strength: /^\s*(?:\/[/*][\s\S]*?)?(?:\{|\[\s*[[{\]])/.test(text) ? 0.95 : 0.5, reason: 'json_opening' }
  },
  async read(source): Promise<FileContent> {
    const { testo, wrongLines, warnings } = await readText(source)
    const all = [...warnings, ...wrongLines.map((line) => warn('encoding_of_line', line, { line }))]
    const whole = parse(testo)
    if (whole) return { shape: 'records', records: [{ value: whole.value, line: null }], warnings: all }
    if (parse(testo.trimStart().split('\n', 1)[0] ?? '')) return readLines(testo, all)
    const mended = parse(mend(testo))
    if (!mended) throw new Refusal('json_broken', {}, findBreak(testo))
    const records = [{ value: mended.value, line: null }]
    return { shape: 'records', records, warnings: [...all, warn('json_repaired', null, {})] }
  },
}

function parse(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}

/**
 * Reads one JSON value per line. Empty lines at the end are no defect. A broken last line without its end means a cut
 * file.
 */
function readLines(text: string, warnings: Warning[]): FileContent {
  const records: RecordEntry[] = []
  const lines = text.split('\n')
  while (lines.length > 0 && (lines.at(-1) ?? '').trim() === '') lines.pop()
  let broken = 0
  lines.forEach((line, i) => {
    if (line.trim() === '') {
      warnings.push(warn('empty_row', i + 1, {}))
      return
    }
    const read = parse(line)
    if (read) records.push({ value: read.value, line: i + 1 })
    else if (i === lines.length - 1 && !text.endsWith('\n')) throw new Refusal('last_line_cut', {}, i + 1)
    else {
      broken++
      warnings.push(warn('invalid_json_line', i + 1, {}))
    }
  })
  return { shape: 'records', records, candidates: broken, warnings }
}

/** Drops comments and commas before a closing bracket, which handwritten JSON has. */
function mend(text: string): string {
  const bare = text.replace(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (m) => (m.startsWith('"') ? m : ' '))
  return bare.replace(/"(?:[^"\\\n]|\\.)*"|,(?=\s*[\]}])/g, (m) => (m.startsWith('"') ? m : ''))
}

/** Returns the line of the first error, from the engine's message. */
function findBreak(text: string): number | null {
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1]
    return text.slice(0, position === undefined ? text.length : Number(position)).split('\n').length
  }
}
