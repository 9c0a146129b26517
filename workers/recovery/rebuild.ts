import { instantOf } from '#rules/dates'
import type { PageChecksums, PendingRecovery } from '../core/context.ts'
import { controlloOf, type EventoScritto, insertEvento, linkOf } from '../core/events.ts'
import { migrate } from '../core/migrate.ts'
import { isEarlier, type MirrorContent, type StoredRow } from '../core/mirror.ts'
import type { Connection, SqlValue } from '../core/platform.ts'
import type { FileRecovery, ScratchDb } from '../core/recovery-sources.ts'
import { regrowMartelle } from '../sedute/martella.ts'
import { markBankList } from './bank-list.ts'
import { BACKUP_CHAIN, type BackupChain, columnsOf, insertRow, TABLES } from './daily-backup.ts'
import { imageOf } from './page-image.ts'
import { findEventi, toEvento } from './raw-events.ts'
import { replayEvento, replayPlace } from './replay.ts'
import { type PageImage, readTree, type TreeRow } from './sqlite-btree.ts'

/** The report of a rebuilt store; `mirrored`: the mirror was read. */
export type Repaired = PendingRecovery & { mirrored: boolean }

/** Sources of a rebuild. */
export type RebuildSources = {
  /** The damaged database and its log, as found. */
  db: Uint8Array<ArrayBuffer> | null
  log: Uint8Array<ArrayBuffer> | null
  checksums: PageChecksums | null
  backup: Uint8Array<ArrayBuffer> | null
  mirrored: MirrorContent | null
  /** The end of the log as found before the opening, when a later write may have overwritten it. */
  tail?: Uint8Array<ArrayBuffer> | undefined
  /** Damaged pages that the log has overwritten since. */
  brokenPages?: ReadonlySet<number> | undefined
  /** Restores data of other sources over the tables, before the events find their sittings. */
  beyond?: (db: Connection) => void
  newDevice: () => string
}

export type Rebuilt = {
  bytes: Uint8Array<ArrayBuffer>
  eventi: number
  dallo_specchio: number
  mancanti: number
}

/**
 * Rebuilds a whole store from the remains (decision 0021): rows of undamaged pages, the last copy for the rest, every
 * whole event, the mirror's events. Records of damaged pages are the copy's with the later events applied. Pure over
 * bytes: the damaged store stays unchanged.
 */
export function rebuild(fileRecovery: Pick<FileRecovery, 'scratch'>, sources: RebuildSources): Rebuilt {
  const scratch = fileRecovery.scratch()
  const backup = sources.backup ? openBackup(fileRecovery, sources.backup) : null
  try {
    const { db } = scratch
    db.exec('PRAGMA page_size=8192')
    migrate(db)
    db.exec('PRAGMA foreign_keys=OFF')
    const outcome = db.transaction(() => fill(scratch, sources, backup))
    return { ...outcome, bytes: scratch.bytes() }
  } finally {
    backup?.db.close()
    scratch.db.close()
  }
}

function openBackup(fileRecovery: Pick<FileRecovery, 'scratch'>, bytes: Uint8Array<ArrayBuffer>): ScratchDb | null {
  try {
    return fileRecovery.scratch(bytes)
  } catch {
    return null
  }
}

