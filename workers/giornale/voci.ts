import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { StoreArgs } from '#contract/database'
import type { EventoGiornale, EventoRicevuto } from '#contract/giornale'
import { parseVoce } from '#contract/voci'
import { formatIso, instantOf } from '#rules/dates'
import {
  forgetServer,
  isUnseen,
  receiveVersione,
  type StatoVoce,
  TIPI_VOCE,
  type TipoVoce,
  toBeSent,
} from '#rules/giornale'
import { isPropria } from '#rules/raccolta'
import type { StoreContext } from '../core/context.ts'
import type { Connection, SqlValue } from '../core/platform.ts'
import { takeAperte } from './aperte.ts'
import { type ChiaveCounts, findChiaveCounts, projectChiave } from './project-chiave.ts'
import { takeSedute } from './sedute.ts'

/** Table of each kind of voice; `date` names its own date, `since` the only date of the others. */
const TABLES: Record<
  TipoVoce,
  { table: string; key: string; columns: readonly string[]; date?: string; since?: string }
> = {
  NOTA: { table: 'note', key: 'id_domanda', columns: ['id_concorso', 'testo', 'aggiornata'], date: 'aggiornata' },
  CHIAVE: {
    table: 'chiavi_utente',
    key: 'id_domanda',
    columns: ['id_concorso', 'risposta', 'assegnata'],
    date: 'assegnata',
  },
  RICERCA: { table: 'filtri_salvati', key: 'id', columns: ['nome', 'filtro', 'ordine', 'creato'], since: 'creato' },
  MODELLO: { table: 'modelli_prova', key: 'id', columns: ['nome', 'dati', 'creato'], since: 'creato' },
  IMPOSTAZIONE: { table: 'impostazioni', key: 'nome', columns: ['valore', 'cambiata'], date: 'cambiata' },
}

type Row = Record<string, SqlValue>
/** A row of `voci`: the sending state of a voice. */
type VoceRow = {
  tipo: TipoVoce
  chiave: string
  id: string | null
  effettivo_ms: number | null
  dati: string | null
  inviata: string | null
  inviata_dati: string | null
  inviata_ts: string | null
  base_ms: number | null
}

const stateOf = (row: VoceRow | undefined): StatoVoce => ({
  nota: row && row.id !== null ? { id: row.id, effettivo_ms: row.effettivo_ms ?? 0, dati: row.dati } : null,
  inviata: row && row.inviata !== null ? { id: row.inviata, dati: row.inviata_dati } : null,
  base_ms: row?.base_ms ?? null,
})

/** Returns the same text for the same content, on every device. */
const contentOf = (tipo: TipoVoce, row: Record<string, unknown>): string =>
  JSON.stringify(Object.fromEntries(TABLES[tipo].columns.map((name) => [name, row[name]])))

const keyOf = (tipo: TipoVoce, chiave: string): SqlValue =>
  TABLES[tipo].key === 'id_domanda' ? Number(chiave) : chiave

function readContent(db: Connection, tipo: TipoVoce, chiave: string): string | null {
  const { table, key, columns } = TABLES[tipo]
  const row = db.get<Row>(`SELECT ${columns.join(', ')} FROM ${table} WHERE ${key} = ?`, keyOf(tipo, chiave))
  return row ? contentOf(tipo, row) : null
}

const readVoce = (db: Connection, tipo: TipoVoce, chiave: string): VoceRow | undefined =>
  db.get<VoceRow>('SELECT * FROM voci WHERE tipo = ? AND chiave = ?', tipo, chiave)

function writeVoce(
  db: Connection,
  tipo: TipoVoce,
  chiave: string,
  { nota, inviata, base_ms }: StatoVoce,
  ts: string | null,
): void {
  db.run(
    'INSERT OR REPLACE INTO voci VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    tipo,
    chiave,
    nota?.id ?? null,
    nota?.effettivo_ms ?? null,
    nota?.dati ?? null,
    inviata?.id ?? null,
    inviata?.dati ?? null,
    inviata ? ts : null,
    base_ms,
  )
}

