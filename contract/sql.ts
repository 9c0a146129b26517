import type { Result } from './result.ts'

/** Total bytes of the copies for the SQL window; beyond it the window refuses (COPIE_TROPPO_GRANDI). */
export const MAX_COPIES_BYTES = 300_000_000
/** Banks beside the person's database: SQLite attaches no more. */
export const MAX_BANCHE_SQL = 10
/** Most rows of a result; `tagliato` reports that there are more. */
export const MAX_SQL_ROWS = 10_000
/** Most characters of a whole result; a longer one is cut like a result of too many rows. */
export const MAX_SQL_TEXT = 20_000_000

/** Size of the copies, bytes. */
export type CopySizes = { utente: number; banche: { id_concorso: number; concorso: string; byte: number }[] }

/** A copied file. A Blob: it crosses threads without being copied again, and another worker may read it once more. */
export type CopyFile = { readonly size: number; arrayBuffer(): Promise<ArrayBuffer> }
export type Copies = { utente: CopyFile; banche: { id_concorso: number; concorso: string; file: CopyFile }[] }

/** Blob of a result: its size in bytes and its first bytes in hex, never the whole. */
type BlobCell = { byte: number; inizio: string }
/** A whole number is a bigint when a number would not hold it exactly; `reale` separates 1.0 from 1. */
export type SqlCell = string | number | bigint | null | BlobCell | { reale: number }

export type SqlResultSet = {
  colonne: string[]
  righe: SqlCell[][]
  /** Reason why there are fewer rows than the query gives; null for a complete result. */
  tagliato: 'righe' | 'testo' | null
}

/** A column as SQLite declares it; views declare some types only. */
type SqlColumn = { nome: string; tipo: string }
export type SqlTable = { nome: string; vista: boolean; colonne: SqlColumn[] }

/** The SQL window's own worker: copies in memory, reading only. Terminating the worker cancels a query. */
export interface SqlWindow {
  /** Replaces any copies opened before. Returns the tables that can be queried, in the order to show them. */
  open(args: { copie: Copies }): Promise<Result<SqlTable[]>>
  /**
   * Runs exactly one statement that reads. SQL_VUOTA, SQL_UN_COMANDO, SQL_SOLO_LETTURA, or SQL_ERRATA with SQLite's own words in
   * `dati.messaggio` and the place in `dati.posto` (0-based character of the statement, absent when unknown).
   */
  query(args: { sql: string }): Promise<Result<SqlResultSet>>
}
