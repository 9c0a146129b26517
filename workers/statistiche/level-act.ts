import { NON_RISPOSTE } from '#rules/livello'
import type { Flag, Statistica } from '#rules/statistica'
import { appendEvento, type Chain } from '../core/events.ts'
import type { Connection } from '../core/platform.ts'
import { type StoredRecord, writeStatistica } from './records.ts'

type LevelAct = {
  id: string
  at: string
  next: Statistica
  stored: StoredRecord | undefined
  /** The bank here has the question; unchanged when absent. */
  presente?: Flag
  dati: { origine: string }
}

/**
 * Writes the record after an act on many questions (a reset, a way back, one side of the cloud over the other), with
 * its event `id`. Runs inside the caller's transaction; returns the chain's new end.
 */
export function writeLevelAct(db: Connection, chain: Chain, { id, at, next, stored, presente, dati }: LevelAct): Chain {
  const { id_concorso, id_domanda, livello_conoscenza: livello } = next
  const livello_prima = stored?.livello_conoscenza ?? NON_RISPOSTE
  const after = appendEvento(db, chain, {
    id,
    id_concorso,
    id_domanda,
    tipo: 'LIVELLO',
    dati: { livello, livello_prima, ...dati },
    ts_client: at,
    versione_banca: null,
  })
  writeStatistica(db, next, presente ?? stored?.presente ?? 0, id)
  return after
}
