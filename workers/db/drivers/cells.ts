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
  const textAt = textReader()
  // Asked each time: the memory moves when it grows.
  const bytes = (start: number, length: number) => sqlite.wasm.heap8u().subarray(start, start + length)
  return (statement, column) => {
    switch (raw.sqlite3_column_type(statement, column)) {
      case SQLITE_INTEGER:
      case SQLITE_FLOAT:
        return raw.sqlite3_column_double(statement, column)
      case SQLITE_TEXT: {
        const start = raw.sqlite3_column_text(statement, column)
        return textAt(sqlite.wasm.heap8u(), start, raw.sqlite3_column_bytes(statement, column))
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

/** Longest text that is remembered, in bytes: dates, ids and names of states. */
const SHORT = 40

/**
 * Reads UTF-8. Of each short length the last text is remembered: rows repeat their dates and their words, and comparing a few
 * bytes costs a tenth of decoding them.
 */
function textReader(): (heap: Uint8Array, start: number, length: number) => string {
  const decoder = new TextDecoder()
  const kept: { bytes: Uint8Array; text: string }[] = []
  return (heap, start, length) => {
    if (length === 0) return ''
    if (length > SHORT) return decoder.decode(heap.subarray(start, start + length))
    const last = kept[length]
    if (last) {
      let i = 0
      while (i < length && last.bytes[i] === heap[start + i]) i++
      if (i === length) return last.text
    }
    const bytes = heap.slice(start, start + length)
    const text = decoder.decode(bytes)
    kept[length] = { bytes, text }
    return text
  }
}
