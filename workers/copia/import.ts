import type { Copia, CopiaDati, CopiaFigures, CopiaPreview, CopiaRow } from '#contract/copia'
import type { StoreArgs } from '#contract/database'
import { mergeCopia } from '#rules/copia'
import { compareDates, instantOf } from '#rules/dates'
import { hasChiave } from '#rules/esito'
import { NON_RISPOSTE } from '#rules/livello'
import { attach } from '../banche/attach.ts'
import { chiaveOf } from '../banche/chiave.ts'
import type { StoreContext } from '../core/context.ts'
import { appendEvento, type Chain } from '../core/events.ts'
import type { Connection } from '../core/platform.ts'
import { SEDUTA_TABLES } from '../core/schema.ts'
import { REBUILD_PASSI } from '../core/schema-journal.ts'
import { alignBanks } from '../recovery/index.ts'
import { countChiave } from '../statistiche/assign-chiave.ts'
import { findDomanda, readStatistica, toStatistica, writeStatistica } from '../statistiche/records.ts'
import { sameLevelHalf } from '../statistiche/sync.ts'
import { countCopia, fromCell, readCopia } from './file.ts'
import { restoreRecords } from './restore.ts'
import { actId, makePunto } from './restore-points.ts'

/** A key of the copy, and where it counts: null where the bank has one of its own, or is not here. */
type CountedChiave = { row: CopiaRow; counts: { id_concorso: number; id_materia: number | null } | null }

/** Counts the content of a copy and its additions: adds it and rolls back, so that the numbers are the import's. */
export function previewCopia(ctx: StoreContext, { testo }: StoreArgs<'previewCopia'>): CopiaPreview {
  const copy = readCopia(testo)
  const chiavi = countedChiavi(ctx, copy.dati)
  const tried: { nuove?: CopiaFigures } = {}
  const back = new Error('only looked at')
  try {
    ctx.db.transaction(() => {
      tried.nuove = add(ctx, copy, chiavi, 'anteprima')
      throw back
    })
  } catch (error) {
    if (error !== back) throw error
  }
  const { creata, id_utente } = copy
  const nuove = tried.nuove as CopiaFigures
  return { creata, altro_account: id_utente !== ctx.id_utente, contiene: countCopia(copy.dati), nuove }
}

/** Adds the rows of a copy that the store lacks (contract/store/copia `importCopia`), after a restore point. */
export async function importCopia(ctx: StoreContext, args: StoreArgs<'importCopia'>): Promise<CopiaFigures> {
  const copy = readCopia(args.testo)
  await makePunto(ctx, 'importazione', actId(args.id), args.at)
  const chiavi = countedChiavi(ctx, copy.dati)
  const added = ctx.db.transaction(() => add(ctx, copy, chiavi, args.id))
  alignBanks(ctx)
  return added
}

/** Restores a copy (contract/store/copia `restoreCopia`), after a restore point of the present. */
export async function restoreCopia(ctx: StoreContext, args: StoreArgs<'restoreCopia'>): Promise<{ domande: number }> {
  const copy = readCopia(args.testo)
  await makePunto(ctx, 'ripristino', actId(args.id), args.at)
  const chiavi = countedChiavi(ctx, copy.dati)
  const { chain, domande } = ctx.db.transaction(() => {
    add(ctx, { ...copy, dati: { ...copy.dati, statistiche: [] } }, chiavi, args.id)
    for (const row of copy.dati.note) insertRow(ctx.db, 'note', row, 'REPLACE')
    for (const row of copy.dati.impostazioni ?? []) insertRow(ctx.db, 'impostazioni', row, 'REPLACE')
    return restoreRecords(ctx, copy, args)
  })
  ctx.chain = chain
  alignBanks(ctx)
  return { domande }
}

/** Adds all missing rows of a copy, inside the caller's transaction. */
function add(ctx: StoreContext, copy: Copia, chiavi: readonly CountedChiave[], id: string): CopiaFigures {
  const { db } = ctx
  const { dati } = copy
  const risposte = addEventi(db, dati, id)
  const { livelli, preferite } = addRecords(db, dati)
  addLater(db, 'impostazioni', dati.impostazioni ?? [])
  return {
    risposte,
    livelli,
    preferite,
    sedute: addSedute(db, dati, copy.id_utente === ctx.id_utente),
    note: addLater(db, 'note', dati.note),
    ricerche: insertNew(db, 'filtri_salvati', dati.filtri_salvati),
    modelli: insertNew(db, 'modelli_prova', dati.modelli_prova),
    chiavi: addChiavi(db, chiavi),
  }
}

/**
 * Adds events by their id, on a chain of their own: this device's chain holds only its own events, with each place used
 * once. Returns how many answers are new and not taken back.
 */
