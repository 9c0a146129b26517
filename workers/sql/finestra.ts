import type { FinestraSql } from '#contract/sql'
import { loadSqlite } from '#wasm/sqlite'
import { guard, StoreFault } from '../db/guard.ts'
import { type Aperta, openCopie } from './apri.ts'
import { runQuery } from './esegui.ts'

/** The SQL window over copies in memory. @param address of SQLite's binary; the package's own when absent. */
export function createFinestra(address?: string): FinestraSql {
  let aperta: Aperta | undefined
  return {
    open: ({ copie }) =>
      guard(async () => {
        aperta?.db.close()
        aperta = undefined
        const sqlite = await loadSqlite(address).catch((error: unknown) => {
          throw new StoreFault('SQL_NON_APERTA', String(error))
        })
        aperta = await openCopie(sqlite, copie).catch((error: unknown) => {
          throw new StoreFault('SQL_NON_APERTA', String(error))
        })
        return aperta.tabelle
      }),
    query: ({ sql }) =>
      guard(async () => {
        if (!aperta) throw new StoreFault('SQL_NON_APERTA', 'no copies')
        return runQuery(await loadSqlite(address), aperta, sql)
      }),
  }
}
