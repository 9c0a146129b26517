import type { Result } from './result.ts'

/** All the copies of the SQL window together, bytes: beyond this it refuses (COPIE_TROPPO_GRANDI). */
export const MAX_COPIES_BYTES = 300_000_000
/** Banks beside the person's database: SQLite attaches no more. */
export const MAX_BANCHE_SQL = 10
/** Rows of a result; that there are more is told. */
export const MAX_SQL_ROWS = 10_000
/** Text of a whole result, characters: beyond this it is cut like a result of too many rows. */
export const MAX_SQL_TEXT = 20_000_000

/** What copies would weigh, bytes. */
export type CopySizes = { utente: number; banche: { id_concorso: number; concorso: string; byte: number }[] }

/** A copied file. A Blob: it crosses threads without being copied again, and another worker may read it once more. */
export type CopyFile = { readonly size: number; arrayBuffer(): Promise<ArrayBuffer> }
export type Copies = { utente: CopyFile; banche: { id_concorso: number; concorso: string; file: CopyFile }[] }

/** A blob of a result: its size in bytes and its first bytes in hex, never the whole of it. */
type BlobCell = { byte: number; inizio: string }
/** A whole number is a bigint when a number would not hold it exactly; `reale` tells 1.0 from 1. */
export type SqlCell = string | number | bigint | null | BlobCell | { reale: number }

export type SqlResultSet = {
  colonne: string[]
  righe: SqlCell[][]
  /** Why there are fewer rows than the query gives; null when this is all. */
  tagliato: 'righe' | 'testo' | null
}

/** A column as SQLite declares it; views declare some types only. */
type SqlColumn = { nome: string; tipo: string }
export type SqlTable = { nome: string; vista: boolean; colonne: SqlColumn[] }

/** The SQL window's own worker: copies in memory, reading only. Cancelling is terminating it. */
export interface SqlWindow {
  /** Takes the copies in the place of any before. Answers what can be asked for, in the order to show it. */
  open(args: { copie: Copies }): Promise<Result<SqlTable[]>>
  /**
   * Runs exactly one statement that reads. SQL_VUOTA, SQL_UN_COMANDO, SQL_SOLO_LETTURA, or SQL_ERRATA with SQLite's own words in
   * `dati.messaggio` and the place in `dati.posto` (0-based character of the statement, absent when unknown).
   */
  query(args: { sql: string }): Promise<Result<SqlResultSet>>
}
