import type { Chiave, StatoDomanda } from '#contract/domanda'
import type { Warning } from './warnings.ts'

/** Answer as the source has it. `place` counts from 0, before empty answers were left out. */
export type RawAnswer = {
  testo: string
  place: number
  lettera: string | null
  /** Name of its column or field (`normalizeName`), which a key may be. */
  name?: string
  right: boolean | null
  /** Thousandths. */
  punti: number | null
  /** Look of the answer, by which a bank may show its keys. */
  bold?: boolean
  colour?: string | null
}

/** Question as the source has it: recognised, not yet cleaned. */
export type RawQuestion = {
  riga: number
  /** Sheet of the workbook, when several are banks. */
  sheet: string | null
  numero: string | null
  id_origine: string | null
  materia: string | null
  testo: string
  risposte: RawAnswer[]
  /** Right answer as written: letter, index, text, true or false. */
  chiave: string | number | boolean | null
  /** True when the key's field is named as an index (`label`, `indice`), which counts from 0. */
  keyIsIndex: boolean
  /** True when the source has no answers. Vero and Falso replace them while every key of the bank is one of the two. */
  trueFalse: boolean
  immagini: string[]
  alt: string | null
  spiegazione: string | null
  /** Text that several questions share and stand below. */
  brano: string | null
  fonte: string | null
  difficolta: number | null
  provenienza: Chiave | null
  stato: StatoDomanda
  /** True when its text is struck out. */
  struck?: boolean
}

/** Result of a reader. `candidates` counts the rows that could have been questions. */
export type Reading = {
  questions: RawQuestion[]
  candidates: number
  /** Number of answers that a header declares; null when only the majority can give it. */
  declaredAnswers: number | null
  warnings: Warning[]
  /** Column or field from which each role was read. */
  mapping: Mapped[]
}

/** Role and the name of the column or field from which it was read. */
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

/** Returns the two answers of a true/false question. */
export const trueFalseAnswers = (): RawAnswer[] => [makeAnswer('Vero', 0), makeAnswer('Falso', 1)]
