import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync } from 'node:fs'
import { chmod, mkdir, mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { refuseLostData } from '../engine.ts'
import { isDatabaseDown, sqlState } from '../failures.ts'
import { findNative, prepareBinaries } from './binaries.ts'
import { chooseMode, findNobody, type Mode, own } from './privileges.ts'
import {
  clearForeign,
  createCluster,
  DB_USER,
  isPostgres,
  readCurrent,
  spawnPostmaster,
  stopPostmaster,
} from './process.ts'

export type Started = {
  connection: { host: string; port: number; user: string; database: string }
  /** Ends this process's use; the last process that uses the data stops the database. */
  release: () => Promise<void>
}
export type StartOptions = {
  /** DATA_DIR: the cluster is its folder `postgres`. */
  folder: string
  log: Logger
  /** Further settings (tests trade durability for speed, or listen on TCP too). */
  settings?: Record<string, string>
  /** Folder of the binaries; the installed package's by default, null for none. */
  native?: string | null
}

/**
 * Lock shared by every process that uses the embedded database; its exclusive holder is the last one and may stop it.
 */
const PRESENCE_MS = 0x49444e50
/** Longest path of a socket that every system accepts, in bytes. */
const SOCKET_PATH = 100
/** Longest start, in ms: after a hard kill the database first replays a large log. */
const WAIT_MS = 120_000
/** Time, in ms, for which a living postmaster may be unreachable before it is stopped: its socket was removed. */
const SILENCE_MS = 5_000
const ATTEMPTS = 5
/** Pauses, in ms, between the attempts to restart a stopped database: they grow, and attempts never end. */
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5_000
/** Time between two looks for the socket, in ms. */
const SOCKET_CHECK_MS = 2_000

/** Returns the folder for socket and library links of a data folder: short, temporary, the same at each start. */
export function scratchOf(folder: string): string {
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 12)
  const name = `idoneo-${process.getuid?.() ?? 0}-${digest}`
  const base = Buffer.byteLength(join(tmpdir(), name, '.s.PGSQL.5432')) > SOCKET_PATH ? '/tmp' : tmpdir()
  return join(base, name)
}

/** Leave the folder in place: a start during another's stop would lose its socket. */
async function openScratch(folder: string): Promise<string> {
  const wanted = scratchOf(folder)
  await mkdir(wanted, { mode: 0o700 }).catch(() => {})
  if (process.platform === 'win32') return wanted
  // Refuse a link, or a folder of another user: the name can be guessed.
  const { uid } = lstatSync(wanted)
  const ours = uid === process.getuid?.() || (process.getuid?.() === 0 && uid === findNobody().uid)
  const chosen = lstatSync(wanted).isDirectory() && ours ? wanted : await mkdtemp(join(dirname(wanted), 'idoneo-'))
  await chmod(chosen, 0o700)
  return chosen
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === 'object' && address ? address.port : 5432
}

type Ground = {
  data: string
  folder: string
  binaries: Awaited<ReturnType<typeof prepareBinaries>>
  mode: Mode
  scratch: string
  settings: Record<string, string>
}

const WINDOWS = process.platform === 'win32'

async function settingsOf(scratch: string, settings: Record<string, string>): Promise<Record<string, string>> {
  return {
    listen_addresses: WINDOWS ? '127.0.0.1' : '',
    ...(WINDOWS ? { port: String(await freePort()) } : { unix_socket_directories: scratch }),
    unix_socket_permissions: '0700',
    max_wal_size: '256MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Log no row: its text may be a person's address.
    log_error_verbosity: 'terse',
    jit: 'off',
    ...settings,
  }
}

