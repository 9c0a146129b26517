import type { Rung } from '#contract/database'

const chiave = (id_utente: number) => `idoneo.gradino.${id_utente}`
/** Rungs that keep data after the page. */
const CONSERVANO: readonly Rung[] = ['opfs-sahpool', 'indexeddb', 'asm']

/** Web Storage may be forbidden: then nothing is known. */
function use<T>(work: (deposito: Storage) => T): T | undefined {
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
export function knownGradino(id_utente: number): Rung | undefined {
  const noto = use((d) => d.getItem(chiave(id_utente)))
  return CONSERVANO.find((g) => g === noto)
}

/** Notes the rung that an account was opened on; one that keeps nothing says nothing of where the data is. */
export function keepGradino(id_utente: number, gradino: Rung): void {
  if (CONSERVANO.includes(gradino)) use((d) => d.setItem(chiave(id_utente), gradino))
}

/** The account's data is gone from here. */
export const forgetGradino = (id_utente: number): void => use((d) => d.removeItem(chiave(id_utente)))
