import type { StoreArgs, UnsyncedRecords } from '#contract/database'
import type { Risposta } from '#contract/schemas'
import { COLUMNS } from '#contract/statistica-columns'
import { compareDates } from '#rules/dates'
import { mergeStatistica } from '#rules/merge'
import { needsLevelCall, type Statistica, type StatisticaToPush, toRisposta } from '#rules/statistica'
import { attach } from '../banche/attach.ts'
import type { Attached, StoreContext } from '../core/context.ts'
import { StoreFault } from '../core/guard.ts'
import type { Connection } from '../core/platform.ts'
import { PACKED_STATE, PACKED_STATE_TO_SEND, readPackedState } from '../core/schema.ts'
import { findDomanda, readStatistica, type StoredRecord, toStatistica, writeStatistica } from './records.ts'

/**
 * SQL twin of rules/statistica `needsSync`, over the columns of a record; over the index of waiting records, which has
 * them in one.
 */
const WAITS = `sincronizzata = 0 AND eseguita_ms IS NOT NULL AND (livello_conoscenza <> -99 OR isPreferitiUpdated = 1)`
const WAITS_IN_INDEX = `sincronizzata = 0 AND eseguita_ms IS NOT NULL AND ${PACKED_STATE_TO_SEND}`

/** Excludes records that the server refused with this very date. */
const NOT_ASIDE = `NOT EXISTS (SELECT 1 FROM accantonate q
  WHERE q.id_domanda = statistiche.id_domanda AND q.data_eseguita = statistiche.data_eseguita)`

/** Counts the records that the server lacks, by bank, refused ones too: no other place has them [SY9]. */
export function countUnsynced({ db }: StoreContext) {
  const per_banca = db.all<{ id_concorso: number; n: number }>(
    `SELECT id_concorso, count(*) AS n FROM statistiche WHERE ${WAITS_IN_INDEX} GROUP BY id_concorso`,
  )
  return { totale: per_banca.reduce((sum, { n }) => sum + n, 0), per_banca }
}

/** Selects the oldest waiting records of a bank; an index holds all its columns. */
export const listToSend = (aside = '') =>
  `SELECT id_domanda, ${PACKED_STATE}, id_materia, data_eseguita FROM statistiche WHERE id_concorso = ? AND ${WAITS_IN_INDEX} ${aside}
   ORDER BY eseguita_ms, id_domanda LIMIT ?`
type Three = [Int32Array, Int32Array, Int32Array]

/** Lists the oldest waiting records, split as [SY2] requires: those with a level change go in a call of their own. */
export function listUnsynced(
  ctx: StoreContext,
  { id_concorso, limite }: { id_concorso: number | null; limite: number },
): UnsyncedRecords | null {
  const { db } = ctx
  // Skip the look-up of refused records where there are none, as almost always.
  const aside = db.get('SELECT 1 FROM accantonate LIMIT 1') ? `AND ${NOT_ASIDE}` : ''
  const bank = id_concorso ?? oldestBank(db, aside)
  if (bank === undefined) return null
  // Read columns and not rows: thousands wait after a long practice offline, and almost all are answers alone.
  const { integers, texts } = db.integersAndText(listToSend(aside), 3, bank, limite)
  const [id_domande, states, materie] = integers as Three
  // Forget the list with refused records among it: they would be marked with the others.
  ctx.listed = aside ? undefined : { db, writes: written(db), id_concorso: bank, id_domande, dates: texts }
  const con_livello: Risposta[] = []
  const others: Risposta[] = []
  for (const [i, data] of texts.entries()) {
    const id_domanda = id_domande[i] as number
    const state = readPackedState(states[i] as number)
    const record: StatisticaToPush = state.solaRisposta
      ? // Written out: with spread absent fields a record takes ten times as long as reading its row.
        {
          id_concorso: bank,
          id_domanda,
          id_materia: materie[i] as number,
          id_argomento: null,
          id_sotto_percorso: null,
          livello_conoscenza: state.livello_conoscenza,
          preferiti: state.preferiti,
          risposta_gettonata: state.risposta_gettonata,
          data_eseguita: data,
          modalita: 'ESEGUITA',
          data_livello: data,
          data_preferiti: null,
          data_letta: null,
          data_ascoltata: null,
        }
      : (readStatistica(db, id_domanda) as StoredRecord)
    ;(needsLevelCall(state) ? con_livello : others).push(toRisposta(record) as Risposta)
  }
  return con_livello.length + others.length === 0 ? null : { id_concorso: bank, con_livello, altre: others }
}

/** Returns the bank of the oldest record to send; a bank with refused records alone delays no other. */
const oldestBank = (db: Connection, aside: string): number | undefined =>
  db.get<{ id_concorso: number }>(
    `SELECT id_concorso FROM statistiche WHERE ${WAITS_IN_INDEX} ${aside} ORDER BY eseguita_ms LIMIT 1`,
  )?.id_concorso

