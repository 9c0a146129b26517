import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import type { SqlValue } from '../core/platform.ts'

type Column<T> = (statement: number, column: number) => T

/**
 * Returns the engine's own functions. The package's wrappers convert their arguments at every call, five times slower
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

/** Returns the engine's memory, read again only when it has grown: then the earlier view is empty. */
function heapOf({ wasm }: Sqlite3Static): () => Uint8Array {
  let heap = wasm.heap8u()
  return () => {
    if (heap.length === 0) heap = wasm.heap8u()
    return heap
  }
}

/** Reads one cell of the current row. Whole numbers are exact up to 2^53, beyond which this store keeps none. */
export function cellReader(sqlite: Sqlite3Static): (statement: number, column: number) => SqlValue {
  const raw = rawOf(sqlite)
  const { SQLITE_INTEGER, SQLITE_FLOAT, SQLITE_TEXT, SQLITE_BLOB } = sqlite.capi
  const heap = heapOf(sqlite)
  const textAt = textReader()
  return (statement, column) => {
    switch (raw.sqlite3_column_type(statement, column)) {
      case SQLITE_INTEGER:
      case SQLITE_FLOAT:
        return raw.sqlite3_column_double(statement, column)
      case SQLITE_TEXT: {
        const start = raw.sqlite3_column_text(statement, column)
        return textAt(heap(), start, raw.sqlite3_column_bytes(statement, column))
      }
      case SQLITE_BLOB: {
        const start = raw.sqlite3_column_blob(statement, column)
        return heap().slice(start, start + raw.sqlite3_column_bytes(statement, column))
      }
      default:
        return null
    }
  }
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength)

/** Initial buffer for texts, in bytes: some thousand dates. */
const GATHERED = 1 << 17

/**
 * Gathers one text of every row and decodes them together after the last row: calling the decoder for each of thousands
 * costs more than reading the rows.
 */
export function textGatherer(sqlite: Sqlite3Static): () => {
  add: (statement: number, column: number) => void
  all: () => string[]
} {
  const raw = rawOf(sqlite)
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const heap = heapOf(sqlite)
  let seen = heap()
  let memory = viewOf(seen)
  return () => {
    let bytes = new DataView(new ArrayBuffer(GATHERED))
    let used = 0
    const ends: number[] = []
    return {
      add(statement, column) {
        const start = raw.sqlite3_column_text(statement, column)
        const length = raw.sqlite3_column_bytes(statement, column)
        if (used + length > bytes.byteLength) {
          const larger = new Uint8Array(2 * bytes.byteLength + length)
          larger.set(new Uint8Array(bytes.buffer, 0, used))
          bytes = new DataView(larger.buffer)
        }
        const now = heap()
        if (now !== seen) {
          seen = now
          memory = viewOf(now)
        }
        // Copy four bytes at a time: a date of 29 in eight steps.
        let i = 0
        for (; i + 4 <= length; i += 4) bytes.setInt32(used + i, memory.getInt32(start + i))
        for (; i < length; i++) bytes.setUint8(used + i, memory.getUint8(start + i))
        used += length
        ends.push(used)
      },
      all() {
        const text = decoder.decode(new Uint8Array(bytes.buffer, 0, used))
        // A byte never becomes more than one unit: a text as long as the bytes has its parts at the same places.
        const part =
          text.length === used
            ? (from: number, to: number) => text.substring(from, to)
            : (from: number, to: number) => decoder.decode(new Uint8Array(bytes.buffer, from, to - from))
        return ends.map((to, i) => part(i === 0 ? 0 : (ends[i - 1] as number), to))
      },
    }
  }
}

/** Longest text that is remembered, in bytes: dates, ids and names of states. */
const SHORT = 40

/**
 * Decodes UTF-8 and remembers the last text of each short length. Rows repeat their dates and words, and comparing a
 * few bytes costs a tenth of decoding them. A new short ASCII text is decoded here: a call of the browser's decoder
 * takes five times as long.
 */
function textReader(): (heap: Uint8Array, start: number, length: number) => string {
  const decoder = new TextDecoder()
  const kept: { bytes: number[]; text: string }[] = []
  return (heap, start, length) => {
    if (length === 0) return ''
    if (length > SHORT) return decoder.decode(heap.subarray(start, start + length))
    kept[length] ??= { bytes: new Array<number>(length).fill(0), text: '\0'.repeat(length) }
    const last = kept[length]
    const { bytes } = last
    let changed = 0
    let all = 0
    for (let i = 0; i < length; i++) {
      const byte = heap[start + i] as number
      changed |= byte ^ (bytes[i] as number)
      all |= byte
      bytes[i] = byte
    }
    if (changed !== 0)
      last.text =
        all < 128 ? String.fromCharCode.apply(null, bytes) : decoder.decode(heap.subarray(start, start + length))
    return last.text
  }
}
