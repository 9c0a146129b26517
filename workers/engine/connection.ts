import type { Database, PreparedStatement, Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import type { Connection, SqlValue } from '../core/platform.ts'
import { cellReader, rawOf, textGatherer } from './cells.ts'
import { rawFile } from './raw-file.ts'

/** Statements kept prepared; the filters make many different texts. */
const KEPT = 96

type Kept = { statement: PreparedStatement; pointer: number; names: string[] }

/** Caches prepared statements and drops the least recently used. */
function createStatements(db: Database) {
  const kept = new Map<string, Kept>()

  function prepare(sql: string, values: SqlValue[]): Kept {
    let found = kept.get(sql)
    if (found) kept.delete(sql)
    else {
      const statement = db.prepare(sql)
      const names = statement.columnCount > 0 ? statement.getColumnNames() : []
      found = { statement, pointer: statement.pointer as number, names }
      if (kept.size >= KEPT) {
        const [oldest] = kept
        if (oldest) drop(oldest[0], oldest[1])
      }
    }
    kept.set(sql, found)
    if (values.length > 0) found.statement.bind(values)
    return found
  }

  function drop(sql: string, { statement }: Kept) {
    kept.delete(sql)
    statement.finalize()
  }

  return {
    /** Runs `use` and always resets the statement for the next time. */
    using<T>(sql: string, values: SqlValue[], use: (k: Kept) => T): T {
      const found = prepare(sql, values)
      try {
        return use(found)
      } finally {
        found.statement.reset()
      }
    },
    /** Drops cached statements whose text has this part; all by default. */
    forget(part = ''): void {
      for (const [sql, found] of [...kept]) if (sql.includes(part)) drop(sql, found)
    },
  }
}

type Step = (pointer: number) => boolean
type ColumnInt = (pointer: number, column: number) => number

/** Collects the first integers of every remaining row; `also` is called at each. */
function gatherIntegers(next: Step, columnInt: ColumnInt, pointer: number, columns: number, also?: () => void) {
  // Collect row after row in one array, and split into columns at the end: the next place to write is always known.
  let cells = new Int32Array(1024 * columns)
  let used = 0
  while (next(pointer)) {
    if (used === cells.length) {
      const larger = new Int32Array(4 * used)
      larger.set(cells)
      cells = larger
    }
    for (let i = 0; i < columns; i++) cells[used++] = columnInt(pointer, i)
    also?.()
  }
  return Array.from({ length: columns }, (_, column) => {
    const found = new Int32Array(used / columns)
    for (let row = 0, at = column; at < used; row++, at += columns) found[row] = cells[at] as number
    return found
  })
}

/** Wraps an open database of sqlite-wasm, wherever its file is. */
export function connectionOver(sqlite: Sqlite3Static, db: Database): Connection {
  const { capi } = sqlite
  const { SQLITE_ROW, SQLITE_DONE } = capi
  const { sqlite3_step: step, sqlite3_column_int: columnInt } = rawOf(sqlite)
  const readCell = cellReader(sqlite)
  const gatherTexts = textGatherer(sqlite)
  const { using, forget } = createStatements(db)

  /** Returns true when there is a row. The package's own step checks its arguments at every one. */
  function next(pointer: number): boolean {
    const code = step(pointer)
    if (code === SQLITE_ROW) return true
    if (code !== SQLITE_DONE) sqlite.oo1.DB.checkRc(db, code)
    return false
  }

  function row({ pointer, names }: Kept): unknown {
    const result: Record<string, unknown> = {}
    for (let i = 0; i < names.length; i++) result[names[i] as string] = readCell(pointer, i)
    return result
  }

  return {
    exec: (sql) => void db.exec(sql),
    run: (sql, ...values) =>
      using(sql, values, ({ pointer }) => {
        next(pointer)
        return Number(db.changes())
      }),
    get: <T>(sql: string, ...values: SqlValue[]) =>
      using(sql, values, (k) => (next(k.pointer) ? (row(k) as T) : undefined)),
    all: <T>(sql: string, ...values: SqlValue[]) =>
      using(sql, values, (k) => {
        const rows: T[] = []
        while (next(k.pointer)) rows.push(row(k) as T)
        return rows
      }),
    integers: (sql, columns, ...values) =>
      using(sql, values, ({ pointer }) => gatherIntegers(next, columnInt, pointer, columns)),
    integersAndText: (sql, columns, ...values) =>
      using(sql, values, ({ pointer }) => {
        const texts = gatherTexts()
        const integers = gatherIntegers(next, columnInt, pointer, columns, () => texts.add(pointer, columns))
        return { integers, texts: texts.all() }
      }),
    transaction(work) {
      db.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        db.exec('COMMIT')
        return result
      } catch (error) {
        // Roll back only an open transaction: after some errors SQLite has done so, and a second ROLLBACK would hide
        // the first error.
        if (db.pointer !== undefined && capi.sqlite3_get_autocommit(db) === 0) db.exec('ROLLBACK')
        throw error
      }
    },
    forget: (part) => forget(part),
    raw: (schema, log = false) => rawFile(sqlite, db, schema, log),
    keepLog() {
      capi.sqlite3_db_config(db, capi.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, 0)
    },
    close() {
      forget()
      db.close()
    },
  }
}