const PAIRS = `SELECT value ->> 'id_domanda' AS id_domanda, value ->> 'data_eseguita' AS data_eseguita,
  value ->> 'codice' AS codice FROM json_each(?)`

/** Throws ID_CONCORSO_NON_COINCIDE when a record of the pairs belongs to another bank [SY4]. */
function checkBank(db: Connection, id_concorso: number, pairs: string): void {
  const other = db.get(
    `SELECT 1 FROM (${PAIRS}) c JOIN statistiche s ON s.id_domanda = c.id_domanda WHERE s.id_concorso <> ? LIMIT 1`,
    pairs,
    id_concorso,
  )
  if (other) throw new StoreFault('ID_CONCORSO_NON_COINCIDE')
}

/** Roll the whole transaction back on an impossible row: SQLite then keeps no copy to undo one statement alone. */
const UPDATE = 'UPDATE OR ROLLBACK'
const SENT_NOW = 'SET sincronizzata = 1, isLevelUpdated = 0, isPreferitiUpdated = 0'

/**
 * Takes pairs as members of one object, which are read without parsing each: half the time of lists, a third of
 * objects. The plus signs keep the planner at the key: the index of waiting records would compare every record with
 * every pair.
 */
export const MARK = `${UPDATE} statistiche ${SENT_NOW}
  FROM (SELECT CAST(key AS INTEGER) AS id_domanda, value AS data_eseguita FROM json_each(?)) c
  WHERE statistiche.id_domanda = c.id_domanda AND statistiche.data_eseguita = c.data_eseguita
    AND +sincronizzata = 0 AND +statistiche.id_concorso = ?`

/** Selects the oldest waiting records up to one of them, to mark them all without a look-up. */
const oldestOf = (waits: string) => `id_concorso = ? AND ${waits} AND (eseguita_ms, id_domanda) <= (?, ?)`
const MARK_OLDEST = `${UPDATE} statistiche ${SENT_NOW} WHERE ${oldestOf(WAITS_IN_INDEX)}`
/**
 * Marks records whose ids are adjacent, as a practice in the official order leaves them, in one scan. Through an index
 * that changes too, or with a statement inside, SQLite gathers them first: a fifth slower.
 */
const MARK_TOGETHER = `${UPDATE} statistiche NOT INDEXED ${SENT_NOW} WHERE ${oldestOf(WAITS)} AND id_domanda BETWEEN ? AND ?`

const written = (db: Connection) => db.get<{ n: number }>('SELECT total_changes() AS n')?.n ?? -1

/**
 * Returns the ids of the pairs when they are the oldest waiting ones, in the listed order, and nothing was written
 * since.
 */
function oldest({ db, listed: listedNow }: StoreContext, id_concorso: number, coppie: Pairs): Int32Array | undefined {
  if (!listedNow || listedNow.db !== db || listedNow.id_concorso !== id_concorso) return undefined
  const { id_domande, dates: date, writes: scritture } = listedNow
  if (coppie.length === 0 || coppie.length > date.length || written(db) !== scritture) return undefined
  const same = coppie.every((c, i) => c.id_domanda === id_domande[i] && c.data_eseguita === date[i])
  return same ? id_domande.subarray(0, coppie.length) : undefined
}

/** Marks the oldest waiting records; returns how many. */
function markOldest(db: Connection, id_concorso: number, id_domande: Int32Array): number {
  const last = id_domande.at(-1) as number
  const ms = db.get<{ ms: number }>('SELECT eseguita_ms AS ms FROM statistiche WHERE id_domanda = ?', last)?.ms ?? null
  const from = id_domande.reduce((a, b) => Math.min(a, b))
  const to = id_domande.reduce((a, b) => Math.max(a, b))
  // Refuse a scan that passes twice as many records as it marks.
  return to - from < 2 * id_domande.length
    ? db.run(MARK_TOGETHER, id_concorso, ms, last, from, to)
    : db.run(MARK_OLDEST, id_concorso, ms, last)
}

type Pairs = StoreArgs<'markSynced'>['coppie']

/** Build the text by hand: an object would keep one date of a repeated question. */
const members = (coppie: Pairs): string =>
  `{${coppie.map(({ id_domanda, data_eseguita }) => `"${id_domanda}":${JSON.stringify(data_eseguita)}`).join(',')}}`

/** Marks records that the server has, by (id, date): a record answered again meanwhile stays unsynced [SY3] [SY11]. */
export function markSynced(ctx: StoreContext, { id_concorso, coppie }: StoreArgs<'markSynced'>): { segnate: number } {
  const { db, mirrorState } = ctx
  mirrorState.sentSince = true
  return db.transaction(() => {
    const listed = oldest(ctx, id_concorso, coppie)
    ctx.listed = undefined
    const marked = listed ? markOldest(db, id_concorso, listed) : db.run(MARK, members(coppie), id_concorso)
    // Check only where a pair marked nothing: it may be of another bank.
    if (marked < coppie.length) checkBank(db, id_concorso, JSON.stringify(coppie))
    return { segnate: marked }
  })
}

