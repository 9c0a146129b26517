import { type Domanda, PIU_BANCHE, type RispostaSeduta, type Seduta } from '#contract/database'
import { ok, type Result } from '#contract/result'
import { NON_LE_SAI, RIPETILE } from '#rules/livello'
import { findBanca, reloadBanche } from './banche.ts'
import { readPresenti } from './presenti.ts'
import { onArchivio } from './scrittura.ts'

/** A sitting with more questions tells its subjects by the answered ones alone. */
const TUTTE = 1000

export type RigaRiepilogo = { domanda: Domanda; indice: number; risposta: RispostaSeduta | null }
export type DatiRiepilogo = {
  seduta: Seduta
  /** The bank's; null when the questions are of several. */
  nome: string | null
  n: number
  righe: RigaRiepilogo[]
  /** Questions at NON_LE_SAI and RIPETILE, now: the bank's, or this sitting's own when they are of several. */
  da_ripassare: number
}

/** Everything that the summary of a sitting shows. What is not on the device any more leaves its rows out, not its answers. */
export async function readRiepilogo(id: string): Promise<Result<DatiRiepilogo>> {
  const letta = await onArchivio((db) => db.readSeduta({ id }))
  if (!letta.ok) return letta
  const seduta = letta.value
  const { id_concorso } = seduta
  const date = new Map(seduta.risposte.map((r) => [r.indice, r]))
  const posti = seduta.id_domande.length <= TUTTE ? [...seduta.id_domande.keys()] : [...date.keys()]
  const lette = await readPresenti(seduta, posti)
  if (!lette.ok) return lette
  const righe = lette.value.map(({ domanda, indice }) => ({ domanda, indice, risposta: date.get(indice) ?? null }))
  const piu = id_concorso === PIU_BANCHE
  const da_ripassare = piu
    ? righe.filter(({ domanda }) => isDaRipassare(domanda)).length
    : await countBanca(id_concorso)
  // The lists of the other screens must tell the same figures as this one.
  await reloadBanche()
  const nome = piu ? null : (findBanca(id_concorso)?.concorso ?? '')
  return ok({ seduta, nome, n: seduta.id_domande.length, righe, da_ripassare })
}

const DA_RIPASSARE = [NON_LE_SAI, RIPETILE] as const
export const isDaRipassare = ({ statistica }: Domanda): boolean =>
  statistica.livello_conoscenza === NON_LE_SAI || statistica.livello_conoscenza === RIPETILE

async function countBanca(id_concorso: number): Promise<number> {
  const filtro = { id_concorso, livelli: DA_RIPASSARE }
  const conteggi = await onArchivio((db) => db.countDomande({ filtro }))
  return conteggi.ok ? conteggi.value.totale : 0
}
