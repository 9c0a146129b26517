import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'

/** Longest wait for the requests in flight, in ms; after it the process ends all the same. */
const PAZIENZA = 20_000

/**
 * SIGTERM and SIGINT: readiness off, requests in flight finished, then the database. A second signal, or a request that
 * never ends, does not wait.
 */
export function closeOnSignal(app: FastifyInstance, { db, log }: Deps): void {
  let iniziata = false
  const close = async (segnale: NodeJS.Signals) => {
    if (iniziata) process.exit(1)
    iniziata = true
    log.info({ segnale }, 'chiusura')
    setTimeout(() => process.exit(1), PAZIENZA).unref()
    try {
      await app.close()
      await db.close()
    } catch (errore) {
      log.error({ err: errore }, 'chiusura non riuscita')
      process.exitCode = 1
    }
    process.exit()
  }
  process.on('SIGTERM', close)
  process.on('SIGINT', close)
}
