import type { Domanda } from '#contract/database'
import { type Failure, fail, ok, type Result } from '#contract/result'
import { onStore } from '../store/on-store.ts'

/** Questions of a page, and the distance from its end at which the next page is read. */
const DOMANDE_PER_PAGE = 20
const MARGIN = 6
/** Questions of one call (contract: at most 100). */
const CALL_SIZE = 100

/** Codes of a place whose bank was removed after its sitting began. */
export const MISSING_BANCA: ReadonlySet<string> = new Set(['CONCORSO_NON_TROVATO', 'CONCORSO_NOT_INITIALIZED'])

/** Places of a sitting: at each one a question and its bank. */
export type Places = { id_domande: Int32Array; id_concorsi: Int32Array }
/** Failures by bank, so that a removed bank does not hinder the others. */
type BancaErrors = ReadonlyMap<number, Failure>

/** Reads questions of one bank. When an update removed one, reads by halves, so that the others are found. */
async function readBanca(
  id_concorso: number,
  ids: readonly number[],
  keep: (d: Domanda) => void,
): Promise<Failure | null> {
  if (ids.length === 0) return null
  const result = await onStore((db) => db.readDomande({ id_concorso, id_domande: ids }))
  if (result.ok) for (const d of result.value) keep(d)
  else if (result.error.codice !== 'DOMANDA_NON_TROVATA') return result.error
  if (result.ok || ids.length === 1) return null
  const half = Math.ceil(ids.length / 2)
  return (await readBanca(id_concorso, ids.slice(0, half), keep)) ?? readBanca(id_concorso, ids.slice(half), keep)
}

/** Creates the cache of a sitting's questions. Reads them in pages ahead of the person, or all those of a list. */
export function createQuestionCache() {
  const known = new Map<number, Domanda>()
  const arriving = new Map<number, Promise<BancaErrors>>()
  let epoch = 0

  const read = async ({ id_domande, id_concorsi }: Places, places: readonly number[]): Promise<BancaErrors> => {
    const mine = epoch
    const missing = new Map<number, number[]>()
    for (const i of places) {
      const id = id_domande[i] as number
      const banca = id_concorsi[i] as number
      if (known.has(id)) continue
      const own = missing.get(banca)
      if (own) own.push(id)
      else missing.set(banca, [id])
    }
    const keep = (d: Domanda) => {
      if (mine === epoch && !known.has(d.id_domanda)) known.set(d.id_domanda, d)
    }
    const errors = new Map<number, Failure>()
    const readWhole = async (banca: number, ids: readonly number[]) => {
      for (let i = 0; i < ids.length && !errors.has(banca); i += CALL_SIZE) {
        const error = await readBanca(banca, ids.slice(i, i + CALL_SIZE), keep)
        if (error) errors.set(banca, error)
      }
    }
    await Promise.all([...missing].map(([banca, ids]) => readWhole(banca, ids)))
    return errors
  }

  const readPage = (places: Places, page: number): Promise<BancaErrors> => {
    const running = arriving.get(page)
    if (running) return running
    const start = page * DOMANDE_PER_PAGE
    const count = Math.max(0, Math.min(DOMANDE_PER_PAGE, places.id_domande.length - start))
    const next = read(
      places,
      [...Array(count).keys()].map((i) => start + i),
    ).finally(() => {
      if (arriving.get(page) === next) arriving.delete(page)
    })
    arriving.set(page, next)
    return next
  }

  return {
    peek: (id: number): Domanda | undefined => known.get(id),
    put: (d: Domanda): void => void known.set(d.id_domanda, d),
    clear: (): void => {
      epoch++
      known.clear()
      arriving.clear()
    },
    /** Returns the question at a place, and reads the pages around it in the background. */
    async load(places: Places, indice: number): Promise<Result<Domanda>> {
      const id = places.id_domande[indice]
      const banca = places.id_concorsi[indice]
      if (id === undefined || banca === undefined) return fail('INDEX_OUT_OF_BOUND')
      const page = Math.floor(indice / DOMANDE_PER_PAGE)
      const error = (await readPage(places, page)).get(banca)
      const inside = indice % DOMANDE_PER_PAGE
      if (inside >= DOMANDE_PER_PAGE - MARGIN) void readPage(places, page + 1)
      if (inside < MARGIN && page > 0) void readPage(places, page - 1)
      const d = known.get(id)
      if (d) return ok(d)
      return error ? { ok: false, error } : fail('DOMANDA_NON_TROVATA')
    },
    /** Returns the given places whose question is still on the device, in their order. */
    async present(places: Places, which: readonly number[]): Promise<Result<{ indice: number; domanda: Domanda }[]>> {
      for (const error of (await read(places, which)).values())
        if (!MISSING_BANCA.has(error.codice)) return { ok: false, error }
      return ok(
        which.flatMap((indice) => {
          const domanda = known.get(places.id_domande[indice] as number)
          return domanda ? { indice, domanda } : []
        }),
      )
    },
  }
}

/** Reads the questions of an ended sitting; a removed one does not hinder the others. */
export const readPresentDomande = (places: Places, which: readonly number[]) =>
  createQuestionCache().present(places, which)
