import type { FastifyInstance } from 'fastify'
import { isDatabaseDown } from './db/guasti.ts'
import type { Deps } from './deps.ts'

/** Longest wait for the requests in flight, in ms; after it the process ends all the same. */
const PAZIENZA = 20_000

/** Why the server does not start, for the person at the terminal. */
export function explainStart(errore: unknown): string {
  const { message, code, port } = errore as { message?: string; code?: string; port?: number }
  if (code === 'EADDRINUSE') return `Idoneo non parte: la porta ${port} è già in uso. Indicarne un'altra con PORT.`
  if (code === 'EACCES' && port)
    return `Idoneo non parte: non si può usare la porta ${port}. Indicarne un'altra con PORT.`
  if (isDatabaseDown(errore))
    return `Idoneo non parte: il database non risponde (${code ?? message}). Controllare DATABASE_URL.`
  return `Idoneo non parte: ${message ?? String(errore)}`
}

/**
 * SIGTERM and SIGINT: no new requests, those in flight finished, then the database. A second signal, or a request that never
 * ends, does not wait. Answers the same order for a start that fails: it closes and throws the reason again.
 */
export function closeOnSignal(app: FastifyInstance, { db, log }: Deps): (motivo: unknown) => Promise<never> {
  let iniziata = false
  const closeAll = async () => {
    await app.close()
    await db.close()
  }
  const onSignal = async (segnale: NodeJS.Signals) => {
    if (iniziata) process.exit(1)
    iniziata = true
    log.info({ segnale }, 'chiusura')
    setTimeout(() => process.exit(1), PAZIENZA).unref()
    try {
      await closeAll()
    } catch (errore) {
      log.error({ err: errore }, 'chiusura non riuscita')
      process.exitCode = 1
    }
    process.exit()
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  return async (motivo) => {
    await closeAll()
    throw motivo
  }
}
