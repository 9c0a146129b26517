import type { Logger } from 'pino'
import type { Configurazione } from '../configurazione.ts'
import type { Db } from '../deps.ts'
import { MotoreDiverso, markMotore, readMotore } from './motore.ts'
import { startNativo } from './nativo/avvio.ts'
import { openPool } from './pool.ts'

/**
 * Opens the database: the server named by DATABASE_URL, else the embedded PostgreSQL on DATA_DIR, else (no native binary
 * starts here) the guarded fallback. Several processes may open the embedded one; the last to close stops it.
 */
export async function openDb(
  config: Pick<Configurazione, 'databaseUrl' | 'dataDir'>,
  log: Logger,
  impostazioni?: Record<string, string>,
): Promise<Db> {
  if (config.databaseUrl) return openPool({ connectionString: config.databaseUrl }, 'esterno', log)
  if (readMotore(config.dataDir) !== 'pglite') {
    const avviato = await startNativo({ cartella: config.dataDir, log, ...(impostazioni ? { impostazioni } : {}) })
    if (avviato) {
      await markMotore(config.dataDir, 'nativo')
      return openPool(avviato.connessione, 'incorporato', log, avviato.release)
    }
    if (readMotore(config.dataDir) === 'nativo')
      throw new MotoreDiverso(
        `i dati in ${config.dataDir} appartengono al PostgreSQL incorporato, che qui non parte. Nulla è stato toccato.`,
      )
  }
  const { openPglite } = await import('./pglite.ts')
  await markMotore(config.dataDir, 'pglite')
  return openPglite(config.dataDir, log)
}
