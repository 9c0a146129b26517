import type { Failure } from '#contract/result'
import type { ConcorsoScaricabile } from '#contract/schemi'

const MB = 1_000_000
/** A bank's file beside its package, times the package's size (data-engine §4). */
const INTERA = 2.3

/** Bytes that the browser says are left; null when it does not say (plain http, old browsers). */
export async function restano(): Promise<number | null> {
  const stima = await globalThis.navigator?.storage?.estimate?.().catch(() => null)
  return stima?.quota === undefined || stima.usage === undefined ? null : Math.max(0, stima.quota - stima.usage)
}

/** A download that found no room: how much it needs, and how much is left where the browser's figure can be true. */
export async function withSpazio(guasto: Failure, c: ConcorsoScaricabile): Promise<Failure> {
  if (guasto.codice !== 'INDEXEDDB_NOT_ENOUGH_SPACE') return guasto
  const servono = c.dimensione_zip * (1 + INTERA) + c.dimensione_immagini
  const byte = await restano()
  const cifre = byte !== null &&
    byte < servono && { servono_mb: Math.ceil(servono / MB), restano_mb: Math.floor(byte / MB) }
  return { ...guasto, dati: { ...guasto.dati, scarico: c.id_concorso, ...cifre } }
}
