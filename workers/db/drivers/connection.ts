import type { Database, PreparedStatement, Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import { cellReader, rawOf } from './cells.ts'
import type { Connection, Valore } from './platform.ts'

/** Statements kept prepared; the filters make many different texts. */
const KEPT = 96

type Kept = { statement: PreparedStatement; names: string[] }

/** A connection over an open database of sqlite-wasm, wherever its file is. */
export function connectionOver(sqlite: Sqlite3Static, db: Database): Connection {
  const { capi } = sqlite
  const { sqlite3_step: step, sqlite3_column_int: columnInt } = rawOf(sqlite)
  const readCell = cellReader(sqlite)
  const kept = new Map<string, Kept>()

  function prepare(sql: string, values: Valore[]): Kept {
    let found = kept.get(sql)
    if (found) kept.delete(sql)
    else {
      const statement = db.prepare(sql)
      found = { statement, names: statement.columnCount > 0 ? statement.getColumnNames() : [] }
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

  /** Runs `use` and always leaves the statement ready for the next time. */
  function using<T>(sql: string, values: Valore[], use: (k: Kept) => T): T {
    const found = prepare(sql, values)
    try {
      return use(found)
    } finally {
      found.statement.reset()
    }
  }

  function row({ statement, names }: Kept): unknown {
    const pointer = statement.pointer as number
    const result: Record<string, unknown> = {}
    for (let i = 0; i < names.length; i++) result[names[i] as string] = readCell(pointer, i)
    return result
  }

  return {
    exec: (sql) => void db.exec(sql),
    run: (sql, ...values) =>
      using(sql, values, ({ statement }) => {
        statement.step()
        return Number(db.changes())
      }),
    get: <T>(sql: string, ...values: Valore[]) =>
      using(sql, values, (k) => (k.statement.step() ? (row(k) as T) : undefined)),
    all: <T>(sql: string, ...values: Valore[]) =>
      using(sql, values, (k) => {
        const rows: T[] = []
        while (k.statement.step()) rows.push(row(k) as T)
        return rows
      }),
    integers: (sql, columns, ...values) =>
      using(sql, values, ({ statement }) => {
        const pointer = statement.pointer as number
        let size = 1024
        let count = 0
        let found = Array.from({ length: columns }, () => new Int32Array(size))
        let code = step(pointer)
        for (; code === capi.SQLITE_ROW; code = step(pointer)) {
          if (count === size) {
            size *= 4
            found = found.map((old) => {
              const larger = new Int32Array(size)
              larger.set(old)
              return larger
            })
          }
          for (let i = 0; i < columns; i++) (found[i] as Int32Array)[count] = columnInt(pointer, i)
          count++
        }
        if (code !== capi.SQLITE_DONE) sqlite.oo1.DB.checkRc(db, code)
        return found.map((all) => all.slice(0, count))
      }),
    transaction(work) {
      db.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        db.exec('COMMIT')
        return result
      } catch (error) {
        // After some errors SQLite has rolled back by itself and a second ROLLBACK would hide the first error.
        if (db.pointer !== undefined && capi.sqlite3_get_autocommit(db) === 0) db.exec('ROLLBACK')
        throw error
      }
    },
    forget(part) {
      for (const [sql, found] of [...kept]) if (sql.includes(part)) drop(sql, found)
    },
    close() {
      for (const [sql, found] of [...kept]) drop(sql, found)
      db.close()
    },
  }
}
