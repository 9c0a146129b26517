import type { Warning } from '../warnings.ts'

/** Writing of one cell: keys may be shown by bold or by a colour of its own. */
export type CellMark = { bold?: boolean; colour?: string }

/** A row of a sheet or of a CSV, `line` from 1 as a person counts it. */
export type Row = {
  line: number
  cells: string[]
  /** Columns whose cell holds a number (or a formula) instead of a text. */
  numeric: number[]
  /** The only filled cell is merged over several columns: a title, a section or a footer. */
  merged: boolean
  /** Writing of the cells that have one, by column. */
  marks?: ReadonlyMap<number, CellMark>
  /** Names of images that lie in a cell, by column. */
  images?: ReadonlyMap<number, readonly string[]>
}

export type Table = { name: string | null; rows: Row[]; warnings: Warning[] }
