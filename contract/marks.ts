/** Most options of a question: each has its bit in `escluse`, the first printed one 1. */
export const MAX_ESCLUSE = 0b11111

/** Marks of a person at a place of an exercise, beside the answer; `escluse` are the options struck out. */
export type Mark = { indice: number; da_rivedere: boolean; escluse: number }
