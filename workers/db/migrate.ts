import type { Connection } from './drivers/platform.ts'
import { StoreFault } from './guard.ts'
import { MIGRATIONS, VERSIONE } from './schema.ts'

/** Brings the database to the newest version, each step in its own transaction. Answers the version it has. */
export function migrate(db: Connection): number {
  const found = versionOf(db)
  if (found > VERSIONE)
    throw new StoreFault('INDEXEDDB_GENERIC_ERROR', `store version ${found} is newer than ${VERSIONE}`)
  for (const { versione, sql } of MIGRATIONS) {
    if (versione <= found) continue
    db.transaction(() => {
      db.exec(sql)
      db.exec(`PRAGMA main.user_version = ${versione}`)
    })
  }
  return versionOf(db)
}

const versionOf = (db: Connection) => db.get<{ user_version: number }>('PRAGMA main.user_version')?.user_version ?? 0

/** Nothing was ever written here. */
export const isBlank = (db: Connection): boolean => versionOf(db) === 0
