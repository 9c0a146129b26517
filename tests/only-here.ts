import type { OnlyHere } from '#contract/store/data'

/** A device that has nothing of its own: what a test adds stands out. */
export const NOTHING_HERE: OnlyHere = {
  risposte: 0,
  simulazioni: 0,
  concluse: 0,
  note: 0,
  chiavi: 0,
  ricerche: 0,
  modelli: 0,
  impostazioni: 0,
  sedute: 0,
  restano: 0,
  banche: 0,
}
