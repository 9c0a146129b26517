import type { ImportReport } from './domanda.ts'
import type { Manifest } from './package.ts'
import type { Result } from './result.ts'
import type { Spiegazione } from './spiegazioni.ts'
import type { CopyFile } from './sql.ts'

/**
 * Corrections of a reading by the person: columns by role, base of number keys, the letter that is right everywhere. `forza`
 * continues where a report refuses.
 */
export type OwnBankChoices = { colonne?: Record<string, string>; base?: 0 | 1; esatta?: string; forza?: boolean }

/** Stage of reading a file: opened, page by page where it has pages, questions looked for, questions checked. */
export type ReadingStep =
  | { passo: 'apertura' | 'ricerca' }
  | { passo: 'pagine'; fatte: number; tutte: number }
  | { passo: 'controllo'; domande: number }

/** File read into questions: the operator's report, its first ten questions, and the fields to correct. */
export type OwnBankReading = ImportReport & {
  /** Names of columns or fields that hold values and were not used. */
  non_usate: string[]
  /** Base of number keys, when both bases fit; null otherwise. */
  base: 0 | 1 | null
  /** Letter that the file calls right everywhere, or the first, when no question has a key; null otherwise. */
  regola: string | null
}

/** Bank of the person's own, ready for the store. */
export type OwnBank = {
  manifest: Manifest
  bytes: Uint8Array<ArrayBuffer>
  /** Zip of the images; null when it has none. */
  immagini: Uint8Array<ArrayBuffer> | null
  spiegazioni: Spiegazione[]
}

/** Questions of an own bank, as the importer reads them again. */
export type OwnBankCopy = {
  numero?: string
  materia?: string
  domanda: string
  risposte: string[]
  corretta?: string
  /** Points of the answers, where they are weighed. */
  efficacia?: number[]
  stato?: string
  /** A `data:` address that holds it whole. */
  immagine?: string
  alt?: string
  spiegazione?: string
  fonte?: string
}[]

/**
 * Reads a file of the person's own into a bank, in a worker of its own; terminating the worker cancels. A file without a bank is
 * FILE_RIFIUTATO with `dati` { motivo, viste, forzabile }: reason in words, columns found, whether `forza` continues.
 */
export interface OwnBankReader {
  read(
    args: { file: CopyFile; nome: string; scelte: OwnBankChoices },
    told?: (step: ReadingStep) => void,
  ): Promise<Result<OwnBankReading>>
  /** The bank of the last reading, under the number that the store gave. */
  build(args: { id_concorso: number; concorso: string }): Promise<Result<OwnBank>>
}
