import type { FastifyInstance } from 'fastify'
import { readEnvironment } from './config-reload.ts'
import { explainRefusal, isDatabaseDown } from './db/failures.ts'
import type { Deps } from './deps.ts'

/** Waits of a stop, in ms: for the requests in flight, for these and the database, and before the process ends anyway. */
const REQUESTS_MS = 5_000
const DATABASE_BY_MS = 9_000
const ALL_MS = 9_500
const START_FAILED_MS = 60_000

/** Waits for `work` for at most `ms`; a later result is ignored. */
const within = (ms: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((done) => setTimeout(done, ms).unref())])

/** The server cannot listen on the address of HOST. */
export class ListenFailed extends Error {
  override name = 'ListenFailed'
  readonly host: string

  constructor(host: string, cause: Error) {
    super(cause.message, { cause })
    this.host = host
  }
}

/** Returns whether the database is one of DATABASE_URL, in the environment or in the file beside it. */
function isFar(): boolean {
  try {
    return Boolean(readEnvironment(process.env).DATABASE_URL)
  } catch {
    return false
  }
}

/** Explains to the person at the terminal why the server does not start. */
export function explainStart(error: unknown): string {
  const { message, code, port } = error as { message?: string; code?: string; port?: number }
  if (code === 'EADDRINUSE') return `Idoneo non parte: la porta ${port} è già in uso. Indicarne un'altra con PORT.`
  if (error instanceof ListenFailed)
    return `Idoneo non parte: non si può ascoltare su ${error.host} (${error.message}). Controllare HOST.`
  if (code === 'EACCES' && port)
    return `Idoneo non parte: non si può usare la porta ${port}. Indicarne un'altra con PORT.`
  const refusal = explainRefusal(error)
  if (refusal) return `Idoneo non parte: ${refusal}.`
  if (isDatabaseDown(error))
    return isFar()
      ? `Idoneo non parte: il database non risponde (${code ?? message}). Controllare DATABASE_URL.`
      : `Idoneo non parte: il database incorporato non risponde (${code ?? message}). Controllare lo spazio e i permessi di DATA_DIR.`
  return `Idoneo non parte: ${message ?? String(error)}`
}

/**
 * Stops on SIGTERM and SIGINT: refuses new requests, finishes those in flight or cuts them after five seconds, then
 * closes the database. The whole takes at most ten seconds. A second signal does not wait. Returns the same order for a
 * failed start, which closes and throws the reason again.
 */
export function closeOnSignal(app: FastifyInstance, { db, log, mailer }: Deps): (reason: unknown) => Promise<never> {
  let started = false
  const closeAll = async (by: number) => {
    const begun = Date.now()
    const cut = setTimeout(() => app.server.closeAllConnections(), REQUESTS_MS)
    await within(REQUESTS_MS + 500, app.close())
    clearTimeout(cut)
    mailer.close()
    await within(by - (Date.now() - begun), db.close())
  }
  const onSignal = async (signal: NodeJS.Signals) => {
    if (started) process.exit(1)
    started = true
    log.info({ segnale: signal }, 'chiusura')
    setTimeout(() => process.exit(1), ALL_MS).unref()
    try {
      await closeAll(DATABASE_BY_MS)
    } catch (error) {
      log.error({ err: error }, 'chiusura non riuscita')
      process.exitCode = 1
    }
    process.exit()
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  return async (reason) => {
    // Stop the database before the reason is printed: a failed start delays nobody.
    await closeAll(START_FAILED_MS)
    throw reason
  }
}
