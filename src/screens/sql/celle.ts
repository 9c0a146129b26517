import type { CellaSql } from '#contract/sql'
import { sql as testi } from '../../text/sql.ts'

type Cella = Exclude<CellaSql, string | null>
const isReale = (c: Cella): c is { reale: number } => typeof c === 'object' && 'reale' in c

/** A number of any kind, null for anything else. Only for comparing and drawing: a bigint loses its last digits here. */
export function numberOf(cella: CellaSql): number | null {
  if (typeof cella === 'number') return cella
  if (typeof cella === 'bigint') return Number(cella)
  return cella !== null && typeof cella === 'object' && 'reale' in cella ? cella.reale : null
}

/** A real as SQLite writes it: 2.0, 0.1, Inf. */
function realText(n: number): string {
  if (!Number.isFinite(n)) return n > 0 ? 'Inf' : '-Inf'
  const testo = String(n)
  return /[.e]/.test(testo) ? testo : `${testo}.0`
}

/** A cell in full, as SQLite would print it; NULL and blobs say what they are. */
export function cellText(cella: CellaSql): string {
  if (cella === null) return testi.nulla
  if (typeof cella === 'string') return cella
  if (typeof cella !== 'object') return String(cella)
  if (isReale(cella)) return realText(cella.reale)
  return `${testi.blob(cella.byte)}: x'${cella.inizio}${cella.byte * 2 > cella.inizio.length ? '…' : ''}'`
}

const RANGHI = { nullo: 0, numero: 1, testo: 2, byte: 3 }
const collator = new Intl.Collator('it')

function rank(c: CellaSql): number {
  if (c === null) return RANGHI.nullo
  if (typeof c === 'string') return RANGHI.testo
  return numberOf(c) === null ? RANGHI.byte : RANGHI.numero
}

/** Order of SQLite between kinds (NULL, numbers, texts, blobs); texts in Italian collation. */
export function compareCelle(a: CellaSql, b: CellaSql): number {
  const kinds = rank(a) - rank(b)
  if (kinds !== 0) return kinds
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b)
  if (typeof a === 'bigint' && typeof b === 'bigint') return a < b ? -1 : a > b ? 1 : 0
  const [x, y] = [numberOf(a), numberOf(b)]
  if (x !== null && y !== null) return x < y ? -1 : x > y ? 1 : 0
  return collator.compare(cellText(a), cellText(b))
}

export type Ordine = { colonna: number; verso: 1 | -1 }

/** Rows in the order of one column, in their own where equal; the given array stays as it is. */
export const sortRighe = (righe: readonly CellaSql[][], { colonna, verso }: Ordine): CellaSql[][] =>
  [...righe].sort((a, b) => verso * compareCelle(a[colonna] ?? null, b[colonna] ?? null))

/** Distinct ids of questions of the column `id_domanda`, in the order of the rows; null when there is no such column. */
export function idsOf(colonne: readonly string[], righe: readonly CellaSql[][]): number[] | null {
  const colonna = colonne.findIndex((nome) => nome.toLowerCase() === 'id_domanda')
  if (colonna < 0) return null
  const id = righe.map((riga) => riga[colonna]).filter((c): c is number => typeof c === 'number' && Number.isInteger(c))
  return [...new Set(id)].filter((n) => n > 0 && n < 2 ** 31)
}
