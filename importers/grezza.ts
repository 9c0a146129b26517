import type { Avviso, Chiave, StatoDomanda } from '#contract/domanda'

/** One answer as the source has it. `posto` is its place from 0 before empty ones were left out. */
export type Voce = {
  testo: string
  posto: number
  lettera: string | null
  giusta: boolean | null
  /** Thousandths. */
  punti: number | null
}

/** A question as the source has it: recognised, not yet cleaned. */
export type Grezza = {
  riga: number
  /** Put before the sentences of its warnings, e.g. `Foglio «Storia»: `. */
  dove: string
  numero: string | null
  id_origine: string | null
  materia: string | null
  testo: string
  risposte: Voce[]
  /** The right answer as written: letter, index, text, true or false. */
  chiave: string | number | boolean | null
  /** The key's field is named as an index (`label`, `indice`): it counts from 0. */
  indice: boolean
  immagini: string[]
  alt: string | null
  spiegazione: string | null
  fonte: string | null
  difficolta: number | null
  provenienza: Chiave | null
  stato: StatoDomanda
}

/** What a reader hands over. `candidate` counts the rows that could have been questions. */
export type Lettura = {
  grezze: Grezza[]
  candidate: number
  /** Answers that a header declares; null when only the majority can say it. */
  risposte_dichiarate: number | null
  avvisi: Avviso[]
}

export const emptyGrezza = (riga: number, dove = ''): Grezza => ({
  riga,
  dove,
  numero: null,
  id_origine: null,
  materia: null,
  testo: '',
  risposte: [],
  chiave: null,
  indice: false,
  immagini: [],
  alt: null,
  spiegazione: null,
  fonte: null,
  difficolta: null,
  provenienza: null,
  stato: 'valida',
})

export const makeVoce = (testo: string, posto: number, altro: Partial<Voce> = {}): Voce => ({
  testo,
  posto,
  lettera: null,
  giusta: null,
  punti: null,
  ...altro,
})

/** The two answers of a true/false question. */
export const veroFalso = (): Voce[] => [makeVoce('Vero', 0), makeVoce('Falso', 1)]
