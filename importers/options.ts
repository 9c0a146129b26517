import type { ImportedDomanda } from '#contract/domanda'
import type { ReadingStep } from '#contract/own-bank'
import type { RawQuestion } from './raw-question.ts'
import type { Warning } from './warnings.ts'

/** Second file that holds the keys alone: a PDF grid, a table of numbers and letters, or text. */
export type KeyFile = { nome: string; byte: Uint8Array }

/** Questions of a bank with their sources: `raw[i]` is `domande[i]` as the file has it. */
export type ReadQuestions = {
  domande: readonly ImportedDomanda[]
  raw: readonly RawQuestion[]
  avvisi: readonly Warning[]
}

/** Facts from the caller that the file does not give; all others are recognised from the content. */
export type ImportOptions = {
  /** Column separator of a CSV. */
  separator?: string
  /** Encoding label (`utf-8`, `windows-1252`, `utf-16le` …). */
  encoding?: string
  /** Name of the only sheet to read, or its number from 1. */
  sheet?: string | number
  /** Name of each field in the file: a column, or a path of JSON fields (`domanda` -> `info.testo`). */
  mapping?: ReadonlyMap<string, string>
  /** First number of number keys, when both fit. */
  base?: 0 | 1
  /** Letter that is right in every question without a key of its own. */
  rightLetter?: string
  /** File that holds the keys alone, by number. */
  keys?: KeyFile
  /** Doubtful questions of this same file, corrected (`writeReview`). */
  review?: Uint8Array
  /** Pages of a PDF to read, from and to, counted from 1; no others are read. */
  pages?: readonly [number, number]
  /** Imports a file that would otherwise be refused: many rows left out, questions that look alike by accident. */
  force?: boolean
  /** Receives the progress of the reading. */
  onStep?: (step: ReadingStep) => void
  /** Receives the questions read with their sources, which the bank does not keep. */
  onRead?: (read: ReadQuestions) => void
  /** Source of the keys when the file does not name it; `ufficiale` by default. */
  defaultKeySource?: ImportedDomanda['chiave']
}
