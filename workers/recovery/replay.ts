import { instantOf, laterDate } from '#rules/dates'
import { isLivello } from '#rules/livello'
import {
  type BeforeReset,
  type BeforeRisposta,
  type Modalita,
  newStatistica,
  resetStatistica,
  restoreStatistica,
  type Statistica,
  setLivelloStatistica,
  setPreferitiStatistica,
  undoAnswer,
} from '#rules/statistica'
import { Corruption } from '../core/corruption.ts'
import { type Chain, type EventoScritto, insertEvento, linkOf } from '../core/events.ts'
import type { Connection } from '../core/platform.ts'
import { type BegunDelivery, groupBegun } from '../prove/finish-deliveries.ts'
import { regrowMartelle } from '../sedute/martella.ts'
import { readStatistica, type StoredRecord, toStatistica, writeStatistica } from '../statistiche/records.ts'
import { findEventi } from './raw-events.ts'

/** Data of an event, as far as a record depends on it. */
type EventData = {
  risposta?: number
  modalita?: Modalita
  livello_dopo?: number
  livello?: number
  preferiti?: boolean | number
  annulla?: string
  prima?: BeforeRisposta
  evento_prima?: string | null
  /** A reset (its id), and the undo of one. */
  azzeramento?: string
  ripristinato?: BeforeReset
}

/**
 * Applies an event to the record of its question, and makes the record when there is none. Events carry the state after
 * them, so a missing earlier one spoils nothing. `sent`: the server has it. A question without its bank stays hidden
 * until the bank is back.
 */
export function replayEvento(db: Connection, evento: EventoScritto, sent: boolean): void {
  const { id_domanda, id_concorso } = evento
  const stored = readStatistica(db, id_domanda)
  const before = stored ? toStatistica(stored) : newStatistica({ id_domanda, id_concorso, indice_uff: 0 })
  const applied = apply(db, evento, before, stored)
  if (!applied) return
  const { statistica, ultimo_evento } = applied
  // Leave a reset record untouched: nothing to send, and nothing sent (spec §4).
  const sentState = sent && before.sincronizzata !== 0 && statistica.sincronizzata !== null ? SENT : {}
  writeStatistica(db, { ...statistica, ...sentState }, stored?.presente ?? 0, ultimo_evento)
}

const SENT = { sincronizzata: 1, isLevelUpdated: 0, isPreferitiUpdated: 0 } as const

type Applied = { statistica: Statistica; ultimo_evento: string | null }

function apply(db: Connection, e: EventoScritto, before: Statistica, stored: StoredRecord | undefined): Applied | null {
  const at = e.ts_client
  const dati = parse(e.dati)
  const lastEvent = stored?.ultimo_evento ?? null
  if (!dati) return null
  switch (e.tipo) {
    case 'RISPOSTA': {
      if (!isLivello(dati.livello_dopo)) return null
      const moved = setLivelloStatistica(before, dati.livello_dopo, at)
      const modalita = dati.modalita ?? 'ESEGUITA'
      // A blank leaves a question unanswered and takes nothing back.
      const { isPreferitiUpdated } = before
      const statistica = { ...moved, isPreferitiUpdated, risposta_gettonata: dati.risposta ?? null, modalita }
      return { statistica, ultimo_evento: e.id }
    }
    case 'LIVELLO':
      if (!isLivello(dati.livello)) return null
      if (dati.azzeramento) return { statistica: resetStatistica(before), ultimo_evento: e.id }
      if (dati.ripristinato)
        return { statistica: restoreStatistica(before, dati.ripristinato, at), ultimo_evento: e.id }
      return { statistica: setLivelloStatistica(before, dati.livello, at), ultimo_evento: e.id }
    case 'PREFERITO':
      return { statistica: setPreferitiStatistica(before, Boolean(dati.preferiti), at), ultimo_evento: lastEvent }
    case 'ANNULLA': {
      const undone = db.get<{ dati: string }>('SELECT dati FROM eventi WHERE id = ?', dati.annulla ?? '')
      const risposta = undone && parse(undone.dati)
      if (!risposta?.prima) return null
      const statistica = undoAnswer(before, risposta.prima, at)
      return { statistica, ultimo_evento: risposta.evento_prima ?? null }
    }
    default: {
      const date = laterDate(at, before.data_eseguita)
      const dates = e.tipo === 'LETTA' ? { data_letta: date } : { data_ascoltata: date }
      return { statistica: { ...before, ...dates, data_eseguita: date, sincronizzata: 0 }, ultimo_evento: lastEvent }
    }
  }
}

function parse(dati: string): EventData | null {
  try {
    return JSON.parse(dati) as EventData
  } catch {
    return null
  }
}

