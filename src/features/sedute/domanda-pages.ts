import type { Domanda } from '#contract/database'
import { type Failure, fail, ok, type Result } from '#contract/result'

/** Questions read at a time, and how near the end of what is read the next ones are asked for. */
export const DOMANDE_PER_PAGE = 20
const MARGIN = 6

type Read = (id_concorso: number, ids: readonly number[]) => Promise<Result<Domanda[]>>
/** The places of a sitting: at each one a question and its bank. */
export type Places = { id_domande: Int32Array; id_concorsi: Int32Array }
/** What could not be read, by bank: a bank that was removed takes none of the others with it. */
type BancaErrors = ReadonlyMap<number, Failure>

/** Questions of a sitting, read in pages and ahead of the person. */
export function createDomandaPages(read: Read) {
  const known = new Map<number, Domanda>()
  const arriving = new Map<number, Promise<BancaErrors>>()
  let epoch = 0

  const readBanca = async (id_concorso: number, ids: readonly number[]): Promise<Failure | null> => {
    const mine = epoch
    const result = await read(id_concorso, ids)
    if (!result.ok) return result.error
    if (mine === epoch) for (const d of result.value) if (!known.has(d.id_domanda)) known.set(d.id_domanda, d)
    return null
  }

  const readPage = (places: Places, page: number): Promise<BancaErrors> => {
    const running = arriving.get(page)
    if (running) return running
    const missing = new Map<number, number[]>()
    const end = Math.min(places.id_domande.length, (page + 1) * DOMANDE_PER_PAGE)
    for (let i = page * DOMANDE_PER_PAGE; i < end; i++) {
      const id = places.id_domande[i] as number
      const banca = places.id_concorsi[i] as number
      if (!known.has(id)) missing.set(banca, [...(missing.get(banca) ?? []), id])
    }
    if (missing.size === 0) return Promise.resolve(new Map())
    const next = Promise.all(
      [...missing].map(async ([banca, ids]) => [banca, await readBanca(banca, ids)] as const),
    ).then((reads) => {
      if (arriving.get(page) === next) arriving.delete(page)
      return new Map(reads.filter((l): l is readonly [number, Failure] => l[1] !== null))
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
    /** The question at a place; the pages around it follow by themselves. */
    async load(places: Places, indice: number): Promise<Result<Domanda>> {
      const id = places.id_domande[indice]
      const banca = places.id_concorsi[indice]
      if (id === undefined || banca === undefined) return fail('INDEX_OUT_OF_BOUND')
      const page = Math.floor(indice / DOMANDE_PER_PAGE)
      let error = (await readPage(places, page)).get(banca) ?? null
      // One question of the page is gone (an update of the bank): the others are not.
      if (error?.codice === 'DOMANDA_NON_TROVATA' && !known.has(id)) error = await readBanca(banca, [id])
      const inside = indice % DOMANDE_PER_PAGE
      if (inside >= DOMANDE_PER_PAGE - MARGIN) void readPage(places, page + 1)
      if (inside < MARGIN && page > 0) void readPage(places, page - 1)
      const d = known.get(id)
      if (d) return ok(d)
      return error ? { ok: false, error: error } : fail('DOMANDA_NON_TROVATA')
    },
  }
}
