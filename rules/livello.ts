/** Knowledge levels of a question [LV1], spec §4. */
export const NON_RISPOSTE = -99
export const NON_LE_SAI = -2
export const RIPETILE = -1
export const ANCORA_UN_PICCOLO_SFORZO = 0
export const LE_SAI = 1

export type Livello = -99 | -2 | -1 | 0 | 1

/** From the worst to the best, the order in which they are shown. */
export const LIVELLI: readonly Livello[] = [NON_RISPOSTE, NON_LE_SAI, RIPETILE, ANCORA_UN_PICCOLO_SFORZO, LE_SAI]

/** True for the five values alone [LV6]. */
export const isLivello = (valore: unknown): valore is Livello =>
  typeof valore === 'number' && (LIVELLI as readonly number[]).includes(valore)

/** Brings any number into the scale [LV4]: at or below -99 stays -99, at or below -2 becomes -2, at or above 1 becomes 1. */
export function clampLivello(valore: number): Livello {
  if (valore <= NON_RISPOSTE) return NON_RISPOSTE
  if (valore <= NON_LE_SAI) return NON_LE_SAI
  if (valore >= LE_SAI) return LE_SAI
  return valore < 0 ? RIPETILE : ANCORA_UN_PICCOLO_SFORZO
}

/** Step up: from unanswered to RIPETILE [LV2], otherwise +1 clamped [LV4]. */
export const raiseLivello = (livello: Livello): Livello =>
  livello === NON_RISPOSTE ? RIPETILE : clampLivello(livello + 1)

/** Step down: from unanswered to NON_LE_SAI [LV3], otherwise -1 clamped [LV4]. */
export const lowerLivello = (livello: Livello): Livello =>
  livello === NON_RISPOSTE ? NON_LE_SAI : clampLivello(livello - 1)
