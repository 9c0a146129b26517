import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import { bankTables, schemaOf, USER_TABLES, VIEW_TABLES, views } from './views.ts'

/** Pragmas that only describe a table or an index. */
const PRAGMA = new Set(['table_info', 'table_xinfo', 'table_list', 'index_list', 'index_info', 'index_xinfo'])
/** Tables without a database: functions that return rows, and the lists of what exists. */
const ELSEWHERE = new Set([
  'json_each',
  'json_tree',
  'sqlite_master',
  'sqlite_schema',
  'sqlite_temp_master',
  'sqlite_temp_schema',
  ...[...PRAGMA].map((name) => `pragma_${name}`),
])
const FORBIDDEN_FUNCTIONS = new Set(['load_extension', 'fts3_tokenizer', 'sqlite_log', 'sqlite_offset'])

export type Permissions = {
  /** Clears the refusals, before a statement is prepared. */
  reset(): void
  /** Returns true when anything but a read was refused since. */
  refusedWriting(): boolean
}

/**
 * Makes this connection read only: SELECT, functions, and the person's tables (https://sqlite.org/c3ref/
 * set_authorizer.html). Everything not named here is refused: writing, ATTACH, every other PRAGMA, transactions.
 */
export function authorize(sqlite: Sqlite3Static, db: Database, id_concorsi: readonly number[]): Permissions {
  const { capi } = sqlite
  const { SQLITE_OK, SQLITE_DENY } = capi
  const readable = new Set([
    ...USER_TABLES.map((name) => `main.${name}`),
    ...VIEW_TABLES.map((name) => `main.${name}`),
    ...views([]).map(({ nome: name }) => `temp.${name}`),
    ...id_concorsi.flatMap((id) => bankTables(id).map((name) => `${schemaOf(id)}.${name}`)),
  ])
  let writing = false
  const refuse = (isWriting: boolean) => {
    writing ||= isWriting
    return SQLITE_DENY
  }
  // SQLite omits the database of a table without read columns (`count(*)`), and of a query's own table (WITH), which
  // may have any name. Hidden tables are not in the copy (`open.ts`), except a bank's index.
  const mayRead = (table: string, schema: string | 0) =>
    !schema || ELSEWHERE.has(table) || readable.has(`${schema}.${table}`)
  capi.sqlite3_set_authorizer(
    db.pointer as number,
    (_, action, first, second, schema) => {
      switch (action) {
        case capi.SQLITE_SELECT:
        case capi.SQLITE_RECURSIVE:
          return SQLITE_OK
        case capi.SQLITE_READ:
          return mayRead(String(first).toLowerCase(), schema) ? SQLITE_OK : refuse(false)
        case capi.SQLITE_FUNCTION:
          return FORBIDDEN_FUNCTIONS.has(String(second).toLowerCase()) ? refuse(false) : SQLITE_OK
        case capi.SQLITE_PRAGMA:
          return PRAGMA.has(String(first).toLowerCase()) ? SQLITE_OK : refuse(true)
        default:
          return refuse(true)
      }
    },
    0,
  )
  return {
    reset() {
      writing = false
    },
    refusedWriting: () => writing,
  }
}
