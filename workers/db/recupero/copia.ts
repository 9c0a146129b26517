import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import type { Archivio } from '../archivio.ts'
import type { Connection, FileStore, Valore } from '../drivers/platform.ts'
import { migrate } from '../migrate.ts'
import { writeWhole } from './file.ts'

/** Two files take turns, so that a crash or damage to one leaves the other. */
const NOMI = ['copia-0', 'copia-1'] as const
const NUMERO = 8
const IMPRONTA = 32
/** Rows copied between two looks at what waits: a few milliseconds. */
const FETTA = 1000
/** A store with more records is not copied: the server has them, and the events rebuild the rest. */
const MAX_RECORDS = 20_000

/** What is copied: all that the events do not say. The counters follow by trigger. */
export const TABELLE = [
  'ambiente',
  'banche',
  'banche_meta',
  'banche_blocchi',
  'percorsi',
  'percorsi_meta',
  'statistiche_percorsi',
  'statistiche',
  'sedute',
  'sedute_domande',
  'sedute_risposte',
  'sedute_segni',
  'prove',
  'prove_voci',
  'modelli_prova',
  'note',
  'filtri_salvati',
  'chiavi_utente',
  'accantonate',
  'cursori',
  'scaricamenti',
] as const

/** Key of `ambiente` in a copy: the last event that it knows of, as JSON. */
export const CATENA_COPIA = 'copia_catena'
export type CatenaCopia = { dispositivo: string; seq: number }

export const isCopia = (name: string): boolean => (NOMI as readonly string[]).includes(name)

type Row = Record<string, Valore>

/** Writes a row of any table as it is; a row that the table refuses throws. `come`: what becomes of one with its key. */
export function insertRow(db: Connection, table: string, row: Row, come: 'REPLACE' | 'IGNORE' = 'IGNORE'): void {
  const names = Object.keys(row)
  const places = names.map(() => '?').join(', ')
  db.run(`INSERT OR ${come} INTO ${table}(${names.join(', ')}) VALUES (${places})`, ...Object.values(row))
}

/** Columns of a table that can be written, in the order of the file. */
export const columnsOf = (db: Connection, table: string): string[] =>
  db.all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`).map(({ name }) => name)

/**
 * The next rows after one, by primary key. Counted places would not do: what is deleted between two slices would move another
 * row out of both.
 */
function sliceOf(db: Connection, table: string, columns: readonly string[], after: Row | undefined): Row[] {
  const key = db
    .all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}') WHERE pk > 0 ORDER BY pk`)
    .map(({ name }) => name)
  const where = after ? `WHERE (${key.join(', ')}) > (${key.map(() => '?').join(', ')})` : ''
  return db.all<Row>(
    `SELECT ${columns.join(', ')} FROM ${table} ${where} ORDER BY ${key.join(', ')} LIMIT ${FETTA}`,
    ...(after ? key.map((name) => after[name] as Valore) : []),
  )
}

/**
 * Puts aside a copy of sittings, settings and records, slice by slice. It may be a little apart from one slice to the next:
 * what happened after its first moment is in the events, which are applied over it. Answers false when it was not made.
 */
export async function makeCopia(a: Archivio): Promise<boolean> {
  const { db, driver, files, platform } = a
  if (!driver.officina) return false
  const { n } = db.get<{ n: number }>('SELECT count(*) AS n FROM statistiche') as { n: number }
  const { dispositivo, seq } = a.chain
  const banco = driver.officina.banco()
  try {
    banco.db.exec('PRAGMA page_size=8192')
    migrate(banco.db)
    banco.db.exec('PRAGMA foreign_keys=OFF')
    for (const table of TABELLE) {
      if (table === 'statistiche' && n > MAX_RECORDS) continue
      const columns = columnsOf(banco.db, table)
      for (let after: Row | undefined; ; ) {
        const rows = sliceOf(db, table, columns, after)
        banco.db.transaction(() => {
          for (const row of rows) insertRow(banco.db, table, row)
        })
        if (rows.length < FETTA) break
        after = rows.at(-1)
        await platform.wait(0)
      }
    }
    const catena: CatenaCopia = { dispositivo, seq: n > MAX_RECORDS ? 0 : seq }
    banco.db.run('INSERT OR REPLACE INTO ambiente VALUES (?, ?)', CATENA_COPIA, JSON.stringify(catena))
    await writeCopia(files, banco.bytes())
    return true
  } finally {
    banco.db.close()
  }
}

async function writeCopia(files: FileStore, bytes: Uint8Array): Promise<void> {
  const before = await newest(files)
  const number = new Uint8Array(Float64Array.of((before?.numero ?? 0) + 1).buffer)
  const name = NOMI.find((n) => n !== before?.name) as string
  await writeWhole(
    files,
    name,
    concatBytes(number, sha256(concatBytes(number, bytes)), bytes) as Uint8Array<ArrayBuffer>,
  )
}

type Letta = { name: string; numero: number; bytes: Uint8Array<ArrayBuffer> }

async function newest(files: FileStore): Promise<Letta | null> {
  const read = await Promise.all(NOMI.map(async (name) => readOne(name, await files.blob(name))))
  return read.reduce<Letta | null>((best, c) => (c && c.numero > (best?.numero ?? 0) ? c : best), null)
}

async function readOne(name: string, blob: Blob | null): Promise<Letta | null> {
  if (!blob || blob.size <= NUMERO + IMPRONTA) return null
  const whole = new Uint8Array(await blob.arrayBuffer())
  const number = whole.slice(0, NUMERO)
  const bytes = whole.slice(NUMERO + IMPRONTA)
  const print = sha256(concatBytes(number, bytes))
  if (print.some((byte, i) => byte !== whole[NUMERO + i])) return null
  return { name, numero: new Float64Array(number.buffer)[0] as number, bytes }
}

/** The bytes of the newest copy that is whole, null when there is none. */
export const readCopia = async (files: FileStore): Promise<Uint8Array<ArrayBuffer> | null> =>
  (await newest(files))?.bytes ?? null
