import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Configuration } from './configuration.ts'
import { readSchema } from './db/migrate.ts'
import type { Deps } from './deps.ts'
import { readProgram } from './program.ts'

/** Room, in bytes, below which DATA_DIR counts as full: the next writes would fail. */
export const LEAST_ROOM = 16 * 1024 * 1024

/** Returns whether DATA_DIR has room to write; a far database has its own disk. */
async function hasRoom({ dataDir }: Pick<Configuration, 'dataDir'>): Promise<boolean> {
  const info = await statfs(dataDir).catch(() => null)
  return info === null || info.bavail * info.bsize >= LEAST_ROOM
}

/** Time, in ms, for which a readiness result is reused: more frequent probes cost nothing. */
const FRESH_MS = 1_000

/** Time, in ms, for which a probe waits for the S3 store, which may be far, and for which the result is reused. */
const STORE_MS = 2_000
const STORE_FRESH_MS = 15_000

/** Returns what a probe says of the store of packages. A store that fails leaves the server ready: answers still come in. */
async function describeStore({ packageFiles, config, log }: Deps): Promise<string> {
  if (!config.s3) return 'disco'
  const reached = packageFiles.verify().then(
    () => true,
    (error) => {
      log.warn({ err: error }, 'deposito non raggiungibile')
      return false
    },
  )
  const late = new Promise<boolean>((done) => setTimeout(done, STORE_MS, false).unref())
  return (await Promise.race([reached, late])) ? 'raggiungibile' : 'irraggiungibile'
}

type State = { database: Awaited<ReturnType<typeof readSchema>> | null; room: boolean }

/** Reads what readiness depends on: database and its schema, room on the disk. */
export async function readState({ db, log, config }: Deps): Promise<State> {
  const database = await readSchema(db).catch((error) => {
    log.warn({ err: error }, 'database non raggiungibile')
    return null
  })
  return { database, room: await hasRoom(config) }
}

/** Looks once for concurrent callers, and not again while the result is fresh. */
function createLook<S>({ now }: Deps, freshMs: number, look: () => Promise<S>): () => Promise<S> {
  let seen: { state: S; at: number } | null = null
  let looking: Promise<S> | null = null
  const start = async (): Promise<S> => {
    const state = await look()
    seen = { state, at: now().getTime() }
    looking = null
    return state
  }
  return async () => {
    if (seen && Math.abs(now().getTime() - seen.at) < freshMs) return seen.state
    looking ??= start()
    return looking
  }
}

/**
 * `/salute/vivo`: this process runs. `/salute/pronto`: it can serve; 503 as soon as it starts to shut down, and while
 * the first content of an installation is being published.
 */
export function registerHealth(app: FastifyInstance, deps: Deps, isEmpty: () => boolean): void {
  const { db, mailer, config, replicas } = deps
  const program = readProgram()
  const look = createLook(deps, FRESH_MS, () => readState(deps))
  const lookAtStore = createLook(deps, STORE_FRESH_MS, () => describeStore(deps))
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.get('/salute/vivo', { schema: { hide: true } }, async () => ({ stato: 'vivo', secondi: process.uptime() }))
  app.get('/salute/pronto', { schema: { hide: true } }, async (_, reply) => {
    const [{ database, room }, store] = await Promise.all([look(), lookAtStore()])
    const ready = database?.migrated === true && room && !closing && !isEmpty()
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        stato: closing ? 'in chiusura' : ready ? 'pronto' : 'non pronto',
        ...program,
        replica: replicas.id,
        schema: database?.schema ?? null,
        database: { motore: db.engine, raggiungibile: database !== null, migrato: database?.migrated === true },
        contenuti: isEmpty() ? 'in pubblicazione' : 'pubblicati',
        deposito: store,
        disco: room ? 'libero' : 'pieno',
        posta: mailer.mode,
        // Addresses of other services (spec §7): paths without keys.
        servizi: { contatti: config.contatti?.url ?? null, verifica_tls: config.verificaTls },
      })
  })
}