function fill({ db }: ScratchDb, sources: RebuildSources, backup: ScratchDb | null): Omit<Rebuilt, 'bytes'> {
  // Accept a log alone: it may hold the whole store.
  const main = sources.db ?? (sources.log ? new Uint8Array(0) : null)
  const img = main && imageOf(main, sources.log, sources.checksums, sources.brokenPages)
  const salvaged: SalvagedTables = img ? readTables(db, img) : new Map()
  const { all, inImage } = gather(sources, img, salvaged)
  const backupEnd = backup && chainEndOf(backup.db)
  // Prefer the copy to an older store, whose undamaged events end before the copy's. Damaged events may only be fewer.
  const isOlder =
    backupEnd !== null &&
    (salvaged.get('eventi')?.whole ?? false) &&
    backupEnd.seq > (inImage.get(backupEnd.dispositivo) ?? 0)
  if (isOlder) for (const table of TABLES) salvaged.delete(table)
  for (const table of TABLES) {
    const tree = salvaged.get(table)
    for (const row of tree?.rows ?? []) tryRow(db, table, row)
    if (!tree?.whole && backup) addFrom(backup.db, db, table)
  }
  // Trust no list beside a damaged log: the newer version may have been in it alone.
  const bankListWhole = (img?.logWhole ?? false) && (salvaged.get('banche')?.whole ?? false)
  if (!bankListWhole) markBankList(db)
  // A damaged frame of the log hides its page's number: any page may be older.
  const logWhole = img?.logWhole ?? true
  const recordsWhole = logWhole && (salvaged.get('statistiche')?.whole ?? false)
  const fromBackup = recordsWhole ? null : backupEnd
  // Drop cursors newer than the records: a pull would skip the missing ones.
  if (!recordsWhole) {
    db.exec('DELETE FROM cursori')
    if (backup && fromBackup && fromBackup.seq > 0) addFrom(backup.db, db, 'cursori')
  }
  const { head, events: inMirror } = sources.mirrored ?? { head: null, events: [] }
  const mirrorOnly = inMirror.filter((e) => !all.has(e.id) && toEvento(valuesOf(e)))
  for (const e of mirrorOnly) all.set(e.id, e)
  // Events lost from the store, whose places in the chain others took: they are older than the events with their
  // numbers.
  const displaced = new Set(mirrorOnly.filter((e) => e.seq <= (inImage.get(e.dispositivo) ?? 0)).map(({ id }) => id))
  const events = inOrder([...all.values()], displaced)
  const { fine: endDevice, mancanti: missing } = chainUp(db, events, head, sources.newDevice)
  addSedute(db, sources.mirrored?.sedute ?? [])
  sources.beyond?.(db)
  const waiting = new Set(inMirror.map(({ id }) => id))
  const sentAlready = (e: EventoScritto) =>
    head !== null && e.dispositivo === head.dispositivo && e.seq <= head.seq && !waiting.has(e.id)
  const good = new Set(logWhole ? (salvaged.get('statistiche')?.rows ?? []).map((r) => r.id_domanda) : [])
  const redone = new Set<number>()
  for (const e of events) {
    if (displaced.has(e.id)) redone.add(e.id_domanda)
    const beyond = e.seq > (inImage.get(e.dispositivo) ?? 0) || redone.has(e.id_domanda)
    const afterCopy = !fromBackup || fromBackup.dispositivo !== e.dispositivo || e.seq > fromBackup.seq
    // Skip a record of an undamaged page, which shows every event of the image; the others start from the copy.
    if (beyond || (!recordsWhole && !good.has(e.id_domanda) && afterCopy)) replayEvento(db, e, sentAlready(e))
    replayPlace(db, e)
  }
  regrowMartelle(db)
  dropOrphans(db, bankListWhole)
  db.run("INSERT OR REPLACE INTO ambiente VALUES ('dispositivo', ?)", endDevice)
  db.run('DELETE FROM ambiente WHERE chiave = ?', BACKUP_CHAIN)
  return { eventi: events.length, dallo_specchio: mirrorOnly.length, mancanti: missing }
}

type SalvagedTables = Map<string, { rows: StoredRow[]; whole: boolean }>

/** Returns the rows of every table on undamaged pages. */
function readTables(db: Connection, img: PageImage): SalvagedTables {
  const tables: SalvagedTables = new Map()
  // Read the list of tables from a damaged page too: its children are on other pages, and each row is checked.
  const schema = readTree({ ...img, broken: (n) => n !== 1 && img.broken(n) }, 1).rows.map(({ values }) => values)
  const roots = schema.map(([, , , root]) => root)
  for (const [type, name, , root] of schema) {
    if (type !== 'table' || typeof name !== 'string' || typeof root !== 'number') continue
    // Skip two tables with one root: one of the two numbers is damaged.
    if (roots.indexOf(root) !== roots.lastIndexOf(root)) continue
    const columns = columnsOf(db, name)
    if (columns.length === 0) continue
    const key = db.get<{ name: string }>(
      `SELECT name FROM pragma_table_info('${name}') WHERE pk = 1 AND upper(type) = 'INTEGER'`,
    )?.name
    const { rows, whole: isWhole } = readTree(img, root)
    tables.set(name, { rows: rows.map((r) => named(r, columns, key)), whole: isWhole })
  }
  return tables
}

/**
 * Names the values of a row; the rowid is the key that the record leaves out. A row older than a column ends before it,
 * and has the column's default.
 */
