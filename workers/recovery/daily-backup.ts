import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import type { StoreContext } from '../core/context.ts'
import { migrate } from '../core/migrate.ts'
import type { Connection, FileStore, SqlValue } from '../core/platform.ts'
import { SEDUTA_TABLES } from '../core/schema.ts'
import { writeWhole } from '../core/whole-file.ts'

/** Names of two files in turn, so that a crash or damage to one leaves the other. */
const NAMES = ['copia-0', 'copia-1'] as const
const NUMBER_BYTES = 8
const HASH_BYTES = 32
/** Rows copied between two turns of the event loop: a few milliseconds. */
const SLICE = 1000
/** Most records of a copied store: beyond them the server has the records, and the events rebuild the rest. */
const MAX_RECORDS = 20_000

/** Copied tables: all that events lack. Triggers fill the counters. */
export const TABLES = [
  'ambiente',
  'banche',
  'banche_meta',
  'banche_blocchi',
  'percorsi',
  'percorsi_meta',
  'statistiche_percorsi',
  'statistiche',
  ...SEDUTA_TABLES,
  'modelli_prova',
  'note',
  'filtri_salvati',
  'chiavi_utente',
  'impostazioni',
  'accantonate',
  'cursori',
  'scaricamenti',
] as const

/** Key of `ambiente` in a copy: the last event in it, as JSON. */
export const BACKUP_CHAIN = 'copia_catena'
export type BackupChain = { dispositivo: string; seq: number }

export const isBackup = (name: string): boolean => (NAMES as readonly string[]).includes(name)

type Row = Record<string, SqlValue>

/**
 * Writes a row of any table unchanged; a row that the table refuses throws. `onConflict`: the fate of a row with its
 * key.
 */
export function insertRow(db: Connection, table: string, row: Row, onConflict: 'REPLACE' | 'IGNORE' = 'IGNORE'): void {
  const names = Object.keys(row)
  const places = names.map(() => '?').join(', ')
  db.run(`INSERT OR ${onConflict} INTO ${table}(${names.join(', ')}) VALUES (${places})`, ...Object.values(row))
}

/** Returns the writable columns of a table, in the order of the file. */
export const columnsOf = (db: Connection, table: string): string[] =>
  db.all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`).map(({ name }) => name)

/**
 * Returns the next rows after one, by primary key. An offset would fail: a deletion between two slices would move
 * another row out of both.
 */
function sliceOf(db: Connection, table: string, columns: readonly string[], after: Row | undefined): Row[] {
  const key = db
    .all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}') WHERE pk > 0 ORDER BY pk`)
    .map(({ name }) => name)
  const where = after ? `WHERE (${key.join(', ')}) > (${key.map(() => '?').join(', ')})` : ''
  return db.all<Row>(
    `SELECT ${columns.join(', ')} FROM ${table} ${where} ORDER BY ${key.join(', ')} LIMIT ${SLICE}`,
    ...(after ? key.map((name) => after[name] as SqlValue) : []),
  )
}

/**
 * Copies sittings, settings and records, slice by slice. Slices may differ by a moment: the events after the first one
 * are applied over the copy. Returns false when it was not made.
 */
export async function makeBackup(ctx: StoreContext): Promise<boolean> {
  const { db, driver, files, platform } = ctx
  if (!driver.fileRecovery) return false
  const { n } = db.get<{ n: number }>('SELECT count(*) AS n FROM statistiche') as { n: number }
  const { dispositivo, seq } = ctx.chain
  const scratch = driver.fileRecovery.scratch()
  try {
    scratch.db.exec('PRAGMA page_size=8192')
    migrate(scratch.db)
    scratch.db.exec('PRAGMA foreign_keys=OFF')
    for (const table of TABLES) {
      if (table === 'statistiche' && n > MAX_RECORDS) continue
      const columns = columnsOf(scratch.db, table)
      for (let after: Row | undefined; ; ) {
        const rows = sliceOf(db, table, columns, after)
        scratch.db.transaction(() => {
          for (const row of rows) insertRow(scratch.db, table, row)
        })
        if (rows.length < SLICE) break
        after = rows.at(-1)
        await platform.wait(0)
      }
    }
    const chainEnd: BackupChain = { dispositivo, seq: n > MAX_RECORDS ? 0 : seq }
    scratch.db.run('INSERT OR REPLACE INTO ambiente VALUES (?, ?)', BACKUP_CHAIN, JSON.stringify(chainEnd))
    await writeBackup(files, scratch.bytes())
    return true
  } finally {
    scratch.db.close()
  }
}

async function writeBackup(files: FileStore, bytes: Uint8Array): Promise<void> {
  const before = await newest(files)
  const number = new Uint8Array(Float64Array.of((before?.numero ?? 0) + 1).buffer)
  const name = NAMES.find((n) => n !== before?.name) as string
  await writeWhole(
    files,
    name,
    concatBytes(number, sha256(concatBytes(number, bytes)), bytes) as Uint8Array<ArrayBuffer>,
  )
}

type ReadBackup = { name: string; numero: number; bytes: Uint8Array<ArrayBuffer> }

async function newest(files: FileStore): Promise<ReadBackup | null> {
  const read = await Promise.all(NAMES.map(async (name) => readOne(name, await files.blob(name))))
  return read.reduce<ReadBackup | null>((best, c) => (c && c.numero > (best?.numero ?? 0) ? c : best), null)
}

async function readOne(name: string, blob: Blob | null): Promise<ReadBackup | null> {
  if (!blob || blob.size <= NUMBER_BYTES + HASH_BYTES) return null
  const whole = new Uint8Array(await blob.arrayBuffer())
  const number = whole.slice(0, NUMBER_BYTES)
  const bytes = whole.slice(NUMBER_BYTES + HASH_BYTES)
  const print = sha256(concatBytes(number, bytes))
  if (print.some((byte, i) => byte !== whole[NUMBER_BYTES + i])) return null
  return { name, numero: new Float64Array(number.buffer)[0] as number, bytes }
}

/** Returns the bytes of the newest whole copy, null when there is none. */
export const readBackup = async (files: FileStore): Promise<Uint8Array<ArrayBuffer> | null> =>
  (await newest(files))?.bytes ?? null
