import { createHash } from 'node:crypto'
import { existsSync, lstatSync } from 'node:fs'
import { chmod, mkdir, mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { isDatabaseDown, sqlState } from '../failures.ts'
import { findNative, prepareBinaries } from './binaries.ts'
import { chooseMode, findNobody, own } from './privileges.ts'
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
  /** Lets go; the last process that uses the data stops the database. */
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

/** Shared while a process uses the embedded database; who gets it exclusively is the last one and may stop it. */
const PRESENCE_MS = 0x49444e50
/** Longest path of a socket that every system accepts, in bytes. */
const SOCKET_PATH = 100
/** How long a start may take, in ms: after a hard kill a large log is replayed first. */
const WAIT_MS = 120_000
/** How long, in ms, one that lives may stay silent before it is stopped: its socket was taken away. */
const SILENCE_MS = 5_000
const ATTEMPTS = 5

/** Where socket and library links of a data folder are: short, in the temporary folder, the same at each start. */
export function scratchOf(folder: string): string {
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 12)
  const name = `idoneo-${process.getuid?.() ?? 0}-${digest}`
  const base = Buffer.byteLength(join(tmpdir(), name, '.s.PGSQL.5432')) > SOCKET_PATH ? '/tmp' : tmpdir()
  return join(base, name)
}

/** Nobody removes it: whoever starts while another stops would lose its socket. */
async function openScratch(folder: string): Promise<string> {
  const wanted = scratchOf(folder)
  await mkdir(wanted, { mode: 0o700 }).catch(() => {})
  if (process.platform === 'win32') return wanted
  // The name can be guessed: a link, or a folder that somebody else made, is not used.
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

/**
 * Starts the embedded PostgreSQL on DATA_DIR/postgres, or takes over the one that already runs there (after a hard kill of
 * this server, or beside the operator's command). Null when no native binary starts here.
 */
export async function startNative(options: StartOptions): Promise<Started | null> {
  const { folder, log, settings = {}, native = findNative() } = options
  if (!native) return null
  await mkdir(folder, { recursive: true })
  const data = join(folder, 'postgres')
  const scratch = await openScratch(folder)
  const binaries = await prepareBinaries(native, scratch)
  const mode = chooseMode(binaries, folder, scratch)
  if (!mode) return null
  if (!existsSync(join(data, 'PG_VERSION'))) await createCluster(binaries, mode, data, settings.fsync !== 'off')
  const windows = process.platform === 'win32'
  const all = {
    listen_addresses: windows ? '127.0.0.1' : '',
    ...(windows ? { port: String(await freePort()) } : { unix_socket_directories: scratch }),
    unix_socket_permissions: '0700',
    max_wal_size: '256MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // The log names no row: their text may be somebody's address.
    log_error_verbosity: 'terse',
    jit: 'off',
    ...settings,
  }

  const connect = async (): Promise<pg.Client> => {
    const current = readCurrent(data)
    if (!current) throw Object.assign(new Error('nessun database avviato'), { code: 'ENOENT' })
    const host = windows ? '127.0.0.1' : current.socketFolder
    const client = new pg.Client({
      host,
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

  /** Adopts or starts, until one answers. */
  const ensure = async (): Promise<pg.Client> => {
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
          return await connect()
        } catch (error) {
          // Only a socket that is gone counts: one that is starting, stopping or merely slow is waited for.
          silentSince = ['ENOENT', 'ECONNREFUSED'].includes(sqlState(error)) ? (silentSince ?? Date.now()) : null
          if (silentSince !== null && Date.now() - silentSince > SILENCE_MS) await stopPostmaster(data)
        }
      } else if (!child || child.finished) {
        if (child?.finished) failed += 1
        if (failed >= ATTEMPTS) throw new Error(`il database incorporato non parte: ${child?.reason}`)
        if (failed > 0) await wait(200 * failed)
        clearForeign(data)
        own(mode, data)
        silentSince = null
        pause = 15
        child = spawnPostmaster(binaries, mode, data, all)
      }
      await wait(pause)
      pause = Math.min(pause * 1.2, 200)
    }
    throw new Error(`il database incorporato non risponde dopo ${WAIT_MS / 1000} s`)
  }

  let closed = false
  let presence = await ensure()
  /** Keeps presence through a crash of the database: without it the operator's command could stop it under the server. */
  const watch = (client: pg.Client): void => {
    client.once('end', async () => {
      if (closed) return
      log.warn('il database incorporato si è interrotto: lo riavvio')
      try {
        presence = await ensure()
        watch(presence)
      } catch (error) {
        log.error({ err: error }, 'il database incorporato non riparte')
      }
    })
  }
  watch(presence)

  const { rowCount } = await presence.query('select 1 from pg_database where datname = $1', [DB_USER])
  if (!rowCount)
    await presence.query(`create database ${DB_USER}`).catch((error) => {
      // 42P04, 23505: another process made it at this very moment.
      if (!['42P04', '23505'].includes(sqlState(error))) throw error
    })
  const current = readCurrent(data)!
  return {
    connection: {
      host: windows ? '127.0.0.1' : current.socketFolder,
      port: current.port,
      user: DB_USER,
      database: DB_USER,
    },
    release: async () => {
      closed = true
      try {
        await presence.query('select pg_advisory_unlock_shared($1)', [PRESENCE_MS])
        const { rows } = await presence.query<{ ultima: boolean }>('select pg_try_advisory_lock($1) as ultima', [
          PRESENCE_MS,
        ])
        if (rows[0]?.ultima) await stopPostmaster(data)
      } catch (error) {
        // Somebody else was the last and is stopping it.
        if (!isDatabaseDown(error)) throw error
      } finally {
        await presence.end().catch(() => {})
      }
    },
  }
}
