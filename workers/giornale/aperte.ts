import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { EVENTI_BYTES, type EventoGiornale, MAX_DATI } from '#contract/giornale'
import type { SentAperta } from '#contract/sent-aperta'
import { formatIso, instantOf } from '#rules/dates'
import { APERTA, idAperta } from '#rules/giornale'
import { type Tratto, totalTratti } from '#rules/prova/aperta'
import { isPropria, PROPRIE_FROM } from '#rules/raccolta'
import { toBase64 } from '../core/base64.ts'
import type { StoreContext } from '../core/context.ts'
import type { Connection, SqlValue } from '../core/platform.ts'
import { idsOf } from '../sedute/places.ts'
import { SHOWN_OPEN } from '../sedute/shown-open.ts'

/** A row of `giornale_aperte`, the sending state of a sitting under way, and its clock. */
export type ApertaRow = {
  prese: number
  titolare: string | null
  posto_ms: number
  tratti: string | null
  saltati: number
  seq: number
  inviata: string | null
  nota: string | null
}

/**
 * Sittings under way that the lists show, without simulations, which the server keeps itself, and without own banks.
 */
const TRAVELLING = `SELECT id FROM (${SHOWN_OPEN}) WHERE tipo <> 'SIMULAZIONE' AND id_concorso < ${PROPRIE_FROM}`

const listTravelling = (db: Connection): string[] => db.all<{ id: string }>(TRAVELLING, null).map(({ id }) => id)

export const readAperta = (db: Connection, id: string): ApertaRow | undefined =>
  db.get<ApertaRow>('SELECT * FROM giornale_aperte WHERE id = ?', id)

type Columns = {
  tipo: SentAperta['tipo']
  id_concorso: number
  filtro: string
  ordine: string
  seme: number
  mescola: 0 | 1
  avanti_da_sola: 0 | 1
  regola_risposte: number | null
  iniziata: string
  indice: number
  aggiornata_ms: number
}
type ClockRow = { dati: string; durata_ms: number | null; usati_ms: number }

/**
 * Returns the stretches in which a trial ran here; before any other device had it, its start and length are enough. A start alone is
 * one without length, so that it travels by the server's clock.
 */
export function trattiOf(
  row: Pick<ApertaRow, 'tratti' | 'saltati'> | undefined,
  iniziata: string,
  usati: number,
): Tratto[] {
  if (row?.tratti) return JSON.parse(row.tratti) as Tratto[]
  const from = instantOf(iniziata)
  return [[from, from + Math.max(0, Math.round(usati - (row?.saltati ?? 0)))]]
}

const VOCE = 'indice, risposta, da_rivedere, escluse, ms, cambi, cambi_rivedi, cambi_escluse'
const SEGNO = 'indice, NULL AS risposta, da_rivedere, escluse, 0 AS ms, 0 AS cambi, cambi_rivedi, cambi_escluse'

/**
 * Returns a sitting under way as it travels, its instants by the server's clock; null when it has questions of the
 * person's own banks.
 */
export function composeAperta(db: Connection, id: string, device: string, scarto_ms: number): SentAperta | null {
  const columns = db.get<Columns>(
    `SELECT tipo, id_concorso, filtro, ordine, seme, mescola, avanti_da_sola, regola_risposte, iniziata, indice, aggiornata_ms
     FROM sedute WHERE id = ?`,
    id,
  )
  const places = db.get<{ id_domande: Uint8Array; id_concorsi: Uint8Array | null }>(
    'SELECT id_domande, id_concorsi FROM sedute_domande WHERE id_seduta = ?',
    id,
  )
  if (!columns || !places || (places.id_concorsi && idsOf(places.id_concorsi).some(isPropria))) return null
  const row = readAperta(db, id)
  const prova = db.get<ClockRow>('SELECT dati, durata_ms, usati_ms FROM prove WHERE id_seduta = ?', id)
  const { aggiornata_ms, indice, filtro, ...fixed } = columns
  const from = prova ? `SELECT ${VOCE} FROM prove_voci` : `SELECT ${SEGNO} FROM sedute_segni`
  const voci = db.all<Record<string, SqlValue>>(`${from} WHERE id_seduta = ? ORDER BY indice`, id)
  const mine = (row?.titolare ?? null) === null
  return {
    ...fixed,
    filtro: JSON.parse(filtro),
    domande: toBase64(places.id_domande),
    concorsi: places.id_concorsi && toBase64(places.id_concorsi),
    prova: prova ? { dati: JSON.parse(prova.dati), durata_ms: prova.durata_ms } : null,
    prese: row?.prese ?? 1,
    titolare: row?.titolare ?? device,
    posto_ms: (mine ? aggiornata_ms : (row?.posto_ms ?? 0)) + scarto_ms,
    indice,
    voci: voci.map((v) => Object.values(v) as (number | null)[]),
    tratti: prova
      ? trattiOf(row, fixed.iniziata, prova.usati_ms).map(([a, b]): [number, number] => [a + scarto_ms, b + scarto_ms])
      : [],
    saltati: row?.saltati ?? 0,
  }
}

