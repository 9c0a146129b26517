import type { ImportedDomanda } from '#contract/domanda'
import type { ReadingStep } from '#contract/own-bank'

/** A second file that holds the keys alone: a grid in a PDF, a table of numbers and letters, or lines of text. */
export type KeyFile = { nome: string; byte: Uint8Array }

/** What the caller knows and the file does not say; everything else is recognised from the content. */
export type ImportOptions = {
  /** Column separator of a CSV. */
  separator?: string
  /** Encoding label (`utf-8`, `windows-1252`, `utf-16le` …). */
  encoding?: string
  /** Name of the only sheet to read, or its number from 1. */
  sheet?: string | number
  /** What each field is called in the file: names of columns, or paths of JSON fields (`domanda` -> `info.testo`). */
  mapping?: ReadonlyMap<string, string>
  /** Where numbers that are keys count from, when both fit. */
  base?: 0 | 1
  /** The letter that is right in every question without a key of its own. */
  rightLetter?: string
  /** A file that holds the keys alone, by number. */
  keys?: KeyFile
  /** The doubtful questions of this same file, corrected (`writeReview`). */
  review?: Uint8Array
  /** The only pages of a PDF to read, from and to, counted from 1. */
  pages?: readonly [number, number]
  /** Imports what a report would otherwise refuse: many rows left out, questions that look alike by accident. */
  force?: boolean
  /** Hears how far reading is. */
  onStep?: (step: ReadingStep) => void
  /** Where the keys come from when the file does not say it; `ufficiale` unless told. */
  defaultKeySource?: ImportedDomanda['chiave']
}
