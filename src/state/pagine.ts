import type { Domanda } from '#contract/database'
import { type Failure, fail, ok, type Result } from '#contract/result'

/** Questions read at a time, and how near the end of what is read the next ones are asked for. */
export const PAGINA = 20
const MARGINE = 6

type Read = (id_concorso: number, ids: readonly number[]) => Promise<Result<Domanda[]>>
/** The places of a sitting: at each one a question and its bank. */
export type Posti = { id_domande: Int32Array; id_concorsi: Int32Array }
/** What could not be read, by bank: a bank that was removed takes none of the others with it. */
type Guasti = ReadonlyMap<number, Failure>

/** Questions of a sitting, read in pages and ahead of the person. */
export function createPagine(read: Read) {
  const note = new Map<number, Domanda>()
  const inArrivo = new Map<number, Promise<Guasti>>()
  let giro = 0

  const readBanca = async (id_concorso: number, ids: readonly number[]): Promise<Failure | null> => {
    const mio = giro
    const esito = await read(id_concorso, ids)
    if (!esito.ok) return esito.error
    if (mio === giro) for (const d of esito.value) if (!note.has(d.id_domanda)) note.set(d.id_domanda, d)
    return null
  }

  const readPagina = (posti: Posti, pagina: number): Promise<Guasti> => {
    const corso = inArrivo.get(pagina)
    if (corso) return corso
    const mancano = new Map<number, number[]>()
    const fine = Math.min(posti.id_domande.length, (pagina + 1) * PAGINA)
    for (let i = pagina * PAGINA; i < fine; i++) {
      const id = posti.id_domande[i] as number
      const banca = posti.id_concorsi[i] as number
      if (!note.has(id)) mancano.set(banca, [...(mancano.get(banca) ?? []), id])
    }
    if (mancano.size === 0) return Promise.resolve(new Map())
    const nuovo = Promise.all(
      [...mancano].map(async ([banca, ids]) => [banca, await readBanca(banca, ids)] as const),
    ).then((letture) => {
      if (inArrivo.get(pagina) === nuovo) inArrivo.delete(pagina)
      return new Map(letture.filter((l): l is readonly [number, Failure] => l[1] !== null))
    })
    inArrivo.set(pagina, nuovo)
    return nuovo
  }

  return {
    peek: (id: number): Domanda | undefined => note.get(id),
    put: (d: Domanda): void => void note.set(d.id_domanda, d),
    clear: (): void => {
      giro++
      note.clear()
      inArrivo.clear()
    },
    /** The question at a place; the pages around it follow by themselves. */
    async load(posti: Posti, indice: number): Promise<Result<Domanda>> {
      const id = posti.id_domande[indice]
      const banca = posti.id_concorsi[indice]
      if (id === undefined || banca === undefined) return fail('INDEX_OUT_OF_BOUND')
      const pagina = Math.floor(indice / PAGINA)
      let guasto = (await readPagina(posti, pagina)).get(banca) ?? null
      // One question of the page is gone (an update of the bank): the others are not.
      if (guasto?.codice === 'DOMANDA_NON_TROVATA' && !note.has(id)) guasto = await readBanca(banca, [id])
      const dentro = indice % PAGINA
      if (dentro >= PAGINA - MARGINE) void readPagina(posti, pagina + 1)
      if (dentro < MARGINE && pagina > 0) void readPagina(posti, pagina - 1)
      const d = note.get(id)
      if (d) return ok(d)
      return guasto ? { ok: false, error: guasto } : fail('DOMANDA_NON_TROVATA')
    },
  }
}
