import { StoreFault } from './guard.ts'
import type { Connection } from './platform.ts'
import { MIGRATIONS, VERSION } from './schema.ts'

/**
 * Migrates the database to the newest version and returns it. One that has rows is migrated step by step. A new one is
 * made in one transaction together with `onNew`, whole or not at all.
 */
export function migrate(db: Connection, onNew: () => void = () => {}): number {
  const found = refuseNewer(db)
  const step = ({ versione, sql }: (typeof MIGRATIONS)[number]) => {
    db.exec(sql)
    db.exec(`PRAGMA main.user_version = ${versione}`)
  }
  if (found === 0)
    db.transaction(() => {
      MIGRATIONS.forEach(step)
      onNew()
    })
  else for (const one of MIGRATIONS) if (one.versione > found) db.transaction(() => step(one))
  return versionOf(db)
}

/** Returns the database's version; throws for that of a newer product. */
export function refuseNewer(db: Connection): number {
  const found = versionOf(db)
  if (found > VERSION)
    throw new StoreFault('INDEXEDDB_GENERIC_ERROR', `store version ${found} is newer than ${VERSION}`)
  return found
}

const versionOf = (db: Connection) => db.get<{ user_version: number }>('PRAGMA main.user_version')?.user_version ?? 0

/** Returns whether the database was never written. */
export const isBlank = (db: Connection): boolean => versionOf(db) === 0