/** Lists every voice that is here or that the server has sent. */
function listVoci(db: Connection) {
  const found: {
    tipo: TipoVoce
    chiave: string
    locale: string | null
    row: VoceRow | undefined
    content: Row | null
  }[] = []
  for (const tipo of TIPI_VOCE) {
    const { table, key, columns } = TABLES[tipo]
    const known = new Map(
      db.all<VoceRow>('SELECT * FROM voci WHERE tipo = ?', tipo).map((row) => [row.chiave, row] as const),
    )
    for (const content of db.all<Row>(`SELECT ${key} AS chiave_voce, ${columns.join(', ')} FROM ${table}`)) {
      // Skip voices of own banks, which never leave the device.
      if (isPropria(Number(content.id_concorso ?? 0))) continue
      const chiave = String(content.chiave_voce)
      found.push({ tipo, chiave, locale: contentOf(tipo, content), row: known.get(chiave), content })
      known.delete(chiave)
    }
    for (const [chiave, row] of known) found.push({ tipo, chiave, locale: null, row, content: null })
  }
  return found
}

/** Counts the voices of each kind that differ from the server's; `cancellate`: deletions among them. */
export function countVoci({ db }: StoreContext): Record<TipoVoce, number> & { cancellate: number } {
  const counts = { NOTA: 0, CHIAVE: 0, RICERCA: 0, MODELLO: 0, IMPOSTAZIONE: 0, cancellate: 0 }
  for (const { tipo, locale, row } of listVoci(db)) {
    if (toBeSent(locale, stateOf(row)) === 'niente') continue
    if (locale === null) counts.cancellate++
    else counts[tipo]++
  }
  return counts
}

const hash = (...parts: readonly (string | null)[]): string => bytesToHex(sha256(utf8ToBytes(JSON.stringify(parts))))

/**
 * Takes every voice to send, marked as under way from now on, and the next ended sittings. A content keeps its id and
 * its date over repeated sends. `scarto_ms` is the server's clock minus this device's, `at` now by the server's clock.
 */
export function takeVoci(ctx: StoreContext, { at, scarto_ms }: StoreArgs<'takeVoci'>): EventoGiornale[] {
  const { db } = ctx
  const unseen = listVoci(db).filter(({ locale, row }) => isUnseen(locale, stateOf(row)))
  const keys = unseen.filter(({ tipo }) => tipo === 'CHIAVE')
  const counts = findChiaveCounts(
    ctx,
    keys.map(({ chiave, row }) => ({ ...JSON.parse(row?.dati ?? ''), id_domanda: Number(chiave) })),
  )
  const refused = new Set(db.all<{ id: string }>('SELECT id FROM giornale_rifiutati').map(({ id }) => id))
  return db.transaction(() => {
    const taken: EventoGiornale[] = []
    for (const { tipo, chiave, row } of unseen) {
      const { nota, ...rest } = stateOf(row)
      writeVoce(db, tipo, chiave, { ...rest, nota, base_ms: nota?.effettivo_ms ?? null }, null)
      showVoce(db, tipo, chiave, nota?.dati ?? null, counts)
    }
    for (const { tipo, chiave, locale, row, content } of listVoci(db)) {
      const state = stateOf(row)
      const what = toBeSent(locale, state)
      if (what === 'niente') continue
      const sent =
        what === 'inviata' && state.inviata
          ? { ...state.inviata, ts: row?.inviata_ts ?? null }
          : { ...dated(tipo, { chiave, locale, content, row, state }, { at, scarto_ms }), dati: locale }
      if (refused.has(sent.id)) continue
      if (what === 'locale') writeVoce(db, tipo, chiave, { ...state, inviata: sent }, sent.ts)
      taken.push({
        id: sent.id,
        tipo,
        chiave,
        id_concorso: null,
        id_domanda: null,
        dati: sent.dati,
        ts_client: sent.ts,
        versione_banca: null,
        dispositivo: null,
        seq: null,
      })
    }
    return [...taken, ...takeSedute(db, refused), ...takeAperte(ctx, refused, { at, scarto_ms })]
  })
}

