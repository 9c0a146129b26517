import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { sumOf } from './checksum.ts'
import type { Connection } from './connection.ts'
import { Corruption } from './corruption.ts'

export type TipoEvento = 'RISPOSTA' | 'PREFERITO' | 'LIVELLO' | 'LETTA' | 'ASCOLTATA' | 'ANNULLA'

/** An event before it has its place in the chain. `ts_client` is ISO 8601. */
export type Evento = {
  id: string
  id_concorso: number
  id_domanda: number
  tipo: TipoEvento
  dati: unknown
  ts_client: string
  versione_banca: string | null
}

/** End of this device's chain: `seq` of its last event (0 when none) and that event's hash. */
export type Chain = { dispositivo: string; seq: number; catena: Uint8Array<ArrayBuffer> }

const EMPTY = new Uint8Array(0)

/** Returns the end of the chain; a new store gets its device name here. */
export function readChain(db: Connection, newDevice: () => string): Chain {
  const found = db.get<{ valore: string }>("SELECT valore FROM ambiente WHERE chiave = 'dispositivo'")
  // The chain's first row is written before any event.
  if (!found && db.get('SELECT 1 FROM eventi LIMIT 1')) throw new Corruption('the name of this device is gone')
  const device = found?.valore ?? newDevice()
  if (!found) db.run("INSERT INTO ambiente VALUES ('dispositivo', ?)", device)
  const last = db.get<{ seq: number; catena: Uint8Array<ArrayBuffer> }>(
    'SELECT seq, catena FROM eventi WHERE dispositivo = ? ORDER BY seq DESC LIMIT 1',
    device,
  )
  return { dispositivo: device, seq: last?.seq ?? 0, catena: last?.catena ?? EMPTY }
}

/** An event at its place in the chain of the device that wrote it. `dati` is JSON. */
export type RigaEvento = { dispositivo: string; seq: number; dati: string } & Omit<Evento, 'dati'>
/** A stored event: its link to the events before, and a sum of its own (null before version 11). */
export type EventoScritto = RigaEvento & { catena: Uint8Array<ArrayBuffer>; controllo: number | null }

const bytesOf = (e: RigaEvento): Uint8Array =>
  utf8ToBytes(
    JSON.stringify([
      e.dispositivo,
      e.seq,
      e.id,
      e.id_concorso,
      e.id_domanda,
      e.tipo,
      e.dati,
      e.ts_client,
      e.versione_banca,
    ]),
  )

/** Returns sha256(previous hash || row): a changed bit, a lost row and a changed order show. */
export const linkOf = (previous: Uint8Array<ArrayBuffer>, e: RigaEvento): Uint8Array<ArrayBuffer> =>
  sha256(concatBytes(previous, bytesOf(e))) as Uint8Array<ArrayBuffer>

/** Returns the sum of an event and its link: it proves the row when the row's neighbours are lost. */
export const controlloOf = (e: RigaEvento, catena: Uint8Array<ArrayBuffer>): number =>
  sumOf(concatBytes(bytesOf(e), catena))

/** Returns whether the event is unchanged; an event without a sum counts as such. */
export const isIntact = (e: EventoScritto): boolean => e.controllo === null || controlloOf(e, e.catena) === e.controllo

const INSERT = `INSERT INTO eventi(dispositivo, seq, id, id_concorso, id_domanda, tipo, dati, ts_client, versione_banca, catena,
    controllo)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

/** Writes an unchanged event at its own place. */
export function insertEvento(db: Connection, e: EventoScritto): void {
  const { dispositivo, seq, id, id_concorso, id_domanda, tipo, dati, ts_client, versione_banca, catena, controllo } = e
  const values = [
    dispositivo,
    seq,
    id,
    id_concorso,
    id_domanda,
    tipo,
    dati,
    ts_client,
    versione_banca,
    catena,
    controllo,
  ]
  db.run(INSERT, ...values)
}

/** Appends inside the caller's transaction. The returned chain holds once that transaction has committed. */
export function appendEvento(db: Connection, chain: Chain, evento: Evento): Chain {
  const seq = chain.seq + 1
  const placed = { ...evento, dati: JSON.stringify(evento.dati), seq, dispositivo: chain.dispositivo }
  const catena = linkOf(chain.catena, placed)
  insertEvento(db, { ...placed, catena, controllo: controlloOf(placed, catena) })
  return { ...chain, seq, catena }
}

/** Returns the event with that id, its `dati` parsed; undefined when there is none. */
export function readEvento<T>(db: Connection, id: string): (Omit<EventoScritto, 'dati'> & { dati: T }) | undefined {
  const found = db.get<EventoScritto>('SELECT * FROM eventi WHERE id = ?', id)
  return found && { ...found, dati: JSON.parse(found.dati) as T }
}