function named({ rowid, values }: TreeRow, columns: readonly string[], key: string | undefined): StoredRow {
  const row = Object.fromEntries(
    values.slice(0, columns.length).map((v, i): [string, SqlValue] => [columns[i] as string, v]),
  )
  return rowid !== null && key !== undefined ? { ...row, [key]: rowid } : row
}

/** Writes a row, and skips one that the schema refuses. */
function tryRow(db: Connection, table: string, row: StoredRow, onConflict?: 'REPLACE' | 'IGNORE'): void {
  try {
    insertRow(db, table, row, onConflict)
  } catch {
    // Skip a row that fails a CHECK of the schema: its bytes have changed.
  }
}

function addFrom(from: Connection, to: Connection, table: string): void {
  if (columnsOf(from, table).length === 0) return
  // Use writable columns that the copy has, which may be of an earlier version.
  const there = new Set(columnsOf(from, table))
  const columns = columnsOf(to, table).filter((name) => there.has(name))
  for (const row of from.all<StoredRow>(`SELECT ${columns.join(', ')} FROM ${table}`)) tryRow(to, table, row)
}

function chainEndOf(backup: Connection): BackupChain | null {
  const found = backup.get<{ valore: string }>('SELECT valore FROM ambiente WHERE chiave = ?', BACKUP_CHAIN)
  return found ? (JSON.parse(found.valore) as BackupChain) : null
}

type GatheredEvents = {
  all: Map<string, EventoScritto>
  /** Last event of each device in the image: records of its undamaged pages show it and all before it. */
  inImage: Map<string, number>
}

/** Collects every whole event by id: first those of undamaged pages, then any others in the bytes. */
function gather({ db, log, tail }: RebuildSources, img: PageImage | null, salvaged: SalvagedTables): GatheredEvents {
  const all = new Map<string, EventoScritto>()
  const inImage = new Map<string, number>()
  const take = (e: EventoScritto | undefined) => e && !all.has(e.id) && all.set(e.id, e)
  for (const row of salvaged.get('eventi')?.rows ?? []) take(toEvento(Object.values(row)))
  if (img) for (const e of findEventi(img.bytes)) take(e)
  for (const { dispositivo, seq } of all.values())
    inImage.set(dispositivo, Math.max(seq, inImage.get(dispositivo) ?? 0))
  // Skip an event whose place in the image's chain is another's: its commit never became valid.
  const taken = new Set([...all.values()].map(placeOf))
  for (const bytes of [db, log, tail])
    for (const e of bytes ? findEventi(bytes) : []) if (!taken.has(placeOf(e))) take(e)
  return { all, inImage }
}

const placeOf = ({ dispositivo, seq }: EventoScritto): string => `${dispositivo} ${seq}`

/** Returns the values of a row of `eventi`, in the order of its columns. */
const valuesOf = (e: EventoScritto): SqlValue[] => [
  ...[e.dispositivo, e.seq, e.id, e.id_concorso, e.id_domanda, null, e.tipo, e.dati, e.ts_client, e.versione_banca],
  ...[e.catena, null, e.controllo],
]

/** Orders each device's events by its chain, whatever its clock; between devices, and for `displaced` ones, by date. */
function inOrder(events: readonly EventoScritto[], displaced: ReadonlySet<string> = new Set()): EventoScritto[] {
  const streamOf = (e: EventoScritto) => `${displaced.has(e.id)} ${e.dispositivo}`
  const code = [...new Set(events.map(streamOf))].map((stream) => {
    const own = events.filter((e) => streamOf(e) === stream).sort((a, b) => a.seq - b.seq)
    // Never date an event before its own device's earlier ones.
    let latest = 0
    return own.map((e) => {
      latest = Math.max(latest, instantOf(e.ts_client))
      return { e, quando: latest }
    })
  })
  return code
    .flat()
    .sort((a, b) => a.quando - b.quando)
    .map(({ e }) => e)
}

/**
 * Writes the events. Each device's chain stays as far as it is whole; events after a gap go to a chain of their own, so
 * that each place is used once. Returns the device that continues, and the number of missing events.
 */
