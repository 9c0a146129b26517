import { takeCause } from '#wasm/error-cause'
import type { Connection } from '../core/platform.ts'

const IOERR = 10
const CANTOPEN = 14

/** Runs `work`; a failure of the storage under SQLite gets the browser's own error as its `cause`. */
export function withCause<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    const primary = ((error as { resultCode?: number } | null)?.resultCode ?? 0) & 0xff
    if (error instanceof Error && error.cause === undefined && (primary === IOERR || primary === CANTOPEN)) {
      const cause = takeCause()
      if (cause !== undefined) error.cause = cause
    }
    throw error
  }
}

/** Wraps a connection so that its failures carry the cause of the storage's failure. */
export const withCauses = (db: Connection): Connection => ({
  ...db,
  exec: (sql) => withCause(() => db.exec(sql)),
  run: (sql, ...values) => withCause(() => db.run(sql, ...values)),
  get: (sql, ...values) => withCause(() => db.get(sql, ...values)),
  all: (sql, ...values) => withCause(() => db.all(sql, ...values)),
  integers: (sql, columns, ...values) => withCause(() => db.integers(sql, columns, ...values)),
  integersAndText: (sql, columns, ...values) => withCause(() => db.integersAndText(sql, columns, ...values)),
  transaction: (work) => withCause(() => db.transaction(work)),
})
