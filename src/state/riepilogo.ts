import type { Domanda, RispostaSeduta, Seduta } from '#contract/database'
import { ok, type Result } from '#contract/result'
import { findBanca, reloadBanche } from './banche.ts'
import { onArchivio } from './scrittura.ts'

/** Questions of one call (contract: at most 100). */
const PAGINA = 100
/** A sitting with more questions tells its subjects by the answered ones alone. */
const TUTTE = 1000

export type RigaRiepilogo = { domanda: Domanda; indice: number; risposta: RispostaSeduta | null }
export type DatiRiepilogo = {
  seduta: Seduta
  nome: string
  n: number
  righe: RigaRiepilogo[]
  /** Questions of the bank at NON_LE_SAI and RIPETILE, now. */
  da_ripassare: number
}

/** Everything that the summary of a sitting shows. */
export async function readRiepilogo(id: string): Promise<Result<DatiRiepilogo>> {
  const letta = await onArchivio((db) => db.readSeduta({ id }))
  if (!letta.ok) return letta
  const seduta = letta.valore
  const { id_concorso } = seduta
  const date = new Map(seduta.risposte.map((r) => [r.indice, r]))
  const posti = seduta.id_domande.length <= TUTTE ? [...seduta.id_domande.keys()] : [...date.keys()]
  const righe: RigaRiepilogo[] = []
  for (let i = 0; i < posti.length; i += PAGINA) {
    const indici = posti.slice(i, i + PAGINA)
    const id_domande = indici.map((n) => seduta.id_domande[n] as number)
    const pagina = await onArchivio((db) => db.readDomande({ id_concorso, id_domande }))
    if (!pagina.ok) return pagina
    pagina.valore.forEach((domanda, k) => {
      const indice = indici[k] as number
      righe.push({ domanda, indice, risposta: date.get(indice) ?? null })
    })
  }
  const filtro = { id_concorso, livelli: [-2, -1] as const }
  const conteggi = await onArchivio((db) => db.countDomande({ filtro }))
  // The lists of the other screens must tell the same figures as this one.
  await reloadBanche()
  return ok({
    seduta,
    nome: findBanca(id_concorso)?.concorso ?? '',
    n: seduta.id_domande.length,
    righe,
    da_ripassare: conteggi.ok ? conteggi.valore.totale : 0,
  })
}
