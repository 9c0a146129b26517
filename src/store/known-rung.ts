import type { Rung } from '#contract/database'

const keyOf = (id_utente: number) => `idoneo.gradino.${id_utente}`
/** Rungs that keep data after the page. */
const DURABLE_RUNGS: readonly Rung[] = ['opfs-sahpool', 'indexeddb', 'asm']

/** Web Storage may be forbidden: then nothing is known. */
function use<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(localStorage)
  } catch {
    return undefined
  }
}

/**
 * The rung that this browser last kept the account's data on: outside OPFS and IndexedDB, so that it is known on the day when
 * neither opens (D32).
 */
export function knownRung(id_utente: number): Rung | undefined {
  const known = use((d) => d.getItem(keyOf(id_utente)))
  return DURABLE_RUNGS.find((g) => g === known)
}

/** Notes the rung that an account was opened on; one that keeps nothing says nothing of where the data is. */
export function keepRung(id_utente: number, rung: Rung): void {
  if (DURABLE_RUNGS.includes(rung)) use((d) => d.setItem(keyOf(id_utente), rung))
}

/** The account's data is gone from here. */
export const forgetRung = (id_utente: number): void => use((d) => d.removeItem(keyOf(id_utente)))
