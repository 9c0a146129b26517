/** Whole thousandths of a point: every sum is exact. */
export type Millesimi = number

/** Easy, medium, hard: places 0, 1, 2 of a triple. */
export type Difficolta = 1 | 2 | 3
export type PuntiTriple = readonly [Millesimi, Millesimi, Millesimi]

/** What an answer is worth. Points are added as written: a penalty is negative (spec §3, D23). */
export type Punti =
  /** The specification's three numbers. */
  | { tipo: 'fissi'; corretta: Millesimi; sbagliata: Millesimi; omessa: Millesimi }
  | { tipo: 'per_difficolta'; corretta: PuntiTriple; sbagliata: PuntiTriple; omessa: PuntiTriple }
  /** Each answer has its own points, written with the question (situational grades). */
  | { tipo: 'per_risposta'; omessa: Millesimi }

export type Sezione = {
  nome: string
  /** Subjects whose questions belong here; empty when questions name their section themselves. */
  materie: readonly (string | number)[]
  /** Questions drawn for it; null when nothing is said. */
  domande: number | null
  /** How many easy, medium and hard ones; null when nothing is said. */
  quote_difficolta: readonly [number, number, number] | null
  punti: Punti
  /** Least points of this section that pass. */
  sbarramento: Millesimi | null
  /** Milliseconds of its own timer. */
  durata: number | null
}

/** How a candidate is admitted: every condition that is not null must hold. */
export type Ammissione = {
  minimo: Millesimi | null
  /** The same threshold for each section. */
  minimo_per_sezione: Millesimi | null
  /** The first so many of the ranking; those who tie with the last one too, when `pari_merito`. */
  primi: number | null
  pari_merito: boolean
}

/** The rules of a trial ("bando as data"), read and checked: what `score` needs and nothing else. */
export type Regolamento = {
  base: Millesimi
  sezioni: readonly Sezione[]
  /** What two or more marks on one question count as. */
  risposta_multipla: 'omessa' | 'sbagliata'
  ammissione: Ammissione
  /** Milliseconds for everything; null when only sections have a timer, or nothing has. */
  durata: number | null
  navigazione: 'libera' | 'solo_avanti'
  correzioni: 'fino_alla_consegna' | 'mai'
  pausa: boolean
  /** Declared best score; null: the sum of the best answers. */
  massimo: Millesimi | null
  /** The score is also told out of this (thirtieths, hundredths). */
  scala: Millesimi | null
}

/** Points as a person writes them: decimal numbers, at most three decimals. */
export type WrittenPunti =
  | { tipo: 'fissi'; corretta: number; sbagliata: number; omessa: number }
  | {
      tipo: 'per_difficolta'
      corretta: number[]
      sbagliata: number | number[]
      omessa: number | number[]
    }
  | { tipo: 'per_risposta'; omessa: number }

export type WrittenSezione = {
  nome: string
  materie?: (string | number)[] | undefined
  domande?: number | undefined
  quote_difficolta?: number[] | undefined
  punti?: WrittenPunti | undefined
  sbarramento?: number | undefined
  /** HH:MM:SS */
  durata?: string | undefined
}

/** The document: `contract/regolamento.ts` checks its shape, `readRegolamento` its meaning. Described in docs/operators/punteggi.md. */
export type WrittenRegolamento = {
  nome?: string | undefined
  base?: number | undefined
  punti?: WrittenPunti | undefined
  sezioni?: WrittenSezione[] | undefined
  risposta_multipla?: 'omessa' | 'sbagliata' | undefined
  ammissione?:
    | {
        minimo?: number | undefined
        minimo_per_sezione?: number | undefined
        primi?: number | undefined
        /** Posts, of which `multiplo` times as many are admitted. */
        posti?: number | undefined
        multiplo?: number | undefined
        pari_merito?: 'ammessi' | 'esclusi' | undefined
      }
    | undefined
  durata?: string | undefined
  navigazione?: 'libera' | 'solo_avanti' | undefined
  correzioni?: 'fino_alla_consegna' | 'mai' | undefined
  pausa?: boolean | undefined
  massimo?: number | undefined
  scala?: number | undefined
}
