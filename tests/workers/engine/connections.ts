import { memoryPlatform } from '#tests/workers/memory'
import { loadSqlite } from '#wasm/sqlite'
import type { Connection, Platform } from '#workers/core/platform'
import { connectionOver } from '#workers/engine/connection'

/** An empty database. */
export async function memoria(): Promise<Connection> {
  const sqlite = await loadSqlite()
  return connectionOver(sqlite, new sqlite.oo1.DB(':memory:', 'c'))
}

/** A platform in memory whose newest connection can be looked into: `sql()`. */
export function conConnessione(override: Partial<Platform> = {}): { platform: Platform; sql: () => Connection } {
  const base = memoryPlatform(override)
  let last: Connection | undefined
  const platform: Platform = {
    ...base,
    async openDriver(id_utente) {
      const driver = await base.openDriver(id_utente)
      const connect = () => {
        last = driver.connect()
        return last
      }
      return { ...driver, connect }
    },
  }
  return { platform, sql: () => last as Connection }
}
