import type { EventiDaInviare, FineInviata, StoreArgs } from '#contract/database'
import { EVENTI_BYTES, type EventoGiornale, type EventoRicevuto } from '#contract/giornale'
import { isPropria, PROPRIE_FROM } from '#rules/raccolta'
import type { StoreContext } from '../core/context.ts'
import { appendEvento, type Chain, type RigaEvento, type TipoEvento } from '../core/events.ts'
import type { Connection } from '../core/platform.ts'

/**
 * Name of the chain of other devices' events, which no check of this device's own chain reads. The server gets these
 * events again only after its restore from a backup: their device may be gone.
 */
export const REMOTE = 'rete'

/** Lists the chains of this store, by one key look-up for each. */
const CHAINS = `WITH RECURSIVE c(nome) AS (
  SELECT min(dispositivo) FROM eventi
  UNION ALL SELECT (SELECT min(dispositivo) FROM eventi WHERE dispositivo > c.nome) FROM c WHERE c.nome IS NOT NULL)
SELECT nome FROM c WHERE nome IS NOT NULL`

/** Acknowledged end of a chain: 0 when the event at that place differs from the acknowledged one. */
const ACKNOWLEDGED = `SELECT i.seq FROM giornale_inviati i
  JOIN eventi e ON e.dispositivo = i.dispositivo AND e.seq = i.seq AND e.id = i.id WHERE i.dispositivo = ?`

const acknowledged = (db: Connection, device: string): number => db.get<{ seq: number }>(ACKNOWLEDGED, device)?.seq ?? 0

const listChains = (db: Connection): string[] => db.all<{ nome: string }>(CHAINS).map(({ nome }) => nome)

/** Counts the events, and the answers among them, that the server has not acknowledged. */
export function countEventi({ db }: StoreContext): { eventi: number; risposte: number } {
  const sum = { eventi: 0, risposte: 0 }
  for (const device of listChains(db)) {
    const row = db.get<{ eventi: number; risposte: number }>(
      `SELECT count(*) AS eventi, coalesce(sum(tipo = 'RISPOSTA'), 0) AS risposte FROM eventi
       WHERE dispositivo = ? AND seq > ? AND id_concorso < ${PROPRIE_FROM}`,
      device,
      acknowledged(db, device),
    )
    sum.eventi += row?.eventi ?? 0
    sum.risposte += row?.risposte ?? 0
  }
  return sum
}

const toWire = (e: RigaEvento): EventoGiornale => ({
  id: e.id,
  tipo: e.tipo,
  chiave: null,
  id_concorso: e.id_concorso,
  id_domanda: e.id_domanda,
  dati: e.dati,
  ts_client: e.ts_client,
  versione_banca: e.versione_banca,
  dispositivo: e.dispositivo,
  seq: e.seq,
})

/** Returns the next events of one chain, in its order, without own banks'. Null when the server has all. */
export function listEventi({ db }: StoreContext, { limite }: { limite: number }): EventiDaInviare | null {
  for (const device of listChains(db)) {
    const rows = db.all<RigaEvento>(
      `SELECT dispositivo, seq, id, id_concorso, id_domanda, tipo, dati, ts_client, versione_banca FROM eventi
       WHERE dispositivo = ? AND seq > ? ORDER BY seq LIMIT ?`,
      device,
      acknowledged(db, device),
      limite,
    )
    let bytes = 0
    const fit = rows.filter((e, i) => {
      bytes += e.dati.length
      return i === 0 || bytes <= EVENTI_BYTES
    })
    const last = fit.at(-1)
    if (last)
      return {
        eventi: fit.filter((e) => !isPropria(e.id_concorso)).map(toWire),
        fino: { dispositivo: device, seq: last.seq, id: last.id },
      }
  }
  return null
}

/**
 * Marks the chain as acknowledged up to `fino`, and sets refused events aside. The cursor passes adjacent places, whose
 * events came from here. Returns whether it is past them.
 */
export function markEventi({ db }: StoreContext, { fino, rifiutati, numeri }: StoreArgs<'markEventi'>): boolean {
  return db.transaction(() => {
    refuse(db, rifiutati)
    // Move forward only: a late tab takes nothing back.
    if (fino && fino.seq > acknowledged(db, fino.dispositivo)) acknowledge(db, fino)
    if (!numeri) return true
    db.run('UPDATE giornale SET cursore = ? WHERE cursore = ?', numeri.fino, numeri.dopo)
    return (db.get<{ cursore: number }>('SELECT cursore FROM giornale')?.cursore ?? 0) >= numeri.fino
  })
}

const acknowledge = (db: Connection, { dispositivo, seq, id }: FineInviata): void =>
  void db.run('INSERT OR REPLACE INTO giornale_inviati VALUES (?, ?, ?)', dispositivo, seq, id)

function refuse(db: Connection, refused: readonly { id: string; codice: string }[]): void {
  for (const { id, codice } of refused) db.run('INSERT OR REPLACE INTO giornale_rifiutati VALUES (?, ?)', id, codice)
}

/**
 * Adds missing events of other devices, in their order, and returns how many, with the answers among them. Runs inside
 * the caller's transaction. The acknowledged part of their chain stays acknowledged; when all of it was, the new
 * events are acknowledged too.
 */
export function addRemote(db: Connection, events: readonly EventoRicevuto[]): { eventi: number; risposte: number } {
  const before = remoteChain(db)
  const allSent = acknowledged(db, REMOTE) === before.seq
  let chain = before
  let [last, risposte] = ['', 0]
  for (const { tipo, id, id_concorso, id_domanda, dati, ts_client, versione_banca } of events) {
    if (id_concorso === null || id_domanda === null || dati === null || ts_client === null) continue
    if (db.get('SELECT 1 FROM eventi WHERE id = ?', id)) continue
    const e = {
      id,
      id_concorso,
      id_domanda,
      tipo: tipo as TipoEvento,
      dati: JSON.parse(dati),
      ts_client,
      versione_banca,
    }
    chain = appendEvento(db, chain, e)
    last = id
    if (tipo === 'RISPOSTA') risposte++
  }
  if (allSent && chain.seq > before.seq) acknowledge(db, { dispositivo: REMOTE, seq: chain.seq, id: last })
  return { eventi: chain.seq - before.seq, risposte }
}

/** Returns the end of the chain of other devices' events. */
function remoteChain(db: Connection): Chain {
  const last = db.get<Pick<Chain, 'seq' | 'catena'>>(
    'SELECT seq, catena FROM eventi WHERE dispositivo = ? ORDER BY seq DESC LIMIT 1',
    REMOTE,
  )
  return { dispositivo: REMOTE, seq: last?.seq ?? 0, catena: last?.catena ?? new Uint8Array(0) }
}
