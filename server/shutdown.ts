import type { FastifyInstance } from 'fastify'
import { isDatabaseDown } from './db/failures.ts'
import type { Deps } from './deps.ts'

/** Longest wait for the requests in flight, in ms; after it the process ends all the same. */
const PATIENCE_MS = 20_000

/** Why the server does not start, for the person at the terminal. */
export function explainStart(error: unknown): string {
  const { message, code, port } = error as { message?: string; code?: string; port?: number }
  if (code === 'EADDRINUSE') return `Idoneo non parte: la porta ${port} è già in uso. Indicarne un'altra con PORT.`
  if (code === 'EACCES' && port)
    return `Idoneo non parte: non si può usare la porta ${port}. Indicarne un'altra con PORT.`
  if (isDatabaseDown(error))
    return `Idoneo non parte: il database non risponde (${code ?? message}). Controllare DATABASE_URL.`
  return `Idoneo non parte: ${message ?? String(error)}`
}

/**
 * SIGTERM and SIGINT: no new requests, those in flight finished, then the database. A second signal, or a request that never
 * ends, does not wait. Answers the same order for a start that fails: it closes and throws the reason again.
 */
export function closeOnSignal(app: FastifyInstance, { db, log }: Deps): (reason: unknown) => Promise<never> {
  let started = false
  const closeAll = async () => {
    await app.close()
    await db.close()
  }
  const onSignal = async (signal: NodeJS.Signals) => {
    if (started) process.exit(1)
    started = true
    log.info({ segnale: signal }, 'chiusura')
    setTimeout(() => process.exit(1), PATIENCE_MS).unref()
    try {
      await closeAll()
    } catch (error) {
      log.error({ err: error }, 'chiusura non riuscita')
      process.exitCode = 1
    }
    process.exit()
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  return async (reason) => {
    await closeAll()
    throw reason
  }
}