const MINUTE = 60_000

/**
 * Returns the sign of a version: marks, place and writer, and of the time each minute, but not every look at a place.
 * An exercise's place is in its answers, which travel anyway.
 */
export function signOf({ tipo, voci, tratti, prese, titolare, indice, mescola, saltati }: SentAperta): string {
  // Skip a place that was only looked at: it has nothing but its time.
  const marks = voci.map((v) => v.with(4, null)).filter(([, ...marks]) => marks.some((mark) => mark))
  const place = tipo === 'ESERCITAZIONE' ? null : indice
  const minutes = Math.floor(totalTratti(tratti) / MINUTE)
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify([prese, titolare, place, mescola, saltati, marks, minutes]))))
}

type Waiting = { id: string; dati: string; sign: string; row: ApertaRow | undefined }

/** Lists versions that the server lacks. A version longer than an event may be stays here. */
function listWaiting({ db, chain }: StoreContext, scarto_ms: number): Waiting[] {
  return listTravelling(db).flatMap((id) => {
    const composed = composeAperta(db, id, chain.dispositivo, scarto_ms)
    if (!composed) return []
    const row = readAperta(db, id)
    const sign = signOf(composed)
    if (row?.nota === sign) return []
    const dati = JSON.stringify(composed)
    return dati.length > MAX_DATI ? [] : [{ id, dati, sign, row }]
  })
}

export const countAperte = (ctx: StoreContext): number => listWaiting(ctx, 0).length

/** Counts sittings under way of which the server has everything. */
export function countSentAperte({ db, chain }: StoreContext): number {
  return listTravelling(db).filter((id) => {
    const nota = readAperta(db, id)?.nota
    const composed = nota == null ? null : composeAperta(db, id, chain.dispositivo, 0)
    return composed !== null && signOf(composed) === nota
  }).length
}

/**
 * Moves stretches back that a clock, put back since, left in the future: their length stays. Other devices would move them at each
 * arrival, and count them again. `now`: by this device's clock.
 */
function putBack(db: Connection, now: number): void {
  for (const { id, iniziata, usati } of db.all<{ id: string; iniziata: string; usati: number }>(
    `SELECT id, iniziata, usati_ms AS usati FROM sedute JOIN prove ON id_seduta = id WHERE id IN (${TRAVELLING})`,
    null,
  )) {
    const tratti = trattiOf(readAperta(db, id), iniziata, usati)
    const ahead = (tratti.at(-1)?.[1] ?? 0) - now
    if (ahead > 0)
      db.run(
        `INSERT INTO giornale_aperte(id, prese, posto_ms, tratti) VALUES (?1, 1, 0, ?2)
         ON CONFLICT DO UPDATE SET tratti = ?2`,
        id,
        JSON.stringify(tratti.map(([from, to]) => [from - ahead, to - ahead])),
      )
  }
}

/**
 * Takes the next versions to send, one of a sitting and as many as one push holds. Runs inside the caller's
 * transaction.
 */
export function takeAperte(
  ctx: StoreContext,
  refused: ReadonlySet<string>,
  { at, scarto_ms }: { at: string; scarto_ms: number },
): EventoGiornale[] {
  const { db, chain } = ctx
  const taken: EventoGiornale[] = []
  let bytes = 0
  putBack(db, instantOf(at) - scarto_ms)
  for (const { id, dati, sign, row } of listWaiting(ctx, scarto_ms)) {
    const event = idAperta(id, chain.dispositivo)
    if (refused.has(event)) continue
    bytes += dati.length
    if (bytes > EVENTI_BYTES && taken.length > 0) break
    // Number by the clock, so that a rebuilt store does not begin below the server's number.
    const seq = row?.inviata === sign ? row.seq : Math.max((row?.seq ?? 0) + 1, instantOf(at))
    db.run(
      `INSERT INTO giornale_aperte(id, prese, posto_ms, seq, inviata) VALUES (?1, 1, 0, ?2, ?3)
       ON CONFLICT DO UPDATE SET seq = ?2, inviata = ?3`,
      id,
      seq,
      sign,
    )
    const none = { id_concorso: null, id_domanda: null, versione_banca: null }
    const ts_client = formatIso(instantOf(at), 0)
    taken.push({ id: event, tipo: APERTA, chiave: id, dati, ts_client, dispositivo: chain.dispositivo, seq, ...none })
  }
  return taken
}
