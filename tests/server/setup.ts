import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Logger, pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/db/migrate'
import { isPostgres, readCurrent, stopPostmaster } from '#server/db/native/process'
import { type Started, scratchOf, startNative } from '#server/db/native/start'
import { openPool } from '#server/db/pool'
import { buildServerIfNeeded } from '../../scripts/build.mjs'
import { freePort } from './port.ts'

/** How a test file reaches the cluster: by socket, as the embedded engine does, and over TCP with a password, as a far server. */
export type Cluster = {
  socket: pg.ClientConfig
  tcp: string
  /** A folder of the run, gone at its end. */
  folder: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: Cluster
  }
}

/** Database that each test file copies: migrated once. */
export const TEMPLATE = 'modello'

const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  listen_addresses: '127.0.0.1',
}

/** A database as every test file copies it; answers the password of the cluster's owner over TCP. */
async function prepare(connection: Started['connection'], log: Logger): Promise<string> {
  const password = randomBytes(16).toString('hex')
  const capo = new pg.Client(connection)
  await capo.connect()
  try {
    await capo.query(`alter user ${connection.user} password '${password}'`)
    await capo.query(`create database ${TEMPLATE}`)
  } finally {
    await capo.end()
  }
  const modello = openPool({ ...connection, database: TEMPLATE }, 'incorporato', log)
  await migrate(modello).finally(() => modello.close())
  return password
}

/** One embedded cluster for the whole run; durability is traded for speed here only (the kill -9 test has its own, durable). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildServerIfNeeded()
  const log = pino({ level: 'warn' })
  const folder = await mkdtemp(join(tmpdir(), 'idoneo-prove-'))
  const data = join(folder, 'postgres')
  let started: Started | null = null
  const tearDown = async () => {
    await started?.release()
    // Also one that never answered.
    await stopPostmaster(data)
    for (const resto of [folder, scratchOf(folder)]) await rm(resto, { recursive: true, force: true })
  }
  // A signal ends vitest without its teardowns.
  process.once('exit', () => {
    const pid = readCurrent(data)?.pid ?? 0
    if (isPostgres(pid, data)) process.kill(pid, 'SIGQUIT')
  })
  try {
    const port = await freePort()
    started = await startNative({ folder, log, settings: { ...SETTINGS, port: String(port) } })
    if (!started)
      throw new Error('il PostgreSQL incorporato non parte su questa macchina: i test del server ne hanno bisogno')
    const { connection } = started
    const password = await prepare(connection, log)
    project.provide('cluster', {
      socket: { ...connection, password },
      tcp: `postgres://${connection.user}:${password}@127.0.0.1:${port}`,
      folder,
    })
    return tearDown
  } catch (error) {
    await tearDown()
    throw error
  }
}