/** Opens the connection whose lock marks this process as present. */
async function connect(data: string): Promise<pg.Client> {
  const current = readCurrent(data)
  if (!current) throw Object.assign(new Error('nessun database avviato'), { code: 'ENOENT' })
  const client = new pg.Client({
    host: WINDOWS ? '127.0.0.1' : current.socketFolder,
    port: current.port,
    user: DB_USER,
    database: 'postgres',
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select pg_advisory_lock_shared($1)', [PRESENCE_MS])
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** Adopts or starts the postmaster, until one accepts a connection. */
async function ensure({ data, binaries, mode, scratch, settings }: Ground): Promise<pg.Client> {
  const end = Date.now() + WAIT_MS
  let pause = 15
  let silentSince: number | null = null
  let failed = 0
  let child: { finished: boolean; reason: string } | null = null
  while (Date.now() < end) {
    const current = readCurrent(data)
    const alive = current !== null && isPostgres(current.pid, data)
    if (alive) {
      try {
        return await connect(data)
      } catch (error) {
        // Count only a missing socket as silence: a starting, stopping or slow postmaster is waited for.
        silentSince = ['ENOENT', 'ECONNREFUSED'].includes(sqlState(error)) ? (silentSince ?? Date.now()) : null
        if (silentSince !== null && Date.now() - silentSince > SILENCE_MS) await stopPostmaster(data)
      }
    } else if (!child || child.finished) {
      if (child?.finished) failed += 1
      if (failed >= ATTEMPTS) throw new Error(`il database incorporato non parte: ${child?.reason}`)
      if (failed > 0) await wait(200 * failed)
      clearForeign(data)
      mkdirSync(scratch, { recursive: true, mode: 0o700 })
      own(mode, data)
      own(mode, scratch)
      silentSince = null
      pause = 15
      child = spawnPostmaster(binaries, mode, data, settings)
    }
    await wait(pause)
    pause = Math.min(pause * 1.2, 200)
  }
  throw new Error(`il database incorporato non risponde dopo ${WAIT_MS / 1000} s`)
}

/** `close` waits for a restart under way: a database that nobody holds would go on after this process. */
type Presence = { client: () => pg.Client; close: () => Promise<void> }

/**
 * Holds the presence lock while this process lives, with growing pauses between attempts. Without it the operator's
 * command could stop the database under the server. A restart restores a socket that was deleted while the database
 * runs.
 */
function keepPresence(first: pg.Client, ground: Ground, log: Logger): Presence {
  let closed = false
  let client = first
  let restarting = Promise.resolve()
  const restart = async () => {
    for (let pause = FIRST_PAUSE_MS; !closed; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        client = await ensure(ground)
        log.info('il database incorporato è ripartito')
        if (!closed) watch()
        return
      } catch (error) {
        log.error({ err: error, riprova: pause / 1000 }, 'il database incorporato non riparte: riprovo')
        await wait(pause, undefined, { ref: false })
      }
    }
  }
  const watch = () => {
    client.once('end', () => {
      if (closed) return
      log.warn('il database incorporato si è interrotto: lo riavvio')
      restarting = restart()
    })
  }
  watch()
  const timer = setInterval(() => {
    const current = readCurrent(ground.data)
    if (WINDOWS || closed || !current || !isPostgres(current.pid, ground.data)) return
    if (existsSync(join(current.socketFolder, `.s.PGSQL.${current.port}`))) return
    log.warn('il socket del database incorporato è sparito: lo riavvio')
    void stopPostmaster(ground.data)
  }, SOCKET_CHECK_MS)
  timer.unref()
  return {
    client: () => client,
    close: () => {
      closed = true
      clearInterval(timer)
      return restarting
    },
  }
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DB_USER])
  if (rowCount) return
  await client.query(`create database ${DB_USER}`).catch((error) => {
    // 42P04, 23505: another process made the database at this moment.
    if (!['42P04', '23505'].includes(sqlState(error))) throw error
  })
}

/** Releases the presence lock; its last holder stops the database. */
async function release(client: pg.Client, data: string): Promise<void> {
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [PRESENCE_MS])
    const { rows } = await client.query<{ ultima: boolean }>('select pg_try_advisory_lock($1) as ultima', [PRESENCE_MS])
    if (rows[0]?.ultima) await stopPostmaster(data)
  } catch (error) {
    // Another process was the last and stops the database.
    if (!isDatabaseDown(error)) throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Starts the embedded PostgreSQL on DATA_DIR/postgres, or adopts the one that already runs there. One runs after a hard
 * kill of this server, or beside the operator's command. Null when no native binary starts here.
 */
export async function startNative(options: StartOptions): Promise<Started | null> {
  const { folder, log, native = findNative() } = options
  if (!native) return null
  await mkdir(folder, { recursive: true })
  const data = join(folder, 'postgres')
  const scratch = await openScratch(folder)
  const binaries = await prepareBinaries(native, scratch)
  const mode = chooseMode(binaries, folder, scratch)
  if (!mode) return null
  const settings = await settingsOf(scratch, options.settings ?? {})
  if (!existsSync(join(data, 'PG_VERSION'))) {
    refuseLostData(folder)
    await createCluster(binaries, mode, data, settings.fsync !== 'off')
  }
  const ground = { data, folder, binaries, mode, scratch, settings }
  const first = await ensure(ground)
  await createDatabase(first).catch(async (error) => {
    await release(first, data).catch(() => {})
    throw error
  })
  const presence = keepPresence(first, ground, log)
  const current = readCurrent(data)!
  return {
    connection: {
      host: WINDOWS ? '127.0.0.1' : current.socketFolder,
      port: current.port,
      user: DB_USER,
      database: DB_USER,
    },
    release: async () => {
      await presence.close()
      await release(presence.client(), data)
    },
  }
}
