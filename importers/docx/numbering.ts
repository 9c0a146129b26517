import { childOf, elementsOf, type XmlNode } from '../formats/xml.ts'

type Level = { start: number; format: string; text: string }
type Numbering = { abstract: string; levels: ReadonlyMap<number, Level>; restarts: ReadonlyMap<number, number> }

const value = (node: XmlNode | undefined): string => node?.attributes['w:val'] ?? ''

/** Reads the lists that a document declares, by the number that paragraphs use. */
export function readNumbering(root: XmlNode | null): Map<string, Numbering> {
  const lists = new Map<string, Numbering>()
  if (!root) return lists
  const abstracts = new Map(
    elementsOf(root, 'w:abstractNum').map((node) => [
      node.attributes['w:abstractNumId'] ?? '',
      new Map(elementsOf(node, 'w:lvl').map((level) => [Number(level.attributes['w:ilvl']), readLevel(level)])),
    ]),
  )
  for (const num of elementsOf(root, 'w:num')) {
    const abstract = value(childOf(num, 'w:abstractNumId'))
    const levels = new Map(abstracts.get(abstract) ?? [])
    const restarts = new Map<number, number>()
    for (const override of elementsOf(num, 'w:lvlOverride')) {
      const at = Number(override.attributes['w:ilvl'])
      const level = childOf(override, 'w:lvl')
      if (level) levels.set(at, readLevel(level))
      const start = childOf(override, 'w:startOverride')
      if (start) restarts.set(at, Number(value(start)))
    }
    lists.set(num.attributes['w:numId'] ?? '', { abstract, levels, restarts })
  }
  return lists
}

const readLevel = (level: XmlNode): Level => ({
  start: Number(value(childOf(level, 'w:start')) || 1),
  format: value(childOf(level, 'w:numFmt')) || 'decimal',
  text: value(childOf(level, 'w:lvlText')),
})

const ROMAN: [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]

function roman(n: number): string {
  let left = n
  let text = ''
  for (const [worth, letters] of ROMAN)
    while (left >= worth) {
      text += letters
      left -= worth
    }
  return text
}

function write(n: number, format: string): string {
  const letter = String.fromCharCode(97 + ((n - 1) % 26)).repeat(Math.floor((n - 1) / 26) + 1)
  if (format === 'lowerLetter') return letter
  if (format === 'upperLetter') return letter.toUpperCase()
  if (format === 'lowerRoman') return roman(n)
  if (format === 'upperRoman') return roman(n).toUpperCase()
  return format === 'decimalZero' && n < 10 ? `0${n}` : String(n)
}

/** Counts the paragraphs of every list, as the word processor does, and writes its label. */
export class Labels {
  private readonly counts = new Map<string, number[]>()
  private readonly begun = new Set<string>()
  private readonly lists: ReadonlyMap<string, Numbering>

  constructor(lists: ReadonlyMap<string, Numbering>) {
    this.lists = lists
  }

  /** Returns the label of the next paragraph of a list at a level. A bullet or an undeclared list returns ''. */
  next(id: string, level: number): string {
    const list = this.lists.get(id)
    const here = list?.levels.get(level)
    if (!list || !here) return ''
    const counts = this.counts.get(list.abstract) ?? []
    this.counts.set(list.abstract, counts)
    for (const [at, start] of list.restarts) {
      if (this.begun.has(`${id}/${at}`)) continue
      this.begun.add(`${id}/${at}`)
      counts.length = Math.min(counts.length, at)
      counts[at] = start - 1
    }
    const before = counts[level] ?? here.start - 1
    counts[level] = before + 1
    counts.length = level + 1
    if (here.format === 'bullet' || here.format === 'none') return ''
    return here.text.replace(/%([1-9])/g, (_, digit: string) => {
      const at = Number(digit) - 1
      const shown = list.levels.get(at)
      return write(counts[at] ?? shown?.start ?? 1, shown?.format ?? 'decimal')
    })
  }
}
