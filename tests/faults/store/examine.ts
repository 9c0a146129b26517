import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { TRIALS } from './writings.ts'

/** What the examiner needs of an open database. */
export type Ask = { all<T>(sql: string, ...values: (string | number)[]): T[] }

type Event = {
  dispositivo: string
  seq: number
  id: string
  id_concorso: number
  id_domanda: number
  tipo: string
  dati: string
  ts_client: string
  versione_banca: string | null
  catena: Uint8Array
}
type Answer = { id_seduta: string; id_evento: string }
type Stat = { id_domanda: number; ultimo_evento: string | null; preferiti: number }
type Found = Stat & { livello_conoscenza: number }

/** The facts of a store after a fault. */
export type Facts = {
  /** Ids of all events. */
  events: string[]
  /** Ids of all sittings. */
  sittings: string[]
  /** Questions with their date, whose record is marked as sent. */
  synced: { id_domanda: number; data_eseguita: string }[]
  /** Ids of the events that a server is said to have. */
  sent: string[]
  /** What contradicts itself: damage, a broken chain, half a transaction. */
  wrong: string[]
}

/** The chain of what other devices did. */
const OTHERS = 'rete'
const SENT = `SELECT e.id FROM main.giornale_inviati i
  JOIN main.eventi last ON last.dispositivo = i.dispositivo AND last.seq = i.seq AND last.id = i.id
  JOIN main.eventi e ON e.dispositivo = i.dispositivo AND e.seq <= i.seq WHERE i.dispositivo <> ?`

/**
 * Looks into a store with its own eyes: no code of the product takes part, so that a mistake there cannot hide itself
 * (docs/FAULTS.md). `remote` true: records may also come from a server, then they are not compared with the events.
 */
export function examine(db: Ask, { remote = false } = {}): Facts {
  const wrong: string[] = []
  const integrity = db.all<{ integrity_check: string }>('PRAGMA main.integrity_check').map((r) => r.integrity_check)
  if (integrity.join() !== 'ok') wrong.push(`integrity_check: ${integrity.slice(0, 3).join('; ')}`)
  const orphans = db.all('PRAGMA main.foreign_key_check')
  if (orphans.length > 0) wrong.push(`foreign_key_check: ${orphans.length} rows`)
  const events = db.all<Event>('SELECT * FROM main.eventi ORDER BY dispositivo, seq')
  wrong.push(...brokenChain(events), ...halfAnswers(db, events), ...halfTrials(db), ...wrongCounters(db))
  // Of what other devices did no record is made.
  if (!remote)
    wrong.push(
      ...halfRecords(
        db,
        events.filter((e) => e.dispositivo !== OTHERS),
      ),
    )
  return {
    events: events.map(({ id }) => id),
    sittings: db.all<{ id: string }>('SELECT id FROM main.sedute').map(({ id }) => id),
    synced: db.all('SELECT id_domanda, data_eseguita FROM main.statistiche WHERE sincronizzata = 1'),
    sent: db.all<{ id: string }>(SENT, OTHERS).map(({ id }) => id),
    wrong,
  }
}

/** sha256(previous || row), from the first event of each device, none missing. */
function brokenChain(events: readonly Event[]): string[] {
  let device = ''
  let previous: Uint8Array = new Uint8Array(0)
  let seq = 0
  for (const e of events) {
    if (e.dispositivo !== device) [device, previous, seq] = [e.dispositivo, new Uint8Array(0), 0]
    const row = [e.dispositivo, e.seq, e.id, e.id_concorso, e.id_domanda, e.tipo, e.dati, e.ts_client, e.versione_banca]
    const link = sha256(concatBytes(previous, utf8ToBytes(JSON.stringify(row))))
    if (e.seq !== ++seq || bytesToHex(link) !== bytesToHex(e.catena)) return [`chain broken at ${e.id}`]
    previous = link
  }
  return []
}

/** Every answer given in a sitting has its place there and every place has its answer. */
function halfAnswers(db: Ask, events: readonly Event[]): string[] {
  const places = new Set(
    db.all<Answer>('SELECT id_seduta, id_evento FROM main.sedute_risposte').map((a) => a.id_evento),
  )
  const undone = new Set(events.filter((e) => e.tipo === 'ANNULLA').map((e) => JSON.parse(e.dati).annulla as string))
  const given = events.filter((e) => e.tipo === 'RISPOSTA' && JSON.parse(e.dati).id_seduta !== null)
  const alive = new Set(given.filter(({ id }) => !undone.has(id)).map(({ id }) => id))
  return [
    ...[...alive].filter((id) => !places.has(id)).map((id) => `answer ${id} has no place in its sitting`),
    ...[...places].filter((id) => !alive.has(id)).map((id) => `place of answer ${id}, which is no event`),
  ]
}

