import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import { MAX_SQL_ROWS, MAX_SQL_TEXT, type SqlCell, type SqlResultSet } from '#contract/sql'
import { StoreFault } from '../core/guard.ts'
import { rawOf } from '../engine/cells.ts'
import type { OpenCopies } from './open.ts'

/** First bytes of a blob that are shown. */
const SHOWN_BYTES = 16

/** Runs exactly one reading statement and returns its rows, at most MAX_RIGHE_SQL. */
export function runQuery(sqlite: Sqlite3Static, copies: OpenCopies, sql: string): SqlResultSet {
  const statement = prepareOne(sqlite, copies, sql)
  try {
    return readRows(sqlite, copies, statement)
  } finally {
    sqlite.capi.sqlite3_finalize(statement)
  }
}

/** Prepares the only statement of a text, ignoring comments and semicolons around it. */
function prepareOne(sqlite: Sqlite3Static, copies: OpenCopies, sql: string): number {
  const { capi, wasm } = sqlite
  const db = copies.db.pointer as number
  const scope = wasm.scopedAllocPush()
  let found = 0
  try {
    // Cast: the package's types omit the pair that `true` asks for.
    const [start, length] = wasm.scopedAllocCString(sql, true) as unknown as [number, number]
    const [pStatement, pTail] = [Number(wasm.scopedAllocPtr(1)), Number(wasm.scopedAllocPtr(1))]
    const end = Number(start) + length
    for (let at = Number(start); at < end; ) {
      copies.permissions.reset()
      const code = capi.sqlite3_prepare_v3(db, at, end - at, 0, pStatement, pTail)
      if (found !== 0 && (code !== 0 || Number(wasm.peekPtr(pStatement)) !== 0)) {
        capi.sqlite3_finalize(Number(wasm.peekPtr(pStatement)))
        throw new StoreFault('SQL_UN_COMANDO')
      }
      if (code !== 0) throw refusal(sqlite, copies, sql, Number(at) - Number(start))
      found ||= Number(wasm.peekPtr(pStatement))
      const next = Number(wasm.peekPtr(pTail))
      if (next <= at) break
      at = next
    }
    if (found === 0) throw new StoreFault('SQL_VUOTA')
    if (capi.sqlite3_stmt_readonly(found) === 0 || capi.sqlite3_column_count(found) === 0)
      throw new StoreFault('SQL_SOLO_LETTURA')
    return found
  } catch (error) {
    capi.sqlite3_finalize(found)
    throw error
  } finally {
    wasm.scopedAllocPop(scope)
  }
}

/**
 * Returns the reason of a refusal: a write, or SQLite's own words and, while preparing, the place. `from`: byte where
 * the statement began.
 */
function refusal({ capi }: Sqlite3Static, { db, permissions }: OpenCopies, sql = '', from = 0): StoreFault {
  const pointer = db.pointer as number
  const message = capi.sqlite3_errmsg(pointer)
  if (permissions.refusedWriting()) return new StoreFault('SQL_SOLO_LETTURA', message)
  const offset = capi.sqlite3_error_offset(pointer)
  const bytes = new TextEncoder().encode(sql)
  const place = offset < 0 || sql === '' ? undefined : new TextDecoder().decode(bytes.subarray(0, from + offset)).length
  return new StoreFault('SQL_ERRATA', message, {
    dati: { messaggio: message, ...(place !== undefined && { posto: place }) },
  })
}

function readRows(sqlite: Sqlite3Static, copies: OpenCopies, statement: number): SqlResultSet {
  const { capi } = sqlite
  const { sqlite3_step: step } = rawOf(sqlite)
  const count = capi.sqlite3_column_count(statement)
  const columns = Array.from({ length: count }, (_, i) => capi.sqlite3_column_name(statement, i) ?? '')
  const readCell = cellReader(sqlite)
  const rows: SqlCell[][] = []
  let left = MAX_SQL_TEXT
  let code = step(statement)
  for (; code === capi.SQLITE_ROW; code = step(statement)) {
    if (rows.length === MAX_SQL_ROWS) return { colonne: columns, righe: rows, tagliato: 'righe' }
    const row: SqlCell[] = []
    for (let i = 0; i < count; i++) {
      left -= cellWeight(sqlite, statement, i)
      if (left < 0) return { colonne: columns, righe: rows, tagliato: 'testo' }
      row.push(readCell(statement, i))
    }
    rows.push(row)
  }
  if (code !== capi.SQLITE_DONE) throw refusal(sqlite, copies)
  return { colonne: columns, righe: rows, tagliato: null }
}

/** Least weight of any cell, in bytes: millions of empty ones would block the page for seconds. */
const CELL_BYTES = 16

/** Estimates the bytes that a cell sends to the page. */
function cellWeight(sqlite: Sqlite3Static, statement: number, column: number): number {
  const raw = rawOf(sqlite)
  const isText = raw.sqlite3_column_type(statement, column) === sqlite.capi.SQLITE_TEXT
  return CELL_BYTES + (isText ? raw.sqlite3_column_bytes(statement, column) : 0)
}

/**
 * Reads cells unchanged: whole numbers beyond 2^53 as bigint, reals that look whole marked, blobs by size and first
 * bytes.
 */
function cellReader(sqlite: Sqlite3Static): (statement: number, column: number) => SqlCell {
  const raw = rawOf(sqlite)
  const { sqlite3_column_int64: columnInt64 } = sqlite.wasm.exports as {
    sqlite3_column_int64: (statement: number, column: number) => bigint
  }
  const { SQLITE_INTEGER, SQLITE_FLOAT, SQLITE_TEXT, SQLITE_BLOB } = sqlite.capi
  const decoder = new TextDecoder()
  const bytes = (start: number, length: number) => sqlite.wasm.heap8u().subarray(start, start + length)
  return (statement, column) => {
    switch (raw.sqlite3_column_type(statement, column)) {
      case SQLITE_INTEGER: {
        const exact = columnInt64(statement, column)
        const number = Number(exact)
        return Number.isSafeInteger(number) ? number : exact
      }
      case SQLITE_FLOAT: {
        const reale = raw.sqlite3_column_double(statement, column)
        return Number.isInteger(reale) || !Number.isFinite(reale) ? { reale } : reale
      }
      case SQLITE_TEXT: {
        const start = raw.sqlite3_column_text(statement, column)
        return decoder.decode(bytes(start, raw.sqlite3_column_bytes(statement, column)))
      }
      case SQLITE_BLOB: {
        const start = raw.sqlite3_column_blob(statement, column)
        const byte = raw.sqlite3_column_bytes(statement, column)
        const first = bytes(start, Math.min(byte, SHOWN_BYTES))
        return { byte, inizio: Array.from(first, (b) => b.toString(16).padStart(2, '0')).join('') }
      }
      default:
        return null
    }
  }
}
