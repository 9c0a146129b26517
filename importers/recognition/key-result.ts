/** Right answer of one question: its index from 0 among the remaining answers, or why there is none. */
export type KeyResult =
  | { indice: number }
  | { manca: 'assente' }
  | { manca: 'withheld' }
  | { manca: 'several_right'; answers: number }
  | { manca: 'unknown'; key: string; double: boolean }