/**
 * A trial has its rules and marks of places that it has; delivered, its sitting is over and each mark is an answer; until then
 * none is. A key of the person's own is known to the record of its question.
 */
function halfTrials(db: Ask): string[] {
  const ask = (sql: string, what: string) => db.all<{ n: string }>(sql).map(({ n }) => `${what} ${n}`)
  const isTrial = `tipo IN (${TRIALS.map((t) => `'${t}'`).join(', ')})`
  return [
    ...ask(
      `SELECT id AS n FROM main.sedute WHERE ${isTrial} AND id NOT IN (SELECT id_seduta FROM main.prove)`,
      'nothing is left of the rules of trial',
    ),
    ...ask(
      'SELECT id AS n FROM main.sedute WHERE id NOT IN (SELECT id_seduta FROM main.sedute_domande)',
      'nothing is left of the questions of sitting',
    ),
    ...ask(
      'SELECT DISTINCT id_seduta AS n FROM main.prove_voci WHERE id_seduta NOT IN (SELECT id_seduta FROM main.prove)',
      'marks without their trial',
    ),
    ...ask(
      `SELECT id AS n FROM main.sedute JOIN main.prove ON id_seduta = id WHERE (stato = 'consegnata') <> (consegna IS NOT NULL)`,
      'half delivered: trial',
    ),
    ...ask(
      `SELECT v.id_seduta || ' ' || v.indice AS n FROM main.prove_voci v JOIN main.prove p USING (id_seduta)
       LEFT JOIN main.sedute_risposte r ON r.id_seduta = v.id_seduta AND r.indice = v.indice
       WHERE r.risposta IS NOT iif(p.consegna IS NULL, NULL, v.risposta)`,
      'mark and answer differ at',
    ),
    ...ask(
      `SELECT id_domanda AS n FROM main.chiavi_utente JOIN main.statistiche USING (id_domanda)
       WHERE presente = 1 AND has_risposta = 0`,
      'no record knows the key of question',
    ),
  ]
}

/** Every record is what its events make of it. */
function halfRecords(db: Ask, events: readonly Event[]): string[] {
  const expected = new Map<number, Omit<Stat, 'id_domanda'>>()
  const before = new Map<string, string | null>()
  for (const { id, id_domanda, tipo, dati } of events) {
    const stat = expected.get(id_domanda) ?? { ultimo_evento: null, preferiti: 0 }
    expected.set(id_domanda, stat)
    const facts = JSON.parse(dati)
    if (tipo === 'PREFERITO') stat.preferiti = facts.preferiti ? 1 : 0
    else if (tipo === 'ANNULLA') stat.ultimo_evento = before.get(facts.annulla) ?? null
    else if (tipo === 'RISPOSTA' || tipo === 'LIVELLO') {
      before.set(id, stat.ultimo_evento)
      stat.ultimo_evento = id
    }
  }
  const found = new Map(
    db
      .all<Found>('SELECT id_domanda, ultimo_evento, preferiti, livello_conoscenza FROM main.statistiche')
      .map((s) => [s.id_domanda, s] as const),
  )
  const wrong: string[] = []
  for (const [id_domanda, { ultimo_evento, preferiti }] of expected) {
    const stat = found.get(id_domanda)
    if (!stat) wrong.push(`question ${id_domanda} has events and no record`)
    else if (stat.ultimo_evento !== ultimo_evento || stat.preferiti !== preferiti)
      wrong.push(
        `record of question ${id_domanda}: ${JSON.stringify(stat)}, by its events ${ultimo_evento} ${preferiti}`,
      )
  }
  // A key given by hand makes a record that says nothing else.
  const untouched = (s: Found) => s.ultimo_evento === null && s.preferiti === 0 && s.livello_conoscenza === -99
  for (const [id_domanda, stat] of found)
    if (!expected.has(id_domanda) && !untouched(stat)) wrong.push(`question ${id_domanda} has a record and no event`)
  return wrong
}

/** The counters kept by triggers are those that an aggregate finds. */
function wrongCounters(db: Ask): string[] {
  const key = 'id_concorso, coalesce(id_materia, 0), has_risposta, livello_conoscenza'
  const different = db.all(`
    SELECT * FROM (
      SELECT ${key}, count(*) FROM main.statistiche WHERE presente = 1 GROUP BY 1, 2, 3, 4
      EXCEPT SELECT id_concorso, id_materia, has_risposta, livello_conoscenza, n FROM main.contatori WHERE n > 0)
    UNION ALL SELECT * FROM (
      SELECT id_concorso, id_materia, has_risposta, livello_conoscenza, n FROM main.contatori WHERE n > 0
      EXCEPT SELECT ${key}, count(*) FROM main.statistiche WHERE presente = 1 GROUP BY 1, 2, 3, 4)`)
  return different.length === 0 ? [] : [`${different.length} counters differ from the records`]
}
