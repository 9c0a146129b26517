import type { Avviso } from '#contract/domanda'

/** A row of a sheet or of a CSV, `numero` from 1 as a person counts it. */
export type Row = {
  line: number
  cells: string[]
  /** Columns whose cell holds a number (or a formula) instead of a text. */
  numeric: number[]
  /** The only filled cell is merged over several columns: a title, a section or a footer. */
  merged: boolean
}

export type Table = { name: string | null; rows: Row[]; warnings: Avviso[] }
