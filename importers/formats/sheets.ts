import { append } from '../long-lists.ts'
import { Refusal } from '../refusal.ts'
import { type Warning, warn } from '../warnings.ts'
import type { Row, Table } from './table.ts'

/** Most cells of one sheet that are read: a bank of 100,000 questions with 20 columns. */
export const MAX_CELLS = 2_000_000

/** Merged cells: from `s` to `e`, both included, rows and columns from 0. */
export type CellRange = { s: { r: number; c: number }; e: { r: number; c: number } }

/** Chooses the sheets: the operator's one, or the visible ones; hidden ones are reported. */
export function chooseSheets(
  sheets: readonly { name: string; hidden: boolean; rows: number }[],
  wanted: string | number | undefined,
): { chosen: string[]; hidden: Warning[] } {
  const visible = sheets.some((sheet) => !sheet.hidden)
  const chosen = sheets.filter(({ name, hidden }, i) =>
    wanted === undefined ? !visible || !hidden : String(wanted) === name || wanted === i + 1,
  )
  if (chosen.length === 0) throw new Refusal('sheet_missing', { sheet: String(wanted) })
  const left = sheets.filter((sheet) => sheet.hidden && !chosen.includes(sheet))
  return {
    chosen: chosen.map(({ name }) => name),
    hidden: left.map(({ name, rows }) => warn('sheet_hidden', null, { sheet: name, rows })),
  }
}

/** Adds the report of hidden sheets to the first that is read. */
export function sayHidden(tables: Table[], hidden: readonly Warning[]): Table[] {
  if (tables[0]) append(tables[0].warnings, hidden)
  return tables
}

/** Numbers that a sentence lists. */
const MAX_LISTED = 8

/** Lists columns among some that hold a value in a row, in order. */
function listFilled(rows: readonly Row[], among: ReadonlySet<number>): number[] {
  const found = new Set<number>()
  for (const { cells } of rows)
    for (const [c, cell] of cells.entries()) if (among.has(c) && cell.trim() !== '') found.add(c)
  return [...found].sort((a, b) => a - b)
}

/** Reports hidden rows and columns with values, which are read like the others. */
export function tellHidden(
  { name, rows }: Table,
  hidden: { rows: ReadonlySet<number>; columns: ReadonlySet<number> } | undefined,
): Warning[] {
  if (!hidden) return []
  const full = rows.filter(({ cells }) => cells.some((c) => c.trim() !== ''))
  const lines = full.flatMap(({ line }) => (hidden.rows.has(line) ? [line] : []))
  const columns = listFilled(full, hidden.columns)
  const list = (names: readonly (string | number)[]) =>
    names.length > MAX_LISTED ? `${names.slice(0, MAX_LISTED).join(', ')} …` : names.join(', ')
  return [
    ...(lines.length > 0 ? [warn('rows_hidden', null, { rows: lines.length, which: list(lines) }, name)] : []),
    ...(columns.length > 0
      ? [warn('columns_hidden', null, { columns: columns.length, which: list(columns.map(letterOfColumn)) }, name)]
      : []),
  ]
}

const letterOfColumn = (column: number): string =>
  (column >= 26 ? letterOfColumn(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

/** Lays out rows with a filled cell, all as wide as the widest. A stretch of empty rows between two becomes one. */
export function layOut(filled: readonly Omit<Row, 'merged'>[], sheet: string): Row[] {
  const width = filled.reduce((n, { cells }) => Math.max(n, cells.length), 0)
  if (filled.length * width > MAX_CELLS) throw new Refusal('sheet_too_large', { sheet })
  const rows: Row[] = []
  for (const row of filled) {
    const next = (rows.at(-1)?.line ?? 0) + 1
    if (row.line > next) rows.push({ line: next, cells: new Array<string>(width).fill(''), numeric: [], merged: false })
    while (row.cells.length < width) row.cells.push('')
    rows.push({ ...row, merged: false })
  }
  return rows
}

/** Fills cells merged downwards in every row, and marks a row that is one cell merged across. */
export function fillMerged(rows: readonly Row[], ranges: readonly CellRange[], sheet: string): Warning[] {
  const byLine = new Map(rows.map((row) => [row.line, row]))
  const last = rows.at(-1)?.line ?? 0
  const said: Warning[] = []
  const own = new Map(rows.map((row) => [row, row.cells.filter((c) => c.trim() !== '').length]))
  let looked = 0
  for (const { s, e } of ranges) {
    const first = byLine.get(s.r + 1)
    const value = first?.cells[s.c] ?? ''
    if (e.c > s.c && first && value !== '' && first.cells.filter((c) => c.trim() !== '').length === 1) {
      first.merged = true
      continue
    }
    if (e.r === s.r || value === '') continue
    const to = Math.min(e.r + 1, last)
    looked += to - s.r
    if (looked > MAX_CELLS) throw new Refusal('sheet_too_large', { sheet })
    for (let line = s.r + 2; line <= to; line++) {
      const row = byLine.get(line)
      if (row && s.c < row.cells.length) row.cells[s.c] = value
    }
    said.push(warn('merged_cell', s.r + 1, { from: s.r + 1, to: e.r + 1 }))
  }
  // Empty a row without own cells: it is the rest of the one above, not its repetition.
  for (const [row, cells] of own) if (cells === 0) row.cells.fill('')
  return said
}
