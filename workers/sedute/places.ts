import { MARTELLA, type OrdineSeduta, type RispostaSeduta } from '#contract/database'
import { instantOf } from '#rules/dates'
import { type Seduta, type SedutaEvent, stepSeduta } from '#rules/seduta/machine'
import { StoreFault } from '../core/guard.ts'
import type { Connection } from '../core/platform.ts'

/** Bytes of one id in the blob of a sitting. */
const ID_BYTES = 4

type Place = { id_seduta: string; indice: number | null; id_domanda: number; id_concorso: number }

type PlaceRow = Omit<Seduta, 'prese'> & {
  ordine: OrdineSeduta
  id_concorso: number
  id: Uint8Array
  banca: Uint8Array | null
  presa: number
}

/** Reads a sitting and one of its places; a step needs no other. */
function readPlace(db: Connection, id_seduta: string, indice: number): { seduta: Seduta; riga: PlaceRow } {
  const row = db.get<PlaceRow>(
    `SELECT tipo, stato, n, s.indice, id_concorso, ordine, substr(id_domande, 1 + ${ID_BYTES} * ?1, ${ID_BYTES}) AS id,
       substr(id_concorsi, 1 + ${ID_BYTES} * ?1, ${ID_BYTES}) AS banca,
       EXISTS (SELECT 1 FROM sedute_risposte r WHERE r.id_seduta = s.id AND r.indice = ?1) AS presa
     FROM sedute s JOIN sedute_domande d ON d.id_seduta = s.id WHERE s.id = ?2`,
    indice,
    id_seduta,
  )
  if (!row) throw new StoreFault('ESERCITAZIONE_NON_INIZIALIZZATA', id_seduta)
  const { tipo, stato, n, presa: taken } = row
  return { seduta: { tipo, stato, n, indice: row.indice, prese: new Set(taken === 1 ? [indice] : []) }, riga: row }
}

const step = (seduta: Seduta, event: SedutaEvent): Seduta => {
  const moved = stepSeduta(seduta, event)
  if (!moved.ok) throw new StoreFault(moved.codice, `${event.tipo}: ${seduta.tipo} ${seduta.stato}`)
  return moved.seduta
}

/** Returns a sitting before and after some steps, each allowed by rules/seduta or refused with its code. */
export function stepPlace(db: Connection, id_seduta: string, ...events: readonly SedutaEvent[]) {
  const where = events.find((e) => 'indice' in e)
  const { seduta: before, riga } = readPlace(db, id_seduta, where && 'indice' in where ? where.indice : 0)
  return { before, after: events.reduce(step, before), riga }
}

/**
 * Checks that a place may take this answer: rules/seduta allow it, and the place is that question's. Returns whether
 * the sitting is a drill.
 */
export function checkPlace(db: Connection, { id_seduta, indice, id_domanda, id_concorso }: Place): boolean {
  const { riga } = stepPlace(db, id_seduta, { tipo: 'rispondi', indice: indice ?? -1 })
  const banca = riga.banca === null ? riga.id_concorso : idsOf(riga.banca)[0]
  if (banca !== id_concorso) throw new StoreFault('ID_CONCORSO_NON_COINCIDE')
  if (idsOf(riga.id)[0] !== id_domanda) throw new StoreFault('DOMANDA_NON_TROVATA', 'another question is at that place')
  return riga.ordine === MARTELLA
}

/** Decodes ids as stored: 32 bits each, little-endian. */
export const idsOf = (blob: Uint8Array): Int32Array => new Int32Array(blob.slice().buffer)
export const blobOf = (ids: Int32Array): Uint8Array =>
  new Uint8Array(ids.buffer as ArrayBuffer, ids.byteOffset, ids.byteLength)

export function takePlace(db: Connection, id_seduta: string, r: RispostaSeduta, at: string): void {
  db.run(
    'INSERT INTO sedute_risposte VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    id_seduta,
    r.indice,
    r.id_domanda,
    r.risposta,
    r.esito,
    r.id_evento,
    r.livello_prima,
    r.livello_dopo,
  )
  touchSeduta(db, id_seduta, r.indice, at)
}

/**
 * Frees a place after an undo and moves the sitting back to it. A lost sitting or place prevents no undo. Returns
 * whether the sitting is a drill.
 */
export function freePlace(db: Connection, id_seduta: string, indice: number, id_evento: string, at: string): boolean {
  if (readRispostaSeduta(db, id_seduta, indice)?.id_evento !== id_evento) return false
  const { riga } = stepPlace(db, id_seduta, { tipo: 'annulla', indice })
  db.run('DELETE FROM sedute_risposte WHERE id_seduta = ? AND indice = ?', id_seduta, indice)
  touchSeduta(db, id_seduta, indice, at)
  return riga.ordine === MARTELLA
}

function touchSeduta(db: Connection, id: string, indice: number, at: string): void {
  db.run('UPDATE sedute SET indice = ?, aggiornata = ?, aggiornata_ms = ? WHERE id = ?', indice, at, instantOf(at), id)
}

const RISPOSTA = 'indice, id_domanda, risposta, esito, id_evento, livello_prima, livello_dopo'

export const readRispostaSeduta = (db: Connection, id_seduta: string, indice: number): RispostaSeduta | null =>
  db.get<RispostaSeduta>(
    `SELECT ${RISPOSTA} FROM sedute_risposte WHERE id_seduta = ? AND indice = ?`,
    id_seduta,
    indice,
  ) ?? null

export const listRisposteSeduta = (db: Connection, id_seduta: string): RispostaSeduta[] =>
  db.all<RispostaSeduta>(`SELECT ${RISPOSTA} FROM sedute_risposte WHERE id_seduta = ? ORDER BY indice`, id_seduta)