function addEventi(db: Connection, { eventi }: CopiaDati, id: string): number {
  const fresh = eventi.filter((e) => !db.get('SELECT 1 FROM eventi WHERE id = ?', e.id))
  if (fresh.length === 0) return 0
  let chain: Chain = { dispositivo: `copia:${id}`, seq: 0, catena: new Uint8Array(0) }
  const before = countPassi(db)
  for (const e of fresh.toSorted((a, b) => instantOf(a.ts_client) - instantOf(b.ts_client)))
    chain = appendEvento(db, chain, { ...e, dati: JSON.parse(e.dati) })
  db.exec(REBUILD_PASSI)
  return Math.max(0, countPassi(db) - before)
}

const countPassi = (db: Connection): number =>
  db.get<{ n: number }>('SELECT count(*) AS n FROM passi WHERE stato & 3 <> 0')?.n ?? 0

function addRecords(db: Connection, { eventi, statistiche }: CopiaDati): { livelli: number; preferite: number } {
  const takenBack = takenBackIn(eventi)
  let livelli = 0
  let preferite = 0
  for (const copied of statistiche) {
    const stored = readStatistica(db, copied.id_domanda)
    const here = stored ? toStatistica(stored) : null
    const merged = mergeCopia(here, copied, (date) => takenBack.has(levelAt(copied.id_domanda, date)))
    if (!merged) continue
    livelli++
    if (merged.preferiti === 1 && here?.preferiti !== 1) preferite++
    const ultimo_evento = stored && sameLevelHalf(stored, merged) ? stored.ultimo_evento : null
    writeStatistica(db, merged, stored?.presente ?? 0, ultimo_evento)
  }
  return { livelli, preferite }
}

const levelAt = (id_domanda: number, date: string): string => `${id_domanda} ${instantOf(date)}`

/** Returns the levels set back by hand to unanswered, by question and instant. */
function takenBackIn(eventi: CopiaDati['eventi']): ReadonlySet<string> {
  const levels = eventi.filter(({ tipo }) => tipo === 'LIVELLO')
  const given = (dati: string) => (JSON.parse(dati) as { livello?: unknown } | null)?.livello
  return new Set(levels.flatMap((e) => (given(e.dati) === NON_RISPOSTE ? [levelAt(e.id_domanda, e.ts_client)] : [])))
}

/** Adds missing sittings, each with its rows. A trial of another account is never sent as this account's. */
function addSedute(db: Connection, dati: CopiaDati, own: boolean): number {
  const fresh = new Set(
    dati.sedute.flatMap(({ id }) => (db.get('SELECT 1 FROM sedute WHERE id = ?', fromCell(id)) ? [] : [id])),
  )
  for (const table of SEDUTA_TABLES)
    for (const row of dati[table].filter((r) => fresh.has(r.id_seduta ?? r.id)))
      insertRow(db, table, table === 'prove' && !own ? { ...row, da_spedire: 0 } : row)
  return fresh.size
}

const LATER = {
  note: { key: 'id_domanda', date: 'aggiornata' },
  impostazioni: { key: 'nome', date: 'cambiata' },
} as const

/** Adds notes and settings; the later text or value stays. */
function addLater(db: Connection, table: keyof typeof LATER, rows: readonly CopiaRow[]): number {
  const { key, date } = LATER[table]
  const newer = rows.filter((row) => {
    const here = db.get<{ at: string }>(`SELECT ${date} AS at FROM ${table} WHERE ${key} = ?`, fromCell(row[key]))
    return !here || compareDates(String(row[date]), here.at) > 0
  })
  for (const row of newer) insertRow(db, table, row, 'REPLACE')
  return newer.length
}

const insertNew = (db: Connection, table: string, rows: readonly CopiaRow[]): number =>
  rows.reduce((sum, row) => sum + insertRow(db, table, row), 0)

function addChiavi(db: Connection, chiavi: readonly CountedChiave[]): number {
  let n = 0
  for (const { row, counts } of chiavi) {
    if (insertRow(db, 'chiavi_utente', row) === 0) continue
    n++
    if (counts) countChiave(db, counts.id_concorso, counts.id_materia, 1)
  }
  return n
}

/** Look keys up before the transaction, in which no bank can be attached. */
function countedChiavi(ctx: StoreContext, { chiavi_utente }: CopiaDati): CountedChiave[] {
  return chiavi_utente.map((row) => {
    const id_concorso = Number(row.id_concorso)
    if (!ctx.db.get('SELECT 1 FROM banche WHERE id_concorso = ? AND file IS NOT NULL', id_concorso))
      return { row, counts: null }
    const domanda = findDomanda(ctx.db, attach(ctx, id_concorso), Number(row.id_domanda))
    const own = domanda && !hasChiave(chiaveOf(domanda))
    return { row, counts: own ? { id_concorso, id_materia: domanda.id_materia } : null }
  })
}

/** Writes the columns of a row that the table has; returns whether the row was new. */
function insertRow(db: Connection, table: string, row: CopiaRow, onConflict: 'IGNORE' | 'REPLACE' = 'IGNORE'): number {
  const known = db.all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`).map(({ name }) => name)
  const names = Object.keys(row).filter((name) => known.includes(name))
  return db.run(
    `INSERT OR ${onConflict} INTO ${table}(${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    ...names.map((name) => fromCell(row[name])),
  )
}