/** Sets refused records aside until they change again: they still wait, and block nothing. */
export function quarantine(
  { db }: StoreContext,
  { id_concorso, coppie }: StoreArgs<'quarantine'>,
): { accantonate: number } {
  const pairs = JSON.stringify(coppie)
  return db.transaction(() => {
    checkBank(db, id_concorso, pairs)
    const accantonate = db.run(
      `INSERT OR REPLACE INTO accantonate
       SELECT c.id_domanda, c.data_eseguita, c.codice FROM (${PAIRS}) c
       JOIN statistiche s ON s.id_domanda = c.id_domanda AND s.data_eseguita = c.data_eseguita`,
      pairs,
    )
    return { accantonate }
  })
}

/** Sends refused records again, once the account has their bank, or the bank has another version. */
export const readmit = (
  db: Connection,
  id_concorso: number,
  codice: 'CONCORSO_NON_TUO' | 'DOMANDA_NON_TROVATA' = 'CONCORSO_NON_TUO',
): void =>
  void db.run(
    `DELETE FROM accantonate WHERE codice = ? AND id_domanda IN (SELECT id_domanda FROM statistiche WHERE id_concorso = ?)`,
    codice,
    id_concorso,
  )

/** Returns the earliest unsynced date and the server's cursor (spec §7 `data`). */
export function pullState({ db }: StoreContext, { id_concorso }: { id_concorso: number }) {
  const oldest = db.get<{ data: string }>(
    `SELECT data_eseguita AS data FROM statistiche WHERE id_concorso = ? AND ${WAITS_IN_INDEX} ORDER BY eseguita_ms LIMIT 1`,
    id_concorso,
  )
  const cursor = db.get<{ cursore: number }>('SELECT cursore FROM cursori WHERE id_concorso = ?', id_concorso)
  return { data: oldest?.data ?? null, cursore: cursor?.cursore ?? 0 }
}

/**
 * Merges the server's records and stores its cursor, in one transaction. Refuses the whole page for a record of another
 * bank.
 */
export function applyRemote(
  ctx: StoreContext,
  { id_concorso, risposte, cursore, forzato }: StoreArgs<'applyRemote'>,
): { cambiate: number } {
  if (risposte.some((r) => r.id_concorso !== id_concorso)) throw new StoreFault('ID_CONCORSO_NON_COINCIDE')
  const { db } = ctx
  ctx.mirrorState.sentSince = true
  const bank = attachIfHere(ctx, id_concorso)
  return db.transaction(() => {
    let cambiate = 0
    for (const remota of risposte) if (mergeOne(db, bank, remota, forzato)) cambiate++
    const unknown = bank ? risposte.filter(({ id_domanda }) => !findDomanda(db, bank, id_domanda)).length : 0
    if (unknown > 0) console.warn('Il servizio ritorna quiz non presenti nel db', unknown)
    db.run(
      'INSERT INTO cursori VALUES (?, ?) ON CONFLICT DO UPDATE SET cursore = excluded.cursore',
      id_concorso,
      cursore,
    )
    return { cambiate }
  })
}

/**
 * Attaches the bank where it is here. A pull may precede the bank's file, or be of a deleted bank: its records are kept
 * for the bank's return.
 */
export function attachIfHere(ctx: StoreContext, id_concorso: number): Attached | null {
  const here = ctx.db.get('SELECT 1 FROM banche WHERE id_concorso = ? AND file IS NOT NULL', id_concorso)
  return here ? attach(ctx, id_concorso) : null
}

function mergeOne(db: Connection, bank: Attached | null, remota: Risposta, forzato: boolean): boolean {
  const { id_domanda, id_concorso } = remota
  const stored = readStatistica(db, id_domanda)
  const locale = stored ? toStatistica(stored) : null
  const domanda = bank ? findDomanda(db, bank, id_domanda) : undefined
  const base = domanda ?? locale ?? { id_concorso, id_domanda, id_materia: remota.id_materia ?? null, indice_uff: 0 }
  const merged = mergeStatistica(locale, remota, { forzato, base })
  if (stored && isStored(stored, merged)) return false
  const presente = domanda ? 1 : (stored?.presente ?? 0)
  writeStatistica(db, merged, presente, stored && sameLevelHalf(stored, merged) ? stored.ultimo_evento : null)
  return true
}

/** Returns whether nothing is to be written. */
export const isStored = (stored: StoredRecord, stat: Statistica): boolean =>
  COLUMNS.every((name) => stat[name] === stored[name])

/**
 * Returns whether the level is still the last event's, in whatever offset its date returns: that event can be undone.
 */
export const sameLevelHalf = (stored: StoredRecord, merged: Statistica): boolean =>
  stored.livello_conoscenza === merged.livello_conoscenza &&
  stored.risposta_gettonata === merged.risposta_gettonata &&
  compareDates(stored.data_livello, merged.data_livello) === 0
