import type { SqlCell } from '#contract/sql'
import { sqlText as texts } from './text.ts'

type TypedCell = Exclude<SqlCell, string | null>
const isReal = (c: TypedCell): c is { reale: number } => typeof c === 'object' && 'reale' in c

/**
 * Returns a number of any kind, null for anything else. Use it only to compare and draw, because a bigint loses its last digits.
 */
export function numberOf(cell: SqlCell): number | null {
  if (typeof cell === 'number') return cell
  if (typeof cell === 'bigint') return Number(cell)
  return cell !== null && typeof cell === 'object' && 'reale' in cell ? cell.reale : null
}

/** Writes a real as SQLite does, as in 2.0, 0.1, Inf. */
function realText(n: number): string {
  if (!Number.isFinite(n)) return n > 0 ? 'Inf' : '-Inf'
  const text = String(n)
  return /[.e]/.test(text) ? text : `${text}.0`
}

/** Writes a cell in full, as SQLite would print it; NULL and blobs have names. */
export function cellText(cell: SqlCell): string {
  if (cell === null) return texts.nulla
  if (typeof cell === 'string') return cell
  if (typeof cell !== 'object') return String(cell)
  if (isReal(cell)) return realText(cell.reale)
  return `${texts.blob(cell.byte)}: x'${cell.inizio}${cell.byte * 2 > cell.inizio.length ? '…' : ''}'`
}

const RANKS = { nullo: 0, numero: 1, testo: 2, byte: 3 }
const collator = new Intl.Collator('it')

function rank(c: SqlCell): number {
  if (c === null) return RANKS.nullo
  if (typeof c === 'string') return RANKS.testo
  return numberOf(c) === null ? RANKS.byte : RANKS.numero
}

/** Compares cells in SQLite's order of kinds (NULL, numbers, texts, blobs), texts in Italian collation. */
export function compareCells(a: SqlCell, b: SqlCell): number {
  const kinds = rank(a) - rank(b)
  if (kinds !== 0) return kinds
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b)
  if (typeof a === 'bigint' && typeof b === 'bigint') return a < b ? -1 : a > b ? 1 : 0
  const [x, y] = [numberOf(a), numberOf(b)]
  if (x !== null && y !== null) return x < y ? -1 : x > y ? 1 : 0
  return collator.compare(cellText(a), cellText(b))
}

export type ColumnSort = { column: number; direction: 1 | -1 }

/** Returns the rows in the order of one column, equal ones in their own order; the given array is unchanged. */
export const sortRows = (rows: readonly SqlCell[][], { column, direction }: ColumnSort): SqlCell[][] =>
  [...rows].sort((a, b) => direction * compareCells(a[column] ?? null, b[column] ?? null))

/** Returns the distinct ids in the column `id_domanda`, in the order of the rows; null without such a column. */
export function idsOf(columns: readonly string[], rows: readonly SqlCell[][]): number[] | null {
  const column = columns.findIndex((name) => name.toLowerCase() === 'id_domanda')
  if (column < 0) return null
  const id = rows.map((row) => row[column]).filter((c): c is number => typeof c === 'number' && Number.isInteger(c))
  return [...new Set(id)].filter((n) => n > 0 && n < 2 ** 31)
}
