import type { Domanda } from '#contract/database'
import { fail, ok, type Result } from '#contract/result'

/** Questions read at a time, and how near the end of what is read the next ones are asked for. */
export const PAGINA = 20
const MARGINE = 6

type Read = (id_concorso: number, ids: readonly number[]) => Promise<Result<Domanda[]>>

/** Questions of a sitting, read in pages and ahead of the person. */
export function createPagine(read: Read) {
  const note = new Map<number, Domanda>()
  const inArrivo = new Map<number, Promise<Result<null>>>()
  let giro = 0

  const readPagina = (id_concorso: number, ids: Int32Array, pagina: number): Promise<Result<null>> => {
    const mio = giro
    const corso = inArrivo.get(pagina)
    if (corso) return corso
    const mancano = [...ids.subarray(pagina * PAGINA, (pagina + 1) * PAGINA)].filter((id) => !note.has(id))
    if (mancano.length === 0) return Promise.resolve(ok(null))
    const nuovo = read(id_concorso, mancano).then((esito): Result<null> => {
      if (mio !== giro) return ok(null)
      inArrivo.delete(pagina)
      if (!esito.ok) return esito
      for (const d of esito.valore) if (!note.has(d.id_domanda)) note.set(d.id_domanda, d)
      return ok(null)
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
    async load(id_concorso: number, ids: Int32Array, indice: number): Promise<Result<Domanda>> {
      const id = ids[indice]
      if (id === undefined) return fail('INDEX_OUT_OF_BOUND')
      const pagina = Math.floor(indice / PAGINA)
      let esito = await readPagina(id_concorso, ids, pagina)
      if (!esito.ok && esito.guasto.codice === 'DOMANDA_NON_TROVATA' && !note.has(id)) {
        // One question of the page is gone (an update of the bank): the others are not.
        const sola = await read(id_concorso, [id])
        const [d] = sola.ok ? sola.valore : []
        if (d) note.set(id, d)
        esito = sola.ok ? ok(null) : sola
      }
      const dentro = indice % PAGINA
      if (dentro >= PAGINA - MARGINE) void readPagina(id_concorso, ids, pagina + 1)
      if (dentro < MARGINE && pagina > 0) void readPagina(id_concorso, ids, pagina - 1)
      const d = note.get(id)
      if (d) return ok(d)
      return esito.ok ? fail('DOMANDA_NON_TROVATA') : esito
    },
  }
}
