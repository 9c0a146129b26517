/** Whole thousandths of a point: every sum is exact. */
export type Millesimi = number

/** Easy, medium, hard: places 0, 1, 2 of a triple. */
export type Difficolta = 1 | 2 | 3
export type PuntiTriple = readonly [Millesimi, Millesimi, Millesimi]

/** Points of an answer, added as written: a penalty is negative (spec §3, D23). */
export type Punti =
  /** The specification's three numbers. */
  | { tipo: 'fissi'; corretta: Millesimi; sbagliata: Millesimi; omessa: Millesimi }
  | { tipo: 'per_difficolta'; corretta: PuntiTriple; sbagliata: PuntiTriple; omessa: PuntiTriple }
  /** Points per answer, written with the question (situational grades). */
  | { tipo: 'per_risposta'; omessa: Millesimi }

export type Sezione = {
  nome: string
  /** Subjects whose questions belong here; empty when questions name their section themselves. */
  materie: readonly (string | number)[]
  /** Questions drawn for the section; null without a number. */
  domande: number | null
  /** Number of easy, medium and hard ones; null without quotas. */
  quote_difficolta: readonly [number, number, number] | null
  punti: Punti
  /** Least points of this section that pass. */
  sbarramento: Millesimi | null
  /** Milliseconds of its own timer. */
  durata: number | null
}

/** Conditions of admission: every one that is not null must hold. */
export type Ammissione = {
  minimo: Millesimi | null
  /** Threshold of each section. */
  minimo_per_sezione: Millesimi | null
  /** Number of the first in the ranking; ties with the last one too, when `pari_merito`. */
  primi: number | null
  pari_merito: boolean
}

/** The rules of a trial ("bando as data"), read and checked, as `scoreProva` needs them. */
export type Regolamento = {
  base: Millesimi
  sezioni: readonly Sezione[]
  /** Value of two or more marks on one question. */
  risposta_multipla: 'omessa' | 'sbagliata'
  ammissione: Ammissione
  /** Milliseconds for the whole trial; null when only sections have a timer, or nothing has. */
  durata: number | null
  navigazione: 'libera' | 'solo_avanti'
  correzioni: 'fino_alla_consegna' | 'mai'
  pausa: boolean
  /** Declared best score; null: the sum of the best answers. */
  massimo: Millesimi | null
  /** Further scale of the score (thirtieths, hundredths). */
  scala: Millesimi | null
}

/** Points in a person's document: decimal numbers, at most three decimals. */
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

/**
 * The document: `contract/regolamento.ts` checks its shape, `readRegolamento` its meaning. Described in
 * docs/operators/punteggi.md.
 */
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
