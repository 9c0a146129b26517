import type { Avviso } from '#contract/domanda'

/** A row of a sheet or of a CSV, `numero` from 1 as a person counts it. */
export type Riga = {
  numero: number
  celle: string[]
  /** Columns whose cell holds a number (or a formula) instead of a text. */
  numeriche: number[]
  /** The only filled cell is merged over several columns: a title, a section or a footer. */
  unita: boolean
}

export type Tabella = { nome: string | null; righe: Riga[]; avvisi: Avviso[] }
