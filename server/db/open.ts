import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Configuration, PoolSettings } from '../configuration.ts'
import type { Db } from '../deps.ts'
import { DifferentEngine, markEngine, readEngine, refuseLostData } from './engine.ts'
import { startNative } from './native/start.ts'
import { openPool } from './pool.ts'

/**
 * Opens the database: the server named by DATABASE_URL, else the embedded PostgreSQL on DATA_DIR, else (no native binary
 * starts here) the guarded fallback. Several processes may open the embedded one; the last to close stops it.
 */
export async function openDb(
  config: Pick<Configuration, 'databaseUrl' | 'dataDir'> & { database?: PoolSettings },
  log: Logger,
  settings?: Record<string, string>,
): Promise<Db> {
  if (config.databaseUrl)
    return openPool({ connectionString: config.databaseUrl }, 'esterno', log, undefined, config.database)
  if (readEngine(config.dataDir) !== 'pglite') {
    const started = await startNative({ folder: config.dataDir, log, ...(settings ? { settings } : {}) })
    if (started) {
      await markEngine(config.dataDir, 'nativo')
      return openPool(started.connection, 'incorporato', log, started.release, config.database)
    }
    if (readEngine(config.dataDir) === 'nativo')
      throw new DifferentEngine(
        `i dati in ${config.dataDir} appartengono al PostgreSQL incorporato, che qui non parte. Nulla è stato toccato.`,
      )
  }
  const { openPglite } = await import('./pglite.ts')
  if (!existsSync(join(config.dataDir, 'pglite', 'PG_VERSION'))) refuseLostData(config.dataDir)
  const db = await openPglite(config.dataDir, log)
  // Marked once the database is there: a first start cut between the two would look like lost data for ever.
  await markEngine(config.dataDir, 'pglite')
  return db
}
