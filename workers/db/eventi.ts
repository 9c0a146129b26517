import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Connection } from './drivers/platform.ts'

export type TipoEvento = 'RISPOSTA' | 'PREFERITO' | 'LIVELLO' | 'LETTA' | 'ASCOLTATA' | 'ANNULLA'

/** What happened, before it has its place in the chain. `ts_client` is ISO 8601. */
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

/** Where the chain stands; a new store gets its device name here. */
export function readChain(db: Connection, newDevice: () => string): Chain {
  const found = db.get<{ valore: string }>("SELECT valore FROM ambiente WHERE chiave = 'dispositivo'")
  const dispositivo = found?.valore ?? newDevice()
  if (!found) db.run("INSERT INTO ambiente VALUES ('dispositivo', ?)", dispositivo)
  const last = db.get<{ seq: number; catena: Uint8Array<ArrayBuffer> }>(
    'SELECT seq, catena FROM eventi WHERE dispositivo = ? ORDER BY seq DESC LIMIT 1',
    dispositivo,
  )
  return { dispositivo, seq: last?.seq ?? 0, catena: last?.catena ?? EMPTY }
}

type Riga = { dispositivo: string; seq: number; dati: string } & Omit<Evento, 'dati'>

/** sha256(previous hash || row): a changed bit, a lost row and a changed order show (reliability §4.3). */
export function linkOf(previous: Uint8Array<ArrayBuffer>, e: Riga): Uint8Array<ArrayBuffer> {
  const row = [e.dispositivo, e.seq, e.id, e.id_concorso, e.id_domanda, e.tipo, e.dati, e.ts_client, e.versione_banca]
  return sha256(concatBytes(previous, utf8ToBytes(JSON.stringify(row)))) as Uint8Array<ArrayBuffer>
}

const INSERT = `INSERT INTO eventi(dispositivo, seq, id, id_concorso, id_domanda, tipo, dati, ts_client, versione_banca, catena)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

/** Appends inside the caller's transaction. The answer becomes the chain's end when that transaction has committed. */
export function appendEvento(db: Connection, chain: Chain, evento: Evento): Chain {
  const { id, id_concorso, id_domanda, tipo, ts_client, versione_banca } = evento
  const seq = chain.seq + 1
  const dati = JSON.stringify(evento.dati)
  const catena = linkOf(chain.catena, { ...evento, dati, seq, dispositivo: chain.dispositivo })
  db.run(INSERT, chain.dispositivo, seq, id, id_concorso, id_domanda, tipo, dati, ts_client, versione_banca, catena)
  return { ...chain, seq, catena }
}

type Letto = Riga & { catena: Uint8Array<ArrayBuffer> }

/** The event with that id, its `dati` parsed; undefined when there is none. */
export function readEvento<T>(db: Connection, id: string): (Omit<Letto, 'dati'> & { dati: T }) | undefined {
  const found = db.get<Letto>('SELECT * FROM eventi WHERE id = ?', id)
  return found && { ...found, dati: JSON.parse(found.dati) as T }
}

/** `seq` of the first event that does not fit the chain (changed, missing or out of order), null when all fit. */
export function firstBrokenLink(db: Connection, dispositivo: string): number | null {
  let previous: Uint8Array<ArrayBuffer> = EMPTY
  let expected = 1
  for (const row of db.all<Letto>('SELECT * FROM eventi WHERE dispositivo = ? ORDER BY seq', dispositivo)) {
    const { catena } = row
    const link = linkOf(previous, row)
    if (row.seq !== expected || link.some((byte, i) => byte !== catena[i])) return expected
    previous = catena
    expected++
  }
  return null
}
