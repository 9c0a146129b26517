import type { Row, Table } from '../formats/table.ts'
import type { ReadPage } from './document.ts'
import type { PageRow, Segment } from './lines.ts'
import type { Stroke } from './page.ts'

/** Distance below which two rules are one. */
const SAME_RULE = 2.5
/** Share of the page that the pieces of a rule cover together. */
const LONG = 0.35
/** Fewest columns and rows of a table that is read as one. */
const MIN_COLUMNS = 3
const MIN_ROWS = 3
/** Share of texts that may run over a rule. */
const MAX_CROSSING = 0.02

type Edge = { at: number; length: number }

/** Returns the places of the rules in one direction: lines, and the sides of cells. */
function findRules(strokes: readonly Stroke[], across: boolean, whole: number): number[] {
  const edges = strokes.flatMap(({ x0, y0, x1, y1 }): Edge[] => {
    const [thick, length] = across ? [y1 - y0, x1 - x0] : [x1 - x0, y1 - y0]
    const [from, to] = across ? [y0, y1] : [x0, x1]
    if (length < 6) return []
    return thick < SAME_RULE
      ? [{ at: (from + to) / 2, length }]
      : [
          { at: from, length },
          { at: to, length },
        ]
  })
  const rules: Edge[] = []
  for (const edge of edges.sort((a, b) => a.at - b.at)) {
    const last = rules.at(-1)
    if (last && edge.at - last.at < SAME_RULE) last.length += edge.length
    else rules.push({ ...edge })
  }
  return rules.filter(({ length }) => length >= whole * LONG).map(({ at }) => at)
}

/**
 * Reads the ruled table that runs through the pages, as rows of cells. Null when there is none, or texts run over its
 * rules.
 */
export function readRuledTable(pages: readonly ReadPage[], rows: readonly PageRow[][]): Table | null {
  const found: Row[] = []
  let [texts, crossing] = [0, 0]
  pages.forEach((page, i) => {
    const across = findRules(page.strokes, true, page.width)
    const down = findRules(page.strokes, false, (across.at(-1) ?? 0) - (across[0] ?? 0))
    if (across.length < 2 || down.length < MIN_COLUMNS + 1) return
    const cells = across.slice(1).map(() => down.slice(1).map((): Segment[] => []))
    for (const segment of (rows[i] ?? []).flatMap((row) => row.segments)) {
      const y = segment.y - segment.size * 0.3
      const band = across.findLastIndex((at) => at <= y)
      const column = down.findLastIndex((at) => at <= segment.x0 + 1)
      const cell = cells[band]?.[column]
      if (!cell) continue
      texts++
      if (segment.x1 > (down[column + 1] ?? 0) + 2) crossing++
      cell.push(segment)
    }
    for (const band of cells) {
      const line = found.length + 1
      found.push({ line, cells: band.map(joinCell), numeric: [], merged: false, marks: marksOf(band) })
    }
  })
  const filled = found.filter(({ cells }) => cells.filter((c) => c !== '').length >= MIN_COLUMNS)
  if (filled.length < MIN_ROWS || crossing > texts * MAX_CROSSING) return null
  return { name: null, rows: found.filter(({ cells }) => cells.some((c) => c !== '')), warnings: [] }
}

const joinCell = (segments: readonly Segment[]): string =>
  [...segments]
    .sort((a, b) => (Math.abs(a.y - b.y) < 2 ? a.x0 - b.x0 : a.y - b.y))
    .map(({ text }) => text.trim())
    .join(' ')

/** Returns the cells in bold or in a colour, which may be keys. */
function marksOf(band: readonly (readonly Segment[])[]): Map<number, { bold?: boolean; colour?: string }> {
  const marks = new Map<number, { bold?: boolean; colour?: string }>()
  band.forEach((segments, column) => {
    const looks = segments.flatMap(({ spans }) => spans.map(({ look }) => look))
    const [first] = looks
    if (!first || looks.some((look) => look.bold !== first.bold || look.colour !== first.colour)) return
    marks.set(column, { bold: first.bold, ...(first.colour === '#000000' ? {} : { colour: first.colour }) })
  })
  return marks
}
