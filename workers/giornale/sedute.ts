import { EVENTI_BYTES, type EventoGiornale, type EventoRicevuto, MAX_DATI } from '#contract/giornale'
import { parseSentSeduta, type SentSeduta } from '#contract/sent-seduta'
import { SEDUTA } from '#rules/giornale'
import { LIVELLI } from '#rules/livello'
import { hasMarksOf } from '#rules/prova/aperta'
import { isPropria, PROPRIE_FROM } from '#rules/raccolta'
import { fromBase64, toBase64 } from '../core/base64.ts'
import type { StoreContext } from '../core/context.ts'
import type { Connection, SqlValue } from '../core/platform.ts'
import { eventIdOf } from '../prove/deliver.ts'
import { fromBits, readVoci } from '../prove/row.ts'
import { blobOf, idsOf } from '../sedute/places.ts'
import { idsIn, insert } from './rows.ts'

/**
 * Ended sittings, as the history shows them, that the server lacks. A simulation waits until the server has its
 * outcome, which then travels with it. Own banks' stay here. A given-up exercise is sent where other devices may have
 * it under way.
 */
const WAITING = `sedute s LEFT JOIN prove p ON p.id_seduta = s.id
  WHERE (s.stato = 'consegnata' OR s.stato = 'abbandonata'
      AND (p.id_seduta IS NOT NULL OR EXISTS (SELECT 1 FROM giornale_aperte a WHERE a.id = s.id))) AND coalesce(p.da_spedire, 0) = 0
    AND s.id_concorso < ${PROPRIE_FROM} AND s.id NOT IN (SELECT id FROM giornale_sedute)`

/** Counts ended sittings that the server lacks. */
export const countSedute = ({ db }: StoreContext): number =>
  db.get<{ n: number }>(`SELECT count(*) AS n FROM ${WAITING}`)?.n ?? 0

/** Outcomes as two bits of a place, from 1; 0 where nothing was answered. */
const ESITI = ['corretta', 'errata', 'nulla'] as const
const bitsOf = (list: readonly unknown[], value: unknown): number => Math.max(0, list.indexOf(value))

type Answer = { indice: number; risposta: number; esito: string; livello_prima: number; livello_dopo: number }

/** 16 bits a place: answer 3, outcome 2, level before and after 3 each. */
function packRisposte(n: number, rows: readonly Answer[]): Uint8Array {
  const bytes = new Uint8Array(2 * n)
  const view = new DataView(bytes.buffer)
  for (const { indice, risposta, esito, livello_prima, livello_dopo } of rows) {
    const levels = bitsOf(LIVELLI, livello_prima) | (bitsOf(LIVELLI, livello_dopo) << 3)
    view.setUint16(2 * indice, risposta | ((1 + bitsOf(ESITI, esito)) << 3) | (levels << 5), true)
  }
  return bytes
}

function unpackRisposte(bytes: Uint8Array<ArrayBuffer>): Answer[] {
  const view = new DataView(bytes.buffer)
  return Array.from({ length: bytes.length / 2 }, (_, indice) => {
    const bits = view.getUint16(2 * indice, true)
    const livello = (shift: number) => LIVELLI[(bits >> shift) & 7] as number
    const esito = ESITI[((bits >> 3) & 3) - 1] ?? ''
    return { indice, risposta: bits & 7, esito, livello_prima: livello(5), livello_dopo: livello(8) }
  }).filter(({ esito }) => esito !== '')
}

type Row = Record<string, SqlValue>
type SedutaRow = Omit<SentSeduta, 'filtro' | 'domande' | 'concorsi' | 'risposte' | 'segni' | 'prova'> & {
  filtro: string
}
type ProvaRow = Omit<NonNullable<SentSeduta['prova']>, 'dati' | 'consegna' | 'voci'> & {
  dati: string
  consegna: string | null
}

const VOCE = 'indice, risposta, da_rivedere, escluse, ms, cambi, cambi_rivedi, cambi_escluse'

/** Returns a sitting as it travels; null when its questions are of the person's own banks. */
function composeSeduta(db: Connection, id: string): SentSeduta | null {
  const row = db.get<SedutaRow>(
    `SELECT tipo, id_concorso, filtro, ordine, seme, mescola, avanti_da_sola, regola_risposte, stato, indice, iniziata,
       aggiornata, aggiornata_ms FROM sedute WHERE id = ?`,
    id,
  )
  const places = db.get<{ n: number; id_domande: Uint8Array; id_concorsi: Uint8Array | null }>(
    'SELECT n, id_domande, id_concorsi FROM sedute_domande WHERE id_seduta = ?',
    id,
  )
  if (!row || !places || (places.id_concorsi && idsOf(places.id_concorsi).some(isPropria))) return null
  const rows = (sql: string) => db.all<Row>(`${sql} WHERE id_seduta = ? ORDER BY indice`, id)
  const prova = db.get<ProvaRow>(
    'SELECT dati, id_simulazione, durata_ms, usati_ms, da_ms, fine_ms, consegna, consegnata_ms FROM prove WHERE id_seduta = ?',
    id,
  )
  return {
    ...row,
    filtro: JSON.parse(row.filtro),
    domande: toBase64(places.id_domande),
    concorsi: places.id_concorsi && toBase64(places.id_concorsi),
    risposte: toBase64(packRisposte(places.n, rows('SELECT * FROM sedute_risposte') as Answer[])),
    segni: rows('SELECT indice, da_rivedere, escluse FROM sedute_segni').map((r) => Object.values(r) as number[]),
    prova: prova
      ? {
          ...prova,
          dati: JSON.parse(prova.dati),
          consegna: prova.consegna === null ? null : JSON.parse(prova.consegna),
          voci: rows(`SELECT ${VOCE} FROM prove_voci`).map((r) => Object.values(r) as number[]),
        }
      : null,
  }
}

