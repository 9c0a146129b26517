import type { Esito } from '#contract/database'

/**
 * Returns true when the next question opens by itself [EX4], only after a right answer, before the end and without reduced
 * motion.
 */
export const movesOn = (a: {
  esito: Esito
  avanti_da_sola: boolean
  indice: number
  n: number
  reducedMotion: boolean
}): boolean => a.esito === 'corretta' && a.avanti_da_sola && a.indice < a.n - 1 && !a.reducedMotion
