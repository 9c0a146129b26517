import type { Chiave, StatoDomanda } from '#contract/domanda'
import type { Warning } from './warnings.ts'

/** One answer as the source has it. `posto` is its place from 0 before empty ones were left out. */
export type RawAnswer = {
  testo: string
  place: number
  lettera: string | null
  /** What its column or field is called (`normalizeName`), which a key may say. */
  name?: string
  right: boolean | null
  /** Thousandths. */
  punti: number | null
  /** How the answer is written: a bank may show its keys so. */
  bold?: boolean
  colour?: string | null
}

/** A question as the source has it: recognised, not yet cleaned. */
export type RawQuestion = {
  riga: number
  /** Sheet of the workbook, when several are banks. */
  sheet: string | null
  numero: string | null
  id_origine: string | null
  materia: string | null
  testo: string
  risposte: RawAnswer[]
  /** The right answer as written: letter, index, text, true or false. */
  chiave: string | number | boolean | null
  /** The key's field is named as an index (`label`, `indice`): it counts from 0. */
  keyIsIndex: boolean
  /** No answers were there: Vero and Falso stand for them as long as every key of the bank says so. */
  trueFalse: boolean
  immagini: string[]
  alt: string | null
  spiegazione: string | null
  /** A text that several questions share and stand below. */
  brano: string | null
  fonte: string | null
  difficolta: number | null
  provenienza: Chiave | null
  stato: StatoDomanda
  /** Its text is struck out. */
  struck?: boolean
}

/** What a reader hands over. `candidate` counts the rows that could have been questions. */
export type Reading = {
  questions: RawQuestion[]
  candidates: number
  /** Answers that a header declares; null when only the majority can say it. */
  declaredAnswers: number | null
  warnings: Warning[]
  /** Which column or field each role was read from. */
  mapping: Mapped[]
}

/** One role and the name of the column or field that it was read from. */
export type Mapped = { role: string; name: string }

export const emptyQuestion = (riga: number, sheet: string | null = null): RawQuestion => ({
  riga,
  sheet,
  numero: null,
  id_origine: null,
  materia: null,
  testo: '',
  risposte: [],
  chiave: null,
  keyIsIndex: false,
  trueFalse: false,
  immagini: [],
  alt: null,
  spiegazione: null,
  brano: null,
  fonte: null,
  difficolta: null,
  provenienza: null,
  stato: 'valida',
})

export const makeAnswer = (testo: string, place: number, altro: Partial<RawAnswer> = {}): RawAnswer => ({
  testo,
  place,
  lettera: null,
  right: null,
  punti: null,
  ...altro,
})

/** The two answers of a true/false question. */
export const trueFalseAnswers = (): RawAnswer[] => [makeAnswer('Vero', 0), makeAnswer('Falso', 1)]
