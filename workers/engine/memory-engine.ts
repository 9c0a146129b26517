import type { Connection } from '../core/platform.ts'

/** A connection whose database is in memory, whole. */
export type MemoryConnection = Connection & {
  /** Returns the database as a file. No transaction is open. */
  bytes(): Uint8Array<ArrayBuffer>
}

/** SQLite over memory, the base of the rungs without OPFS, in either build. */
export interface MemoryEngine {
  /** Opens a database from the bytes of a file, an empty one without. Closing drops it. */
  connect(bytes: Uint8Array<ArrayBuffer> | null): MemoryConnection
  /** Stores the bytes of a bank; returns the operand of ATTACH. */
  putBank(name: string, bytes: Uint8Array<ArrayBuffer>): string
  dropBank(address: string): void
}

/** A statement that changes only what lives as long as the connection, and nothing of the database itself. */
const PASSING =
  /^(?:SELECT|VALUES|EXPLAIN|ATTACH|DETACH|BEGIN|COMMIT|END|ROLLBACK|VACUUM|ANALYZE|PRAGMA(?!\s+(?:main\.)?(?:user_version|application_id)\s*=)|(?:CREATE|DROP)\s+(?:TEMP|TEMPORARY)\b|(?:CREATE|DROP)\s+(?:UNIQUE\s+)?(?:TABLE|VIEW|INDEX|TRIGGER)\s+(?:IF\s+(?:NOT\s+)?EXISTS\s+)?temp\.|(?:INSERT(?:\s+OR\s+\w+)?\s+INTO|REPLACE\s+INTO|UPDATE(?:\s+OR\s+\w+)?|DELETE\s+FROM)\s+temp\.)/i
const WRITES = /\b(?:INSERT|UPDATE|DELETE|REPLACE)\b/i

/** Functions with another result at the next run. */
const CHANGEABLE =
  /\b(?:random|randomblob|last_insert_rowid|changes|total_changes)\s*\(|'now'|\bCURRENT_(?:TIME|DATE|TIMESTAMP)\b/i

const isWrite = (statement: string): boolean => {
  const text = statement.trim()
  if (text === '' || PASSING.test(text)) return false
  return !/^WITH\b/i.test(text) || WRITES.test(text)
}

/**
 * Returns whether a text changes `main` and so belongs to the log. Throws when a replay could give another result: it
 * mixes changes of `main` with others, reads an attached bank or a temporary table, or calls chance or the clock.
 */
export function belongsToLog(sql: string, attached: Iterable<string>): boolean {
  // Split the body of a trigger too: its statements change `main` as well, so the result is the same.
  const parts = sql.split(';').filter((part) => part.trim() !== '')
  const writes = parts.filter(isWrite)
  if (writes.length === 0) return false
  const refuse = (why: string) => new Error(`${why}: ${sql.slice(0, 200)}`)
  for (const schema of ['temp', ...attached])
    if (new RegExp(`\\b${schema}\\.`, 'i').test(sql)) throw refuse(`a logged statement names ${schema}`)
  if (CHANGEABLE.test(sql)) throw refuse('a logged statement is not deterministic')
  if (parts.some((part) => !isWrite(part) && /^\s*(?:SELECT|PRAGMA|ATTACH|DETACH|BEGIN|COMMIT|ROLLBACK)\b/i.test(part)))
    throw refuse('a logged text does more than change main')
  return true
}