function chainUp(
  db: Connection,
  events: readonly EventoScritto[],
  head: MirrorContent['head'],
  newDevice: () => string,
): { fine: string; mancanti: number } {
  const known = db.get<{ valore: string }>("SELECT valore FROM ambiente WHERE chiave = 'dispositivo'")?.valore
  const current = head?.dispositivo ?? known
  const loose: EventoScritto[] = []
  const devices = new Set([...events.map((e) => e.dispositivo), ...(head ? [head.dispositivo] : [])])
  let missing = 0
  let whole = current !== undefined
  for (const device of devices) {
    const own = events.filter((e) => e.dispositivo === device)
    const kept = writeChain(db, own)
    loose.push(...own.slice(kept))
    const last = Math.max(own.at(-1)?.seq ?? 0, head?.dispositivo === device ? head.seq : 0)
    missing += Math.max(0, last - own.length)
    if (device === current && kept < last) whole = false
  }
  let newName = newDevice()
  while (devices.has(newName)) newName += '+'
  let previous: Uint8Array<ArrayBuffer> = new Uint8Array(0)
  for (const [i, e] of inOrder(loose).entries()) {
    const placed = { ...e, dispositivo: newName, seq: i + 1 }
    const catena = linkOf(previous, placed)
    insertEvento(db, { ...placed, catena, controllo: controlloOf(placed, catena) })
    previous = catena
  }
  return { fine: whole && current !== undefined ? current : newName, mancanti: missing }
}

/** Writes a device's events up to the first that does not fit its chain; returns how many. */
function writeChain(db: Connection, events: readonly EventoScritto[]): number {
  let previous: Uint8Array<ArrayBuffer> = new Uint8Array(0)
  for (const [i, e] of events.entries()) {
    const link = linkOf(previous, e)
    if (e.seq !== i + 1 || link.some((byte, k) => byte !== e.catena[k])) return i
    insertEvento(db, e)
    previous = e.catena
  }
  return events.length
}

/** Adds the mirror's sittings under way, last ended ones and unsent trials: they are newer than an older copy. */
function addSedute(db: Connection, sedute: MirrorContent['sedute']): void {
  for (const { riga: placed, domande, prova } of sedute) {
    const here = db.get<StoredRow>('SELECT stato, aggiornata_ms FROM sedute WHERE id = ?', placed.id as string)
    // At the same moment prefer the mirror: the present row may be an incomplete copy's. A mark of the copy alone
    // stays.
    const onConflict = here && isEarlier(placed, here) ? 'IGNORE' : 'REPLACE'
    tryRow(db, 'sedute', placed, onConflict)
    tryRow(db, 'sedute_domande', domande)
    if (prova) tryRow(db, 'prove', prova.riga, onConflict)
    for (const voce of prova?.voci ?? []) tryRow(db, 'prove_voci', voce, onConflict)
  }
}

/**
 * Drops rows without their bank or sitting, and trials with questions alone. Data about banks waits for a whole list.
 */
function dropOrphans(db: Connection, bankListWhole: boolean): void {
  db.exec(`DELETE FROM sedute WHERE id NOT IN (SELECT id_seduta FROM sedute_domande);
DELETE FROM sedute WHERE tipo IN ('PROVA_PERSONALIZZATA', 'SIMULAZIONE') AND id NOT IN (SELECT id_seduta FROM prove);
DELETE FROM sedute_domande WHERE id_seduta NOT IN (SELECT id FROM sedute);
DELETE FROM sedute_risposte WHERE id_seduta NOT IN (SELECT id FROM sedute);
DELETE FROM sedute_segni WHERE id_seduta NOT IN (SELECT id FROM sedute);
DELETE FROM prove WHERE id_seduta NOT IN (SELECT id FROM sedute);
DELETE FROM prove_voci WHERE id_seduta NOT IN (SELECT id FROM sedute);
DELETE FROM percorsi_meta WHERE id_argomento NOT IN (SELECT id_argomento FROM percorsi)`)
  // Repair half a delivery: with the marks alone it is delivered again; otherwise its result is here.
  db.exec(`UPDATE sedute SET stato = 'in_corso' WHERE stato = 'consegnata'
  AND id IN (SELECT id_seduta FROM prove WHERE consegna IS NULL);
UPDATE sedute SET stato = 'consegnata' WHERE id IN (SELECT id_seduta FROM prove WHERE consegna IS NOT NULL)`)
  if (bankListWhole)
    db.exec(`DELETE FROM banche_meta WHERE id_concorso NOT IN (SELECT id_concorso FROM banche);
DELETE FROM banche_blocchi WHERE id_concorso NOT IN (SELECT id_concorso FROM banche)`)
}
