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

/** What the events carry, as far as a record depends on it. */
type EventData = {
  risposta?: number
  modalita?: Modalita
  livello_dopo?: number
  livello?: number
  preferiti?: boolean | number
  annulla?: string
  prima?: BeforeRisposta
  evento_prima?: string | null
  /** A reset (its id), and what one gave back. */
  azzeramento?: string
  ripristinato?: BeforeReset
}

/**
 * Applies an event to the record of its question, which it makes when there is none. Events say what was true after them, so
 * one that is missing before spoils nothing. `inviata`: the server has it. A question that no bank at hand knows is kept
 * hidden until its bank is back.
 */
export function replayEvento(db: Connection, evento: EventoScritto, sent: boolean): void {
  const { id_domanda, id_concorso } = evento
  const stored = readStatistica(db, id_domanda)
  const before = stored ? toStatistica(stored) : newStatistica({ id_domanda, id_concorso, indice_uff: 0 })
  const applied = apply(db, evento, before, stored)
  if (!applied) return
  const { statistica, ultimo_evento } = applied
  // What a reset leaves is as never touched: nothing to send, and nothing that was sent (spec §4).
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
 * Does what the event says that lies in `bytes`, has a transaction of its own and goes on with the chain; answers the chain's new
 * end. Of a transaction with several nobody can tell whether all are there: a trial that one of them had begun to deliver is
 * answered in `begun`, because what was marked in it is in the store; not when anything came after it. Throws Corruption for an
 * event with a transaction of its own that is not the next, and for one that goes on from such an event: the transaction before
 * it had been durable, and is not in the store.
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
  // Cut twice in a row, neither of the two had been acknowledged.
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
 * The deliveries that events beyond the end of the chain had begun. A write that was refused leaves its events behind too, until
 * others are written over them: those that do not go on from the chain are of another time, and so are those older than its end
 * when the first of them, which would tell, is not whole.
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

/** The place of a trial that an event says to be delivered. */
function deliveredOf({ tipo, ts_client, dati }: EventoScritto) {
  const { id_seduta, indice, risposta, ms } = (parse(dati) ?? {}) as PlaceData & { ms?: number }
  if (tipo !== 'RISPOSTA' || id_seduta == null || indice == null || risposta === undefined) return []
  return [{ id: id_seduta, indice, risposta, ms: ms ?? null, at: ts_client }]
}

/** Only the delivery of a trial, the copy of an old database and a reset write several events in one transaction. */
function isAlone(db: Connection, { dati }: EventoScritto): boolean {
  const { id_seduta, origine: origin } = (parse(dati) ?? {}) as PlaceData & { origine?: string }
  return origin === undefined && !db.get('SELECT 1 FROM prove WHERE id_seduta = ?', id_seduta ?? '')
}

type PlaceData = { id_seduta?: string | null; indice?: number | null; risposta?: number; esito?: string }

/** The answer goes back to its free place in its sitting; one that was undone leaves it. */
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
