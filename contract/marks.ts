import type { Result } from './result.ts'

/** Most options of a question: each has its bit in `escluse`, the first printed one 1. */
export const MAX_ESCLUSE = 0b11111

/** What a person marks at a place of an exercise beside the answer; `escluse` are the options struck out. */
export type Mark = { indice: number; da_rivedere: boolean; escluse: number }

/** Marks of a sitting, kept with it (D25): they change neither level nor outcome. */
export interface Marks {
  /** By place; places without marks are left out. ESERCITAZIONE_NON_INIZIALIZZATA when there is no such sitting. */
  readSegni(args: { id: string }): Promise<Result<Mark[]>>
  /** Keeps the marks of one place; none at all forgets it. INDEX_OUT_OF_BOUND for a place that the sitting does not have. */
  saveSegno(args: Mark & { id: string }): Promise<Result<null>>
}
