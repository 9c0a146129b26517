import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import type { Copies, SqlTable } from '#contract/sql'
import { normalizeText, withoutMarks } from '#rules/text'
import { authorize, type Permissions } from './authorizer.ts'
import { schemaOf, USER_TABLES, VIEW_TABLES, views } from './views.ts'

/** Most bytes of a query beside the copies: beyond them SQLite reports no memory, and the page lives. */
const HEAP_BYTES = 512_000_000
/** Longest text or blob of a query, in bytes. */
const LENGTH_BYTES = 100_000_000

export type OpenCopies = { db: Database; permissions: Permissions; tables: SqlTable[] }

/**
 * Opens the copies in memory and the views over them, and from then on only reads. Throws when a copy is no database.
 */
export async function openCopies(sqlite: Sqlite3Static, { utente, banche }: Copies): Promise<OpenCopies> {
  const { capi } = sqlite
  const db = new sqlite.oo1.DB(':memory:', 'c')
  try {
    deserialize(sqlite, db, 'main', withoutHidden(sqlite, await utente.arrayBuffer()))
    let total = utente.size
    for (const { id_concorso, file } of banche) {
      db.exec(`ATTACH ':memory:' AS ${schemaOf(id_concorso)}`)
      deserialize(sqlite, db, schemaOf(id_concorso), await file.arrayBuffer())
      total += file.size
    }
    for (const { nome, sql } of views(banche)) db.exec(`CREATE TEMP VIEW ${nome} AS ${sql}`)
    const tables = listTables(db)
    // Replace SQLite's own lower(), which ignores letters beyond ASCII.
    db.createFunction(
      'normalizza',
      (_, text) => (typeof text === 'string' ? withoutMarks(normalizeText(text)) : text),
      {
        arity: 1,
        deterministic: true,
      },
    )
    db.exec(`PRAGMA hard_heap_limit=${total + HEAP_BYTES}; PRAGMA query_only=ON`)
    capi.sqlite3_limit(db.pointer as number, capi.SQLITE_LIMIT_LENGTH, LENGTH_BYTES)
    capi.sqlite3_db_config(db.pointer as number, capi.SQLITE_DBCONFIG_DEFENSIVE, 1)
    // Drop the engine's own tables (pages, bytecode, statements), whose names are then free.
    capi.sqlite3_drop_modules(db.pointer as number, 0)
    const ids = banche.map(({ id_concorso }) => id_concorso)
    return { db, permissions: authorize(sqlite, db, ids), tables }
  } catch (error) {
    db.close()
    throw error
  }
}

function deserialize({ capi, wasm }: Sqlite3Static, db: Database, schema: string, bytes: ArrayBuffer): void {
  const memory = wasm.allocFromTypedArray(bytes)
  const { SQLITE_DESERIALIZE_FREEONCLOSE, SQLITE_DESERIALIZE_READONLY } = capi
  const flags = SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY
  db.checkRc(capi.sqlite3_deserialize(db.pointer as number, schema, memory, bytes.byteLength, bytes.byteLength, flags))
  // Read once: bytes that are no database fail at the first read, not before.
  db.exec(`PRAGMA ${schema}.schema_version`)
}

/**
 * Returns the person's copy without technical tables. Deleting them, rather than refusing their names, leaves every
 * name to a query's own tables (WITH), which SQLite cannot separate while it authorizes.
 */
function withoutHidden(sqlite: Sqlite3Static, bytes: ArrayBuffer): ArrayBuffer {
  const { capi, wasm } = sqlite
  const db = new sqlite.oo1.DB(':memory:', 'c')
  try {
    const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_RESIZEABLE
    const memory = wasm.allocFromTypedArray(bytes)
    db.checkRc(
      capi.sqlite3_deserialize(db.pointer as number, 'main', memory, bytes.byteLength, bytes.byteLength, flags),
    )
    const kept = new Set<string>([...USER_TABLES, ...VIEW_TABLES])
    const names = db.selectValues("SELECT name FROM sqlite_schema WHERE type = 'table'") as string[]
    db.exec('PRAGMA foreign_keys=OFF; BEGIN')
    for (const name of names) if (!kept.has(name) && !name.startsWith('sqlite_')) db.exec(`DROP TABLE "${name}"`)
    db.exec('COMMIT')
    return capi.sqlite3_js_db_export(db).buffer as ArrayBuffer
  } finally {
    db.close()
  }
}

/** Lists views first, then the person's tables, with their columns. */
function listTables(db: Database): SqlTable[] {
  const columns = (nome: string, schema: string) =>
    db.selectObjects('SELECT name AS nome, type AS tipo FROM pragma_table_info(?, ?)', [nome, schema]) as {
      nome: string
      tipo: string
    }[]
  return [
    ...views([]).map(({ nome }) => ({ nome, vista: true, colonne: columns(nome, 'temp') })),
    ...USER_TABLES.map((nome) => ({ nome, vista: false, colonne: columns(nome, 'main') })),
  ]
}
