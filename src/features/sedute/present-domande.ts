import type { Domanda } from '#contract/database'
import { ok, type Result } from '#contract/result'
import { onStore } from '../../store/on-store.ts'

/** Questions of one call (contract: at most 100). */
const PAGE_SIZE = 100

/** The bank of a place was removed after its sitting began. */
export const MISSING_BANCA: ReadonlySet<string> = new Set(['CONCORSO_NON_TROVATO', 'CONCORSO_NOT_INITIALIZED'])

/** What is not on the device any more: the bank that was removed, the question that an update took away. */
const GONE_CODES: ReadonlySet<string> = new Set([...MISSING_BANCA, 'DOMANDA_NON_TROVATA'])

/** Those of the places given whose question is still on the device, in their order; what is gone takes no other with it. */
export async function readPresentDomande(
  { id_domande, id_concorsi }: { id_domande: Int32Array; id_concorsi: Int32Array },
  places: readonly number[],
): Promise<Result<{ indice: number; domanda: Domanda }[]>> {
  const loaded = new Map<number, Domanda>()
  const byBanca = new Map<number, number[]>()
  for (const indice of places) {
    const banca = id_concorsi[indice] as number
    const own = byBanca.get(banca)
    if (own) own.push(indice)
    else byBanca.set(banca, [indice])
  }
  for (const [id_concorso, own] of byBanca)
    for (let i = 0; i < own.length; i += PAGE_SIZE) {
      const result = await readTogether(id_concorso, id_domande, own.slice(i, i + PAGE_SIZE), loaded)
      if (!result.ok) return result
    }
  return ok(places.flatMap((indice) => ({ indice, domanda: loaded.get(indice) })).filter(isLoaded))
}

type LoadedPlace = { indice: number; domanda: Domanda }
const isLoaded = (p: { indice: number; domanda: Domanda | undefined }): p is LoadedPlace => p.domanda !== undefined

/** Reads places of one bank together; where one of them is gone, by halves. */
async function readTogether(
  id_concorso: number,
  id_domande: Int32Array,
  places: readonly number[],
  loaded: Map<number, Domanda>,
): Promise<Result<null>> {
  const ids = places.map((p) => id_domande[p] as number)
  const result = await onStore((db) => db.readDomande({ id_concorso, id_domande: ids }))
  if (result.ok) {
    for (const [k, d] of result.value.entries()) loaded.set(places[k] as number, d)
    return ok(null)
  }
  if (!GONE_CODES.has(result.error.codice)) return result
  if (result.error.codice !== 'DOMANDA_NON_TROVATA' || places.length === 1) return ok(null)
  const half = Math.ceil(places.length / 2)
  const first = await readTogether(id_concorso, id_domande, places.slice(0, half), loaded)
  return first.ok ? readTogether(id_concorso, id_domande, places.slice(half), loaded) : first
}
