import type { Copia } from '#contract/copia'
import { toRecord } from '#contract/statistica-columns'
import {
  type BeforeReset,
  beforeReset,
  newStatistica,
  restoreStatistica,
  type Statistica,
  UNTOUCHED_STATISTICA,
} from '#rules/statistica'
import type { StoreContext } from '../core/context.ts'
import type { Chain } from '../core/events.ts'
import { writeLevelAct } from '../statistiche/level-act.ts'
import { readStatistica, toStatistica } from '../statistiche/records.ts'

const ORIGIN = 'ripristino'
const LEVEL = ['livello_conoscenza', 'risposta_gettonata', 'modalita'] as const

/**
 * Restores levels and choices of the copy, dated now so that they win on every device; a question that it lacks becomes
 * untouched. Favourites marked since stay (rules/statistica `restoreStatistica`). Runs inside the caller's transaction;
 * returns the chain's new end and how many questions moved.
 */
export function restoreRecords(
  { db, chain: before }: StoreContext,
  { dati }: Copia,
  { id, at }: { id: string; at: string },
): { chain: Chain; domande: number } {
  const wanted = new Map<number, BeforeReset>(
    dati.statistiche.map((r) => [
      r.id_domanda,
      {
        livello_conoscenza: r.livello_conoscenza,
        risposta_gettonata: r.risposta_gettonata ?? null,
        modalita: r.modalita[0] ?? null,
        preferiti: r.preferiti ? 1 : 0,
        data_letta: r.data_letta ?? null,
        data_ascoltata: r.data_ascoltata ?? null,
      },
    ]),
  )
  const banks = new Map(dati.statistiche.map((r) => [r.id_domanda, r.id_concorso]))
  for (const row of db.all<Statistica>('SELECT * FROM statistiche WHERE data_eseguita IS NOT NULL')) {
    const { id_domanda, id_concorso } = toRecord(row)
    banks.set(id_domanda, id_concorso)
  }
  const untouched = beforeReset({
    ...newStatistica({ id_concorso: 0, id_domanda: 0, indice_uff: 0 }),
    ...UNTOUCHED_STATISTICA,
  })
  let chain = before
  let domande = 0
  for (const [id_domanda, id_concorso] of banks) {
    const stored = readStatistica(db, id_domanda)
    const stat = stored ? toStatistica(stored) : newStatistica({ id_concorso, id_domanda, indice_uff: 0 })
    const target = wanted.get(id_domanda) ?? untouched
    if (LEVEL.every((name) => stat[name] === target[name]) && target.preferiti <= stat.preferiti) continue
    const next = restoreStatistica(stat, target, at)
    const dati = { origine: ORIGIN, ripristinato: target }
    chain = writeLevelAct(db, chain, { id: `${id}:${id_domanda}`, at, next, stored, dati })
    domande++
  }
  return { chain, domande }
}
