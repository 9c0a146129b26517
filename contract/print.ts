import type { Result } from './result.ts'

/** Place of the key of a printed bank: under each question, on the last pages, or nowhere. */
export const KEY_PLACES = ['domanda', 'fondo', 'nessuna'] as const
export type KeyPlace = (typeof KEY_PLACES)[number]

/** Two columns of small print, or one of large. */
export const PRINT_SIZES = ['piccolo', 'grande'] as const
export type PrintSize = (typeof PRINT_SIZES)[number]

/** Content of a printed bank before its first question. Sentences are Italian and ready to be drawn. */
export type PrintJob = {
  title: string
  /** Body, year, profile; the selection; the date of printing. One line each. */
  lines: readonly string[]
  /** Owner of this copy, at the foot of every page. */
  mark: string
  keyPlace: KeyPlace
  /** Adds an answer sheet with circles before the key. */
  sheet: boolean
  size: PrintSize
  /** Subjects in the order of their questions; null: the questions of no subject. */
  materie: readonly { materia: string | null; n: number }[]
}

/** A question ready to be drawn: plain text, answers in the order of the page. */
export type PrintedDomanda = {
  /** As the bank prints it, or its official position. */
  number: string
  /** Place in `PrintJob.materie`. */
  materia: number
  testo: string
  risposte: readonly string[]
  /** Place of the right answer, 0-based; null without a key. */
  right: number | null
  /** Note after the number, e.g. for an annulled question; null for nothing. */
  note: string | null
  /** Name of an image given with it or before. */
  immagine: string | null
  /** Sentence in the place of an image that could not be read; null otherwise. */
  missing: string | null
  /** Explanation with its source; null for none. */
  spiegazione: string | null
}

export type PrintedImage = { nome: string; tipo: 'image/png' | 'image/jpeg'; byte: Uint8Array }

/** The printer's worker: one document, its questions in batches, then its bytes. Every failure is PDF_NON_CREATO. */
export type Printer = {
  begin: (job: PrintJob) => Promise<Result<null>>
  add: (domande: readonly PrintedDomanda[], images: readonly PrintedImage[]) => Promise<Result<null>>
  finish: () => Promise<Result<{ byte: Uint8Array; pages: number }>>
}
