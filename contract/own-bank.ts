import type { ImportReport } from './domanda.ts'
import type { Manifest } from './package.ts'
import type { Result } from './result.ts'
import type { Spiegazione } from './spiegazioni.ts'
import type { CopyFile } from './sql.ts'

/** What the person corrects of a reading: columns by role, where number keys count from, the letter that is right everywhere, going on where a report refuses. */
export type OwnBankChoices = { colonne?: Record<string, string>; base?: 0 | 1; esatta?: string; forza?: boolean }

/** Where reading a file is: opened, page by page where it has pages, questions looked for, questions checked. */
export type ReadingStep =
  | { passo: 'apertura' | 'ricerca' }
  | { passo: 'pagine'; fatte: number; tutte: number }
  | { passo: 'controllo'; domande: number }

/** A file read into questions: the operator's report, its first ten questions, and what may be corrected. */
export type OwnBankReading = ImportReport & {
  /** Names of columns or fields that hold values and were not used. */
  non_usate: string[]
  /** Where number keys were counted from, when both bases fit; null otherwise. */
  base: 0 | 1 | null
  /** No question has a key: the letter that the file says is right everywhere, or the first; null otherwise. */
  regola: string | null
}

/** A bank of the person's own, ready for the store. */
export type OwnBank = {
  manifest: Manifest
  bytes: Uint8Array<ArrayBuffer>
  /** Zip of the images; null when it has none. */
  immagini: Uint8Array<ArrayBuffer> | null
  spiegazioni: Spiegazione[]
}

/** Its questions as importing reads them again. */
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
 * Reads a file of the person's own into a bank, in a worker of its own; terminating it is how it is cancelled. A file that is no bank
 * is FILE_RIFIUTATO with `dati` { motivo, viste, forzabile }: why in words, the columns that it has, whether `forza` goes on.
 */
export interface OwnBankReader {
  read(
    args: { file: CopyFile; nome: string; scelte: OwnBankChoices },
    told?: (step: ReadingStep) => void,
  ): Promise<Result<OwnBankReading>>
  /** The bank of what was read last, under the number that the store gave. */
  build(args: { id_concorso: number; concorso: string }): Promise<Result<OwnBank>>
}