type Local = { chiave: string; locale: string | null; content: Row | null; row: VoceRow | undefined; state: StatoVoce }

/** Returns id and date of a content at its first send. */
function dated(
  tipo: TipoVoce,
  { chiave, locale, content, row, state: { nota, base_ms } }: Local,
  { at, scarto_ms }: { at: string; scarto_ms: number },
): { id: string; ts: string } {
  if (content === null) {
    // Date a deletion as its deleted version: a later edit that it did not see stays.
    const ts = formatIso(nota?.effettivo_ms ?? 0, 0)
    return { id: hash(tipo, chiave, null, nota?.id ?? '', ts), ts }
  }
  const { date, since } = TABLES[tipo]
  const before = Math.max(base_ms ?? Number.NEGATIVE_INFINITY, msOf(row?.inviata_ts, null))
  const own = date
    ? msOf(content[date], at) + scarto_ms
    : msOf(Number.isFinite(before) ? at : content[since as string], at)
  const ts = formatIso(Math.max(own, before + 1), 0)
  // Make a new version of a voice that was deleted and restored: the server keeps each id once.
  return { id: date && ts === formatIso(own, 0) ? hash(tipo, chiave, locale) : hash(tipo, chiave, locale, ts), ts }
}

function msOf(date: SqlValue | undefined, or: string | null): number {
  const ms = instantOf(typeof date === 'string' ? date : null)
  if (Number.isFinite(ms)) return ms
  return or === null ? Number.NEGATIVE_INFINITY : instantOf(or)
}

/** Marks every voice as under way to another server. Runs inside the caller's transaction. */
export function forgetVoci(db: Connection): void {
  for (const row of db.all<VoceRow>('SELECT * FROM voci')) {
    const { tipo, chiave, inviata, inviata_ts, effettivo_ms } = row
    const known = effettivo_ms === null ? null : formatIso(effettivo_ms, 0)
    writeVoce(db, tipo, chiave, forgetServer(stateOf(row)), inviata === null ? known : inviata_ts)
  }
}

/** Merges a version of a voice; returns whether the shown state changed. Runs inside the caller's transaction. */
export function receiveVoce(db: Connection, e: EventoRicevuto, counts: ChiaveCounts): boolean {
  const tipo = e.tipo as TipoVoce
  const parsed = e.dati === null ? null : parseVoce(tipo, e.dati)
  if (e.chiave === null || (e.dati !== null && parsed === null)) return false
  const { chiave } = e
  const row = readVoce(db, tipo, chiave)
  const arrived = { id: e.id, effettivo_ms: instantOf(e.effettivo), dati: parsed && contentOf(tipo, parsed) }
  const { stato, mostra } = receiveVersione(readContent(db, tipo, chiave), stateOf(row), arrived)
  writeVoce(db, tipo, chiave, stato, row?.inviata_ts ?? null)
  if (mostra === undefined) return false
  showVoce(db, tipo, chiave, mostra, counts)
  return true
}

/** Shows this content of a voice; null: nothing. */
function showVoce(db: Connection, tipo: TipoVoce, chiave: string, content: string | null, counts: ChiaveCounts): void {
  const { table, key, columns } = TABLES[tipo]
  const values = content === null ? null : (JSON.parse(content) as Row)
  if (tipo === 'CHIAVE') projectChiave(db, Number(chiave), values !== null, counts)
  if (values === null) db.run(`DELETE FROM ${table} WHERE ${key} = ?`, keyOf(tipo, chiave))
  else
    db.run(
      `INSERT OR REPLACE INTO ${table}(${key}, ${columns.join(', ')}) VALUES (?, ${columns.map(() => '?').join(', ')})`,
      keyOf(tipo, chiave),
      ...columns.map((name) => values[name] as SqlValue),
    )
}
