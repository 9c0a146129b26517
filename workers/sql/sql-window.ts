import type { SqlWindow } from '#contract/sql'
import { loadSqlite } from '#wasm/sqlite'
import { guard, StoreFault } from '../core/guard.ts'
import { type OpenCopies, openCopies } from './open.ts'
import { runQuery } from './run-query.ts'

/** The SQL window over copies in memory. @param address of SQLite's binary; the package's own when absent. */
export function createSqlWindow(address?: string): SqlWindow {
  let current: OpenCopies | undefined
  return {
    open: ({ copie: copies }) =>
      guard(async () => {
        current?.db.close()
        current = undefined
        const sqlite = await loadSqlite(address).catch((error: unknown) => {
          throw new StoreFault('SQL_NON_APERTA', String(error))
        })
        current = await openCopies(sqlite, copies).catch((error: unknown) => {
          throw new StoreFault('SQL_NON_APERTA', String(error))
        })
        return current.tables
      }),
    query: ({ sql }) =>
      guard(async () => {
        if (!current) throw new StoreFault('SQL_NON_APERTA', 'no copies')
        return runQuery(await loadSqlite(address), current, sql)
      }),
  }
}
