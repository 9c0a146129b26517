import { StoreFault } from './guard.ts'
import type { Connection } from './platform.ts'
import { MIGRATIONS, VERSION } from './schema.ts'

/**
 * Brings the database to the newest version and answers it: one that has rows step by step, a new one in one transaction together
 * with `onNew`, so that it is there whole or not at all. `before` comes first, when the database is none of a newer product.
 */
export function migrate(db: Connection, onNew: () => void = () => {}, before: () => void = () => {}): number {
  const found = versionOf(db)
  if (found > VERSION)
    throw new StoreFault('INDEXEDDB_GENERIC_ERROR', `store version ${found} is newer than ${VERSION}`)
  before()
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

const versionOf = (db: Connection) => db.get<{ user_version: number }>('PRAGMA main.user_version')?.user_version ?? 0

/** Nothing was ever written here. */
export const isBlank = (db: Connection): boolean => versionOf(db) === 0
