import { existsSync, readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Configuration } from './configuration.ts'
import { readSchema } from './db/migrate.ts'
import type { Deps } from './deps.ts'
import { ROOT } from './root.ts'

/** Room, in bytes, below which DATA_DIR counts as full: the next writes would fail. */
export const LEAST_ROOM = 16 * 1024 * 1024

/** Returns whether DATA_DIR has room to write; a far database has its own disk. */
async function hasRoom({ dataDir }: Pick<Configuration, 'dataDir'>): Promise<boolean> {
  const info = await statfs(dataDir).catch(() => null)
  return info === null || info.bavail * info.bsize >= LEAST_ROOM
}

/** Time, in ms, for which a readiness result is reused: more frequent probes cost nothing. */
const FRESH_MS = 1_000

type State = { database: Awaited<ReturnType<typeof readSchema>> | null; room: boolean }

const BUILD = join(ROOT, 'dist/server/impronta.txt')
const BUILD_LENGTH = 12

/** Returns the program's version, and its build where it runs from one. */
const readProgram = () => ({
  versione: JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version as string,
  build: existsSync(BUILD) ? readFileSync(BUILD, 'utf8').slice(0, BUILD_LENGTH) : null,
})

/** Looks at database and disk once for concurrent callers, and not again while the result is fresh. */
function createLook({ db, log, config, now }: Deps): () => Promise<State> {
  let seen: { state: State; at: number } | null = null
  let looking: Promise<State> | null = null
  const look = async (): Promise<State> => {
    const database = await readSchema(db).catch((error) => {
      log.warn({ err: error }, 'database non raggiungibile')
      return null
    })
    const state = { database, room: await hasRoom(config) }
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
  const { db, mailer, config, replicas } = deps
  const program = readProgram()
  const look = createLook(deps)
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.get('/salute/vivo', { schema: { hide: true } }, async () => ({ stato: 'vivo', secondi: process.uptime() }))
  app.get('/salute/pronto', { schema: { hide: true } }, async (_, reply) => {
    const { database, room } = await look()
    const ready = database?.migrated === true && room && !closing
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        stato: closing ? 'in chiusura' : ready ? 'pronto' : 'non pronto',
        ...program,
        replica: replicas.id,
        schema: database?.schema ?? null,
        database: { motore: db.engine, raggiungibile: database !== null, migrato: database?.migrated === true },
        disco: room ? 'libero' : 'pieno',
        posta: mailer.mode,
        // Addresses of other services (spec §7): paths without keys.
        servizi: { contatti: config.contatti?.url ?? null, verifica_tls: config.verificaTls },
      })
  })
}
