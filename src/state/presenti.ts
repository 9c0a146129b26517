import type { Domanda } from '#contract/database'
import { ok, type Result } from '#contract/result'
import { onArchivio } from './scrittura.ts'

/** Questions of one call (contract: at most 100). */
const PAGINA = 100

/** The bank of a place was removed after its sitting began. */
export const SENZA_BANCA: ReadonlySet<string> = new Set(['CONCORSO_NON_TROVATO', 'CONCORSO_NOT_INITIALIZED'])

/** What is not on the device any more: the bank that was removed, the question that an update took away. */
const SPARITE: ReadonlySet<string> = new Set([...SENZA_BANCA, 'DOMANDA_NON_TROVATA'])

/** Those of the places given whose question is still on the device, in their order; what is gone takes no other with it. */
export async function readPresenti(
  { id_domande, id_concorsi }: { id_domande: Int32Array; id_concorsi: Int32Array },
  posti: readonly number[],
): Promise<Result<{ indice: number; domanda: Domanda }[]>> {
  const lette = new Map<number, Domanda>()
  const per_banca = new Map<number, number[]>()
  for (const indice of posti) {
    const banca = id_concorsi[indice] as number
    const suoi = per_banca.get(banca)
    if (suoi) suoi.push(indice)
    else per_banca.set(banca, [indice])
  }
  for (const [id_concorso, suoi] of per_banca)
    for (let i = 0; i < suoi.length; i += PAGINA) {
      const esito = await readInsieme(id_concorso, id_domande, suoi.slice(i, i + PAGINA), lette)
      if (!esito.ok) return esito
    }
  return ok(posti.flatMap((indice) => ({ indice, domanda: lette.get(indice) })).filter(isLetta))
}

type Letta = { indice: number; domanda: Domanda }
const isLetta = (p: { indice: number; domanda: Domanda | undefined }): p is Letta => p.domanda !== undefined

/** Reads places of one bank together; where one of them is gone, by halves. */
async function readInsieme(
  id_concorso: number,
  id_domande: Int32Array,
  posti: readonly number[],
  lette: Map<number, Domanda>,
): Promise<Result<null>> {
  const ids = posti.map((p) => id_domande[p] as number)
  const esito = await onArchivio((db) => db.readDomande({ id_concorso, id_domande: ids }))
  if (esito.ok) {
    for (const [k, d] of esito.value.entries()) lette.set(posti[k] as number, d)
    return ok(null)
  }
  if (!SPARITE.has(esito.error.codice)) return esito
  if (esito.error.codice !== 'DOMANDA_NON_TROVATA' || posti.length === 1) return ok(null)
  const meta = Math.ceil(posti.length / 2)
  const prima = await readInsieme(id_concorso, id_domande, posti.slice(0, meta), lette)
  return prima.ok ? readInsieme(id_concorso, id_domande, posti.slice(meta), lette) : prima
}
