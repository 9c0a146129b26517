import { type EventoScritto, isIntact, type TipoEvento } from '../core/events.ts'
import type { SqlValue } from '../core/platform.ts'
import { readHeader, readValue, sizeOf } from './sqlite-record.ts'

/** Columns of `eventi` since version 11, in their order. */
const COLUMNS = 13
/** A record's header: one or two bytes a column. */
const HEADER_MIN = COLUMNS + 1
const HEADER_MAX = 24
/** Serial type of the 32 bytes of `catena`. */
const CHAIN_TYPE = 12 + 2 * 32

const KINDS = new Set<string>(['RISPOSTA', 'PREFERITO', 'LIVELLO', 'LETTA', 'ASCOLTATA', 'ANNULLA'])

/**
 * Finds every event whose own bytes are whole, anywhere: no page header, tree or neighbour is needed. Each is checked
 * against its own sum, so no other bytes pass for an event.
 */
export function findEventi(bytes: Uint8Array<ArrayBuffer>): EventoScritto[] {
  const found: EventoScritto[] = []
  for (let at = 0; at + HEADER_MIN < bytes.length; at++) {
    const head = bytes[at] as number
    if (head < HEADER_MIN || head > HEADER_MAX) continue
    const evento = readAt(bytes, at)
    if (evento) found.push(evento)
  }
  return found
}

function readAt(bytes: Uint8Array<ArrayBuffer>, at: number): EventoScritto | undefined {
  const head = readHeader(bytes, at, HEADER_MAX)
  if (head?.types.length !== COLUMNS || head.types[10] !== CHAIN_TYPE) return undefined
  const size = head.types.reduce((sum, type) => sum + (sizeOf(type) ?? 0), 0)
  if (head.body + size > bytes.length) return undefined
  const values: SqlValue[] = []
  let from = head.body
  try {
    for (const type of head.types) {
      values.push(readValue(bytes, from, type))
      from += sizeOf(type) ?? 0
    }
  } catch {
    return undefined
  }
  const evento = toEvento(values)
  return evento?.controllo === null ? undefined : evento
}

/** Returns the event of a row of the table; undefined when its sum shows a change. */
export function toEvento(values: readonly SqlValue[]): EventoScritto | undefined {
  const [device, seq, id, id_concorso, id_domanda, , tipo, dati, ts_client, versione_banca, catena, , controllo] =
    values
  if (typeof tipo !== 'string' || !KINDS.has(tipo) || !(catena instanceof Uint8Array)) return undefined
  const evento = {
    dispositivo: device,
    seq,
    id,
    id_concorso,
    id_domanda,
    tipo: tipo as TipoEvento,
    dati,
    ts_client,
    versione_banca: versione_banca ?? null,
    catena: new Uint8Array(catena),
    controllo: controllo ?? null,
  } as EventoScritto
  // Accept an older event without a sum: its page vouches for it.
  return isIntact(evento) ? evento : undefined
}