/**
 * Applies the whole event after the log's end that has its own transaction and continues the chain; returns the chain's
 * new end. A transaction with several events may be incomplete. A trial whose delivery one of them began is returned in
 * `begun`, because its marks are in the store; not when a later transaction follows. Throws Corruption for an event
 * with its own transaction that is not the next, and for its successor: the transaction before it was durable, and is
 * missing.
 */
export function replayTail(
  db: Connection,
  chain: Chain,
  bytes: Uint8Array<ArrayBuffer>,
): { chain: Chain; begun: BegunDelivery[] } {
  const after = findEventi(bytes).filter((e) => e.dispositivo === chain.dispositivo && e.seq > chain.seq)
  const alone = after.filter((e) => isAlone(db, e))
  if (alone.some((e) => e.seq > chain.seq + 1)) throw new Corruption('events lie beyond a gap of the log')
  const next = alone.filter((e) => goesOn(e, chain))
  const [e] = next
  if (e && after.some((other) => goesOn(other, e)))
    throw new Corruption('two transactions lie beyond the end of the log')
  // Stop: after two cuts in a row neither transaction was acknowledged.
  if (!e || next.some(({ id }) => id !== e.id)) return { chain, begun: begunIn(db, chain, after) }
  db.transaction(() => {
    insertEvento(db, e)
    replayEvento(db, e, false)
    replayPlace(db, e)
    regrowMartelle(db)
  })
  const end = { ...chain, seq: e.seq, catena: e.catena }
  return { chain: end, begun: begunIn(db, end, after) }
}

/**
 * Returns the deliveries that events beyond the end of the chain began. A refused write leaves its events behind too,
 * until others overwrite them. Events that do not continue the chain are of another time. Events older than its end are
 * too, when the first of them is incomplete.
 */
function begunIn(db: Connection, chain: Chain, after: readonly EventoScritto[]): BegunDelivery[] {
  const found = groupBegun(after.filter((e) => e.seq > chain.seq).flatMap(deliveredOf))
  const next = after.filter((e) => e.seq === chain.seq + 1)
  if (next.length > 0) return next.some((e) => goesOn(e, chain)) ? found : []
  const lastEvent = db.get<{ at: string }>(
    'SELECT ts_client AS at FROM eventi WHERE dispositivo = ? AND seq = ?',
    chain.dispositivo,
    chain.seq,
  )
  return found.filter(({ at }) => !lastEvent || instantOf(at) >= instantOf(lastEvent.at))
}

const goesOn = (e: EventoScritto, { seq, catena }: Pick<Chain, 'seq' | 'catena'>): boolean =>
  e.seq === seq + 1 && linkOf(catena, e).every((byte, i) => byte === e.catena[i])

/** Returns the place of a trial that an event delivers. */
function deliveredOf({ tipo, ts_client, dati }: EventoScritto) {
  const { id_seduta, indice, risposta, ms } = (parse(dati) ?? {}) as PlaceData & { ms?: number }
  if (tipo !== 'RISPOSTA' || id_seduta == null || indice == null || risposta === undefined) return []
  return [{ id: id_seduta, indice, risposta, ms: ms ?? null, at: ts_client }]
}

/**
 * Returns whether the event has its own transaction: a trial's delivery, an old database's copy and a reset write
 * several.
 */
function isAlone(db: Connection, { dati }: EventoScritto): boolean {
  const { id_seduta, origine: origin } = (parse(dati) ?? {}) as PlaceData & { origine?: string }
  return origin === undefined && !db.get('SELECT 1 FROM prove WHERE id_seduta = ?', id_seduta ?? '')
}

type PlaceData = { id_seduta?: string | null; indice?: number | null; risposta?: number; esito?: string }

/** Puts the answer back in its free place in its sitting; an undone one leaves it. */
export function replayPlace(db: Connection, { id, id_domanda, tipo, dati }: EventoScritto): void {
  const d = parse(dati) as (PlaceData & EventData) | null
  if (tipo === 'ANNULLA') db.run('DELETE FROM sedute_risposte WHERE id_evento = ?', d?.annulla ?? '')
  if (tipo !== 'RISPOSTA') return
  if (!d || d.id_seduta == null || d.indice == null || d.risposta === undefined || !d.esito) return
  db.run(
    `INSERT OR IGNORE INTO sedute_risposte
     SELECT ?, ?, ?, ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM sedute WHERE id = ?1)
       AND NOT EXISTS (SELECT 1 FROM eventi WHERE tipo = 'ANNULLA' AND dati ->> 'annulla' = ?6)`,
    d.id_seduta,
    d.indice,
    id_domanda,
    d.risposta,
    d.esito,
    id,
    d.prima?.livello_conoscenza ?? -99,
    d.livello_dopo ?? -99,
  )
}
