import type { RispostaSeduta, StatoSeduta } from '#contract/database'
import { instantOf } from '#rules/data'
import type { Connection } from './drivers/platform.ts'
import { StoreFault } from './guard.ts'

/** Bytes of one id in the blob of a sitting. */
const ID_BYTES = 4

type Posto = { id_seduta: string; indice: number | null; id_domanda: number; id_concorso: number }

/** A place of a sitting may take this answer: the sitting is open, the place exists, is free and is that question's. */
export function checkPosto(db: Connection, { id_seduta, indice, id_domanda, id_concorso }: Posto): void {
  const row = db.get<{
    stato: StatoSeduta
    id_concorso: number
    n: number
    id: Uint8Array
    banca: Uint8Array | null
    presa: number
  }>(
    `SELECT stato, id_concorso, n, substr(id_domande, 1 + ${ID_BYTES} * ?1, ${ID_BYTES}) AS id,
       substr(id_concorsi, 1 + ${ID_BYTES} * ?1, ${ID_BYTES}) AS banca,
       EXISTS (SELECT 1 FROM sedute_risposte r WHERE r.id_seduta = s.id AND r.indice = ?1) AS presa
     FROM sedute s JOIN sedute_domande d ON d.id_seduta = s.id WHERE s.id = ?2`,
    indice ?? 0,
    id_seduta,
  )
  if (!row || row.stato === 'abbandonata' || row.stato === 'consegnata')
    throw new StoreFault('ESERCITAZIONE_NON_INIZIALIZZATA', row?.stato ?? 'no such sitting')
  if (row.banca === null && row.id_concorso !== id_concorso) throw new StoreFault('ID_CONCORSO_NON_COINCIDE')
  if (indice === null || !Number.isInteger(indice) || indice < 0 || indice >= row.n)
    throw new StoreFault('INDEX_OUT_OF_BOUND', `${indice} of ${row.n}`)
  if (row.banca !== null && idsOf(row.banca)[0] !== id_concorso) throw new StoreFault('ID_CONCORSO_NON_COINCIDE')
  if (idsOf(row.id)[0] !== id_domanda) throw new StoreFault('DOMANDA_NON_TROVATA', 'another question is at that place')
  if (row.presa === 1) throw new StoreFault('IMPOSSIBILE_SELEZIONARE_RISPOSTA', 'already answered')
}

/** Ids as stored: 32 bits each, little-endian. */
export const idsOf = (blob: Uint8Array): Int32Array => new Int32Array(blob.slice().buffer)
export const blobOf = (ids: Int32Array): Uint8Array =>
  new Uint8Array(ids.buffer as ArrayBuffer, ids.byteOffset, ids.byteLength)

export function takePosto(db: Connection, id_seduta: string, r: RispostaSeduta, at: string): void {
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

/** Frees a place after an undo and brings the sitting back to it. */
export function freePosto(db: Connection, id_seduta: string, indice: number, id_evento: string, at: string): void {
  const freed = db.run(
    'DELETE FROM sedute_risposte WHERE id_seduta = ? AND indice = ? AND id_evento = ?',
    id_seduta,
    indice,
    id_evento,
  )
  if (freed > 0) touchSeduta(db, id_seduta, indice, at)
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
