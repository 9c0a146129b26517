import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Configuration } from './configuration.ts'
import { isMigrated } from './db/migrate.ts'
import type { Deps } from './deps.ts'

/** Room, in bytes, below which DATA_DIR counts as full: the next writes would fail. */
export const LEAST_ROOM = 16 * 1024 * 1024

/** Returns whether DATA_DIR has room to write; a far database has its own disk. */
async function hasRoom({ dataDir }: Pick<Configuration, 'dataDir'>): Promise<boolean> {
  const info = await statfs(dataDir).catch(() => null)
  return info === null || info.bavail * info.bsize >= LEAST_ROOM
}

/** Time, in ms, for which a readiness result is reused: more frequent probes cost nothing. */
const FRESH_MS = 1_000

type State = { migrations: boolean | null; room: boolean }

/** Looks at database and disk once for concurrent callers, and not again while the result is fresh. */
function createLook({ db, log, config, now }: Deps): () => Promise<State> {
  let seen: { state: State; at: number } | null = null
  let looking: Promise<State> | null = null
  const look = async (): Promise<State> => {
    const migrations = await isMigrated(db).catch((error) => {
      log.warn({ err: error }, 'database non raggiungibile')
      return null
    })
    const state = { migrations, room: await hasRoom(config) }
    seen = { state, at: now().getTime() }
    looking = null
    return state
  }
  return async () => {
    if (seen && Math.abs(now().getTime() - seen.at) < FRESH_MS) return seen.state
    looking ??= look()
    return looking
  }
}

/** `/salute/vivo`: this process runs. `/salute/pronto`: it can serve; 503 as soon as it starts to shut down. */
export function registerHealth(app: FastifyInstance, deps: Deps): void {
  const { db, mailer, config } = deps
  const look = createLook(deps)
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.get('/salute/vivo', { schema: { hide: true } }, async () => ({ stato: 'vivo', secondi: process.uptime() }))
  app.get('/salute/pronto', { schema: { hide: true } }, async (_, reply) => {
    const { migrations, room } = await look()
    const ready = migrations === true && room && !closing
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        stato: closing ? 'in chiusura' : ready ? 'pronto' : 'non pronto',
        database: { motore: db.engine, raggiungibile: migrations !== null, migrato: migrations === true },
        disco: room ? 'libero' : 'pieno',
        posta: mailer.mode,
        // Addresses of other services (spec §7): paths without keys.
        servizi: { contatti: config.contatti?.url ?? null, verifica_tls: config.verificaTls },
      })
  })
}
