import { append, greatest, lowest } from '../long-lists.ts'
import type { ReadPage } from './document.ts'
import { cutSegment, type PageRow, type PlacedText, type Segment, type Span } from './lines.ts'

/** Line of text as it is read, column after column. A tab is a wide gap. */
export type Line = PlacedText & {
  column: number
  /** Distance from the left edge of its column. */
  indent: number
  overlaps: number
  /** True when it runs over the gap between two columns. */
  crossing: boolean
}

/** Share of a page's height that holds headers and footers, and most rows of either. */
const BAND = 0.13
const BAND_ROWS = 4
/** Share of the pages that repeat a header. */
const REPEATED = 0.3
const SAME_PLACE = 4
/** Share of rows that may cross a gap between columns, as titles do. */
const CROSSING = 0.04
/** Narrowest gap between columns, and least share of the text on either side. */
const MIN_GUTTER = 5
const MIN_SIDE = 0.003
/** Most gaps that may separate columns, and layouts made of them that are tried. */
const MAX_GUTTERS = 6
const MAX_LAYOUTS = 14
/** Letters in the longer lines of a column. */
const MIN_TEXT = 8
/** Gap that is shown as a tab, in parts of the letters' size. */
const TAB = 1.5

const ANSWER_LIKE = /^[^\p{L}\d]{0,4}[A-Ha-h1-8](?:\s*[)\].:]|\s[-–]\s|\t)/u
/** Number that counts, bare or after a word: a question's, unless it is the page's. */
const NUMBERED = /^\s*(?:\p{L}{1,10}[.:]?\s*(?:n\.?\s*)?)?[[(]?\d{1,5}(?!\d)/u
/** Pages that prove that a number in a row is the page's. */
const MANY = 6
const PAGE_NUMBER = /^[-–\s]*(?:pag(?:ina|\.)?\s*)?(\d{1,4})(?:\s*(?:di|of|\/|\|)\s*(\d{1,4}))?[-–\s]*$/i

export const textOfRow = (row: PageRow): string => row.segments.map((s) => s.text).join('\t')

/** Returns the rows without headers, footers and page numbers, and the removed texts, once each. */
export function dropFurniture(pages: readonly ReadPage[]): { rows: PageRow[][]; removed: string[] } {
  const places = new Map<string, { page: number; row: PageRow; edge: boolean }[]>()
  for (const page of pages)
    for (const row of bandOf(page)) {
      const key = textOfRow(row).replace(/\d+/g, '#').replace(/\s+/g, ' ').trim()
      places.set(key, [...(places.get(key) ?? []), { page: page.number, row, edge: true }])
    }
  const gone = new Set<PageRow>()
  const removed: string[] = []
  for (const [key, found] of places) {
    if (!isFurniture(key, found, pages.length)) continue
    for (const { row } of found) gone.add(row)
    removed.push(textOfRow(found[0]?.row as PageRow))
  }
  return { rows: pages.map((page) => page.rows.filter((row) => !gone.has(row))), removed }
}

function bandOf(page: ReadPage): PageRow[] {
  const top = page.rows.slice(0, BAND_ROWS).filter((row) => row.y < page.height * BAND)
  const bottom = page.rows.slice(-BAND_ROWS).filter((row) => row.y > page.height * (1 - BAND))
  return [...new Set([...top, ...bottom])]
}

function isFurniture(key: string, found: readonly { page: number; row: PageRow }[], pages: number): boolean {
  const text = textOfRow(found[0]?.row as PageRow)
  if (ANSWER_LIKE.test(text)) return false
  const count = new Set(found.map(({ page }) => page)).size
  const numbers = found.map(({ page, row }) => ({ page, number: Number(PAGE_NUMBER.exec(textOfRow(row).trim())?.[1]) }))
  const offsets = new Set(numbers.map(({ page, number }) => number - page))
  if (/^[-–\s]*#[-–\s]*$/.test(key)) return offsets.size <= 2 && (count > 1 || [...offsets][0] === 0)
  if (PAGE_NUMBER.test(text.trim()) && /pag|#\s*(?:di|of|\/|\|)\s*#/i.test(key)) return true
  if (count < Math.max(2, pages * REPEATED) || !isOnePlace(found.map(({ row }) => row.y))) return false
  if (NUMBERED.test(text) && count < MANY) return false
  return !key.includes('#') || followsPages(found, count < MANY ? 1 : 2)
}

/** Returns true when the numbers in a repeated row are the page's, or never change. */
function followsPages(found: readonly { page: number; row: PageRow }[], offsets: number): boolean {
  const lists = found.map(({ page, row }) => ({ page, n: (textOfRow(row).match(/\d+/g) ?? []).map(Number) }))
  const width = lists[0]?.n.length ?? 0
  return Array.from({ length: width }, (_, i) => i).every(
    (i) =>
      new Set(lists.map(({ n }) => n[i])).size === 1 ||
      new Set(lists.map(({ n, page }) => (n[i] ?? 0) - page)).size <= offsets,
  )
}

function isOnePlace(ys: readonly number[]): boolean {
  const sorted = [...ys].sort((a, b) => a - b)
  const middle = sorted[sorted.length >> 1] ?? 0
  return ys.filter((y) => Math.abs(y - middle) <= SAME_PLACE).length >= ys.length * 0.8
}

/** Returns the gaps that run down most pages, left to right, with the share of text before each. */
function findGutters(pages: readonly PageRow[][]): { x: number; width: number; left: number }[] {
  const rows = pages.flat()
  const width = Math.ceil(rows.reduce((n, row) => Math.max(n, row.segments.at(-1)?.x1 ?? 0), 0)) + 1
  const covered = new Float64Array(Math.min(width, 5_000))
  const edges = rows.flatMap((row) => row.segments)
  for (const { x0, x1 } of edges)
    for (let x = Math.max(0, Math.floor(x0)); x < x1 && x < covered.length; x++) covered[x] = (covered[x] ?? 0) + 1
  const total = covered.reduce((a, b) => a + b, 0)
  const limit = rows.length * CROSSING
  const gutters: { x: number; width: number; left: number }[] = []
  let from = -1
  let left = 0
  covered.forEach((n, x) => {
    left += n
    if (n <= limit) {
      if (from < 0) from = x
      return
    }
    const share = (left - n) / total
    if (from > 0 && x - from >= MIN_GUTTER && share > 0.003)
      gutters.push({ x: (from + x) / 2, width: x - from, left: share })
    from = -1
  })
  return gutters
}

/** Returns the column layouts of a document: one column, and those of gaps with text on both sides. */
export function proposeColumns(pages: readonly PageRow[][]): number[][] {
  const gutters = findGutters(pages)
  const middle = gutters.filter(({ left }) => left > MIN_SIDE && left < 1 - MIN_SIDE)
  const widest = [...middle].sort((a, b) => b.width - a.width).slice(0, MAX_GUTTERS)
  const sets = combine(widest.map((g) => g.x)).filter((columns) => holdTexts(pages, columns))
  return [[], ...sets.slice(0, MAX_LAYOUTS)]
}

/** Returns one, two or three of some gaps, single gaps first. */
function combine(gaps: readonly number[]): number[][] {
  const ones = gaps.map((gap) => [gap])
  const add = (sets: readonly number[][]) =>
    sets.flatMap((set) => gaps.slice(gaps.indexOf(set.at(-1) ?? 0) + 1).map((gap) => [...set, gap]))
  const twos = add(ones)
  return [...ones, ...twos, ...add(twos)].map((set) => set.sort((a, b) => a - b))
}

/** Returns false for numbers and letters apart from their texts, which are no column. */
function holdTexts(pages: readonly PageRow[][], gutters: readonly number[]): boolean {
  const lengths: number[][] = Array.from({ length: gutters.length + 1 }, () => [])
  for (const row of pages.flat()) for (const s of row.segments) lengths[columnOf(s, gutters)]?.push(s.text.length)
  return lengths.every((list) => (list.sort((a, b) => a - b)[Math.floor(list.length * 0.8)] ?? 0) >= MIN_TEXT)
}

/** Returns the lines of a page in reading order: column after column, between the lines that cross them. */
export function readLines(pages: readonly PageRow[][], gutters: readonly number[]): Line[] {
  const { lefts, starts } = findEdges(pages, gutters)
  return pages.flatMap((rows) => {
    const lines: Line[] = []
    let columns: Line[][] = Array.from({ length: gutters.length + 1 }, () => [])
    const flush = () => {
      append(lines, columns.flat())
      columns = columns.map(() => [])
    }
    for (const whole of rows) {
      const row = { ...whole, segments: whole.segments.flatMap((s) => splitAtColumns(s, gutters, starts)) }
      const crossing = row.segments.find((s) =>
        gutters.some((x, i) => s.x0 < x - 2 && s.x1 > reachOf(x, starts[i + 1])),
      )
      if (crossing) {
        flush()
        lines.push({
          ...joinSegments(row.segments),
          column: 0,
          crossing: true,
          indent: (row.segments[0]?.x0 ?? 0) - (lefts[0] ?? 0),
        })
        continue
      }
      columns.forEach((column, i) => {
        const inside = row.segments.filter((s) => columnOf(s, gutters) === i)
        const [first] = inside
        if (first)
          column.push({ ...joinSegments(inside), column: i, crossing: false, indent: first.x0 - (lefts[i] ?? 0) })
      })
    }
    flush()
    return lines
  })
}

const columnOf = (segment: Segment, gutters: readonly number[]): number =>
  gutters.filter((x) => (segment.x0 + segment.x1) / 2 > x).length

/** Returns the left edge of each column, and the starts of its lines. */
function findEdges(
  pages: readonly PageRow[][],
  gutters: readonly number[],
): { lefts: number[]; starts: Set<number>[] } {
  const edges: number[][] = Array.from({ length: gutters.length + 1 }, () => [])
  for (const row of pages.flat()) for (const s of row.segments) edges[columnOf(s, gutters)]?.push(s.x0)
  const starts = edges.map((xs) => {
    const counts = new Map<number, number>()
    for (const x of xs) counts.set(Math.round(x), (counts.get(Math.round(x)) ?? 0) + 1)
    return new Set([...counts].filter(([, n]) => n >= Math.max(3, xs.length * 0.08)).map(([x]) => x))
  })
  return { lefts: edges.map((xs) => xs.sort((a, b) => a - b)[Math.floor(xs.length * 0.02)] ?? 0), starts }
}

/** Returns the reach of a line of one column: up to the starts of the next column's lines. */
const reachOf = (gutter: number, next: ReadonlySet<number> | undefined): number =>
  Math.max(
    gutter + 2,
    lowest(
      [...(next ?? [])].filter((x) => x > gutter),
      gutter + 40,
    ) - 1.5,
  )

/** Cuts a line that reaches the next column where a line of that column begins. */
function splitAtColumns(
  segment: Segment,
  gutters: readonly number[],
  starts: readonly ReadonlySet<number>[],
): Segment[] {
  const i = gutters.findIndex((x) => segment.x0 < x - 2 && segment.x1 > x + 2)
  if (i < 0) return [segment]
  const edge = gutters[i] ?? 0
  const begins = (x: number) => [-1, 0, 1].some((d) => starts[i + 1]?.has(Math.round(x) + d))
  const gap = segment.gaps.find(({ x1 }) => x1 > edge - 2 && x1 < edge + segment.size * 6 && begins(x1))
  if (!gap) return [segment]
  const [left, right] = cutSegment(segment, gap.at)
  return [left, ...splitAtColumns(right, gutters, starts)]
}

/** Joins the segments of one baseline into one text. */
function joinSegments(segments: readonly Segment[]): Omit<Line, 'column' | 'crossing' | 'indent'> {
  const [first] = segments as [Segment]
  let text = ''
  const spans: Span[] = []
  let previous: Segment | null = null
  for (const segment of segments) {
    if (previous) text += segment.x0 - previous.x1 > TAB * Math.max(segment.size, previous.size) ? '\t' : ' '
    append(
      spans,
      segment.spans.map(({ from, look }) => ({ from: from + text.length, look })),
    )
    text += segment.text
    previous = segment
  }
  return {
    page: first.page,
    x0: first.x0,
    x1: greatest(segments.map((s) => s.x1)),
    y: first.y,
    size: greatest(segments.map((s) => s.size)),
    text,
    spans,
    overlaps: segments.reduce((n, s) => n + s.overlaps, 0),
  }
}
