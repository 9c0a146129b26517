import type { Logger } from 'pino'
import { WrongConfiguration } from '../config-values.ts'
import type { Configuration, PoolSettings } from '../configuration.ts'
import type { Db } from '../deps.ts'
import { DifferentEngine, isMarked, markFolder } from './engine.ts'
import { type StartOptions, startNative } from './native/start.ts'
import { openPool } from './pool.ts'

/**
 * Opens the database: the server named by DATABASE_URL, else the embedded PostgreSQL on DATA_DIR. Several processes may open the
 * embedded one; the last to close stops it. Throws WrongConfiguration where no native binary starts.
 */
export async function openDb(
  config: Pick<Configuration, 'databaseUrl' | 'dataDir'> & { database?: PoolSettings },
  log: Logger,
  start: Pick<StartOptions, 'settings' | 'native'> = {},
): Promise<Db> {
  if (config.databaseUrl)
    return openPool({ connectionString: config.databaseUrl }, 'esterno', log, undefined, config.database)
  const marked = isMarked(config.dataDir)
  const started = await startNative({ folder: config.dataDir, log, ...start })
  if (started) {
    await markFolder(config.dataDir)
    return openPool(started.connection, 'incorporato', log, started.release, config.database)
  }
  if (marked)
    throw new DifferentEngine(
      `i dati in ${config.dataDir} appartengono al PostgreSQL incorporato, che qui non parte. Nulla è stato toccato.`,
    )
  throw new WrongConfiguration(
    'il PostgreSQL incorporato non parte su questa macchina: indicare in DATABASE_URL un server PostgreSQL, o installare le dipendenze facoltative con npm ci.',
  )
}
