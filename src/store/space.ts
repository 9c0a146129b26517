import type { Failure } from '#contract/result'
import type { ConcorsoScaricabile } from '#contract/schemas'

const MB = 1_000_000
/** Size of a bank's file divided by its package's (decision 0004). */
const WHOLE_FACTOR = 2.3

/** Returns the bytes left by the browser's estimate; null without one (plain http, old browsers). */
export async function bytesLeft(): Promise<number | null> {
  const estimate = await globalThis.navigator?.storage?.estimate?.().catch(() => null)
  return estimate?.quota === undefined || estimate.usage === undefined
    ? null
    : Math.max(0, estimate.quota - estimate.usage)
}

/** Adds to a failed download the space it needs. Adds the space left too, where the browser's figure can be true. */
export async function withSpace(error: Failure, c: ConcorsoScaricabile): Promise<Failure> {
  if (error.codice !== 'INDEXEDDB_NOT_ENOUGH_SPACE') return error
  const needed = c.dimensione_zip * (1 + WHOLE_FACTOR) + c.dimensione_immagini
  const left = await bytesLeft()
  const figures = left !== null &&
    left < needed && { servono_mb: Math.ceil(needed / MB), restano_mb: Math.floor(left / MB) }
  return { ...error, dati: { ...error.dati, scarico: c.id_concorso, ...figures } }
}
