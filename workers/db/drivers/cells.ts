import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import type { Valore } from './platform.ts'

type Column<T> = (statement: number, column: number) => T

/**
 * The engine's own functions. The package's wrapped ones convert their arguments at every call, which is five times slower
 * over thousands of rows.
 */
export const rawOf = (sqlite: Sqlite3Static) =>
  sqlite.wasm.exports as {
    sqlite3_step: (statement: number) => number
    sqlite3_column_int: Column<number>
    sqlite3_column_double: Column<number>
    sqlite3_column_type: Column<number>
    sqlite3_column_text: Column<number>
    sqlite3_column_blob: Column<number>
    sqlite3_column_bytes: Column<number>
  }

/** Reads one cell of the current row. Whole numbers are exact up to 2^53, beyond which this store keeps none. */
export function cellReader(sqlite: Sqlite3Static): (statement: number, column: number) => Valore {
  const raw = rawOf(sqlite)
  const { SQLITE_INTEGER, SQLITE_FLOAT, SQLITE_TEXT, SQLITE_BLOB } = sqlite.capi
  const decoder = new TextDecoder()
  // Asked each time: the memory moves when it grows.
  const bytes = (start: number, length: number) => sqlite.wasm.heap8u().subarray(start, start + length)
  return (statement, column) => {
    switch (raw.sqlite3_column_type(statement, column)) {
      case SQLITE_INTEGER:
      case SQLITE_FLOAT:
        return raw.sqlite3_column_double(statement, column)
      case SQLITE_TEXT: {
        const start = raw.sqlite3_column_text(statement, column)
        return decoder.decode(bytes(start, raw.sqlite3_column_bytes(statement, column)))
      }
      case SQLITE_BLOB: {
        const start = raw.sqlite3_column_blob(statement, column)
        return bytes(start, raw.sqlite3_column_bytes(statement, column)).slice()
      }
      default:
        return null
    }
  }
}
