import type { Rung } from '#contract/database'

const keyOf = (id_utente: number) => `idoneo.gradino.${id_utente}`
/** Rungs that keep data after the page. */
const DURABLE_RUNGS: readonly Rung[] = ['opfs-sahpool', 'indexeddb', 'asm']

/** Returns undefined where Web Storage is forbidden. */
function use<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(localStorage)
  } catch {
    return undefined
  }
}

/**
 * Returns the rung on which this browser last kept the account's data. Web Storage holds it, so that it can be read when neither
 * OPFS nor IndexedDB opens (D32).
 */
export function knownRung(id_utente: number): Rung | undefined {
  const known = use((d) => d.getItem(keyOf(id_utente)))
  return DURABLE_RUNGS.find((g) => g === known)
}

/** Notes the rung on which an account was opened; skips a rung without durable data. */
export function keepRung(id_utente: number, rung: Rung): void {
  if (DURABLE_RUNGS.includes(rung)) use((d) => d.setItem(keyOf(id_utente), rung))
}

/** Forgets the rung when the account's data is deleted from this browser. */
export const forgetRung = (id_utente: number): void => use((d) => d.removeItem(keyOf(id_utente)))
