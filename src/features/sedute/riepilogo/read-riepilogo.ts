import { type Domanda, type RispostaSeduta, SEVERAL_BANCHE, type Seduta } from '#contract/database'
import { ok, type Result } from '#contract/result'
import { NON_LE_SAI, RIPETILE } from '#rules/livello'
import { onStore } from '../../../store/on-store.ts'
import { findBanca, reloadBanche } from '../../banche/banche-state.ts'
import { readPresentDomande } from '../question-cache.ts'

/** A sitting with more questions tells its subjects by the answered ones alone. */
const MAX_DOMANDE = 1000

export type RiepilogoRow = { domanda: Domanda; indice: number; risposta: RispostaSeduta | null }
export type RiepilogoData = {
  seduta: Seduta
  /** The bank's; null when the questions are of several. */
  nome: string | null
  n: number
  righe: RiepilogoRow[]
  /** Questions at NON_LE_SAI and RIPETILE, now: the bank's, or this sitting's own when they are of several. */
  da_ripassare: number
}

/** Everything that the summary of a sitting shows. What is not on the device any more leaves its rows out, not its answers. */
export async function readRiepilogo(id: string): Promise<Result<RiepilogoData>> {
  const loaded = await onStore((db) => db.readSeduta({ id }))
  if (!loaded.ok) return loaded
  const seduta = loaded.value
  const { id_concorso } = seduta
  const given = new Map(seduta.risposte.map((r) => [r.indice, r]))
  const places = seduta.id_domande.length <= MAX_DOMANDE ? [...seduta.id_domande.keys()] : [...given.keys()]
  const loadedRows = await readPresentDomande(seduta, places)
  if (!loadedRows.ok) return loadedRows
  const rows = loadedRows.value.map(({ domanda, indice }) => ({ domanda, indice, risposta: given.get(indice) ?? null }))
  const several = id_concorso === SEVERAL_BANCHE
  const toReview = several ? rows.filter(({ domanda }) => isToReview(domanda)).length : await countToReview(id_concorso)
  // The lists of the other screens must tell the same figures as this one.
  await reloadBanche()
  const name = several ? null : (findBanca(id_concorso)?.concorso ?? '')
  return ok({ seduta, nome: name, n: seduta.id_domande.length, righe: rows, da_ripassare: toReview })
}

const TO_REVIEW = [NON_LE_SAI, RIPETILE] as const
export const isToReview = ({ statistica }: Domanda): boolean =>
  statistica.livello_conoscenza === NON_LE_SAI || statistica.livello_conoscenza === RIPETILE

async function countToReview(id_concorso: number): Promise<number> {
  const filtro = { id_concorso, livelli: TO_REVIEW }
  const counts = await onStore((db) => db.countDomande({ filtro }))
  return counts.ok ? counts.value.totale : 0
}