/**
 * Takes the next sittings to send, as much as one push holds. A sitting longer than an event may be, or with own banks'
 * questions, stays here. Runs inside the caller's transaction.
 */
export function takeSedute(db: Connection, refused: ReadonlySet<string>): EventoGiornale[] {
  const taken: EventoGiornale[] = []
  let bytes = 0
  for (const { id } of db.all<{ id: string }>(`SELECT s.id FROM ${WAITING} ORDER BY s.aggiornata_ms DESC, s.id`)) {
    const event = `${SEDUTA}:${id}`
    if (refused.has(event)) continue
    const composed = composeSeduta(db, id)
    const dati = composed && JSON.stringify(composed)
    if (dati === null || dati.length > MAX_DATI) {
      db.run('INSERT INTO giornale_sedute VALUES (?, 1)', id)
      continue
    }
    bytes += dati.length
    if (bytes > EVENTI_BYTES && taken.length > 0) break
    const none = { id_concorso: null, id_domanda: null, versione_banca: null, dispositivo: null, seq: null }
    taken.push({ id: event, tipo: SEDUTA, chiave: id, dati, ts_client: composed?.aggiornata ?? null, ...none })
  }
  return taken
}

/**
 * Merges an ended sitting; returns whether the shown state changed. The server's end replaces this device's end or its
 * state under way. A simulation, whose outcome is the server's, stays. `device`: this one. Runs inside the caller's
 * transaction.
 */
export function receiveSeduta(db: Connection, { chiave: id, dati }: EventoRicevuto, device: string): boolean {
  const seduta = dati === null ? null : parseSentSeduta(dati)
  if (id === null || seduta === null) return false
  const here = db.get<{ stato: string }>('SELECT stato FROM sedute WHERE id = ?', id)
  const open = here?.stato === 'in_corso' || here?.stato === 'in_pausa'
  if (open && seduta.tipo === 'SIMULAZIONE') return false
  db.run('INSERT OR IGNORE INTO giornale_sedute(id) VALUES (?)', id)
  if (here && !open && (seduta.tipo === 'SIMULAZIONE' || JSON.stringify(composeSeduta(db, id)) === dati)) return false
  const [domande, concorsi] = [seduta.domande, seduta.concorsi].map((blob) => blob && idsIn(blob))
  const risposte = fromBase64(seduta.risposte)
  if (!domande || concorsi === undefined || risposte.length !== 2 * domande.length) return false
  if (concorsi && concorsi.length !== domande.length) return false
  if (open) keepMarks(db, id, seduta, device)
  if (here) db.run('DELETE FROM sedute WHERE id = ?', id)
  writeSeduta(db, id, seduta, { domande, concorsi: concorsi || null, risposte: unpackRisposte(risposte) })
  return true
}

/**
 * Keeps marks of a trial that ended elsewhere without them, as a given-up trial, which counts for nothing and can be
 * reviewed.
 */
function keepMarks(db: Connection, id: string, { prova }: SentSeduta, device: string): void {
  const ended = new Map(
    prova?.voci.map(([posto, risposta = null, , bits]) => [
      posto ?? -1,
      { risposta, doppia: fromBits(bits ?? 0, risposta).doppia },
    ]),
  )
  const here = new Map(readVoci({ db }, id).map((voce) => [voce.indice, voce]))
  if (hasMarksOf(ended, here)) return
  const kept = composeSeduta(db, id)
  const domande = kept && idsIn(kept.domande)
  if (!kept || !domande) return
  const concorsi = kept.concorsi === null ? null : (idsIn(kept.concorsi) ?? null)
  const other = `${id}~${device}`.slice(0, 180)
  if (db.get('SELECT 1 FROM sedute WHERE id = ?', other)) return
  writeSeduta(db, other, { ...kept, stato: 'abbandonata' }, { domande, concorsi, risposte: [] })
}

type Places = { domande: Int32Array; concorsi: Int32Array | null; risposte: readonly Answer[] }

function writeSeduta(db: Connection, id: string, seduta: SentSeduta, { domande, concorsi, risposte }: Places): void {
  const { filtro, domande: _d, concorsi: _c, risposte: _r, segni, prova, ...columns } = seduta
  insert(db, 'sedute', { id, ...columns, filtro: JSON.stringify(filtro) })
  insert(db, 'sedute_domande', {
    id_seduta: id,
    n: domande.length,
    id_domande: blobOf(domande),
    id_concorsi: concorsi && blobOf(concorsi),
  })
  for (const risposta of risposte)
    insert(db, 'sedute_risposte', {
      id_seduta: id,
      id_domanda: domande[risposta.indice] as number,
      // A trial's event of a place has this id everywhere; an exercise's is found by sitting and place.
      id_evento: eventIdOf(id, risposta.indice),
      ...risposta,
    })
  for (const [indice, da_rivedere, escluse] of segni as [number, number, number][])
    insert(db, 'sedute_segni', { id_seduta: id, indice, da_rivedere, escluse })
  if (!prova) return
  const { dati, consegna, voci, ...clock } = prova
  insert(db, 'prove', {
    id_seduta: id,
    ...clock,
    dati: JSON.stringify(dati),
    consegna: consegna && JSON.stringify(consegna),
  })
  const names = VOCE.split(', ')
  for (const voce of voci)
    insert(db, 'prove_voci', { id_seduta: id, ...Object.fromEntries(names.map((name, i) => [name, voce[i] ?? null])) })
}
