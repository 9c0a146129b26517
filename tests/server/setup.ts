import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/db/migrate'
import { scratchOf, startNative } from '#server/db/native/start'
import { openPool } from '#server/db/pool'
import { buildServerIfNeeded } from '../../scripts/build.mjs'
import { freePort } from './port.ts'

/** How a test file reaches the cluster: by socket, as the embedded engine does, and over TCP with a password, as a far server. */
export type Cluster = { socket: pg.ClientConfig; tcp: string }

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: Cluster
  }
}

/** Database that each test file copies: migrated once. */
export const TEMPLATE = 'modello'

/** One embedded cluster for the whole run; durability is traded for speed here only (the kill -9 test has its own, durable). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildServerIfNeeded()
  const log = pino({ level: 'warn' })
  const folder = await mkdtemp(join(tmpdir(), 'idoneo-prove-'))
  const port = await freePort()
  const started = await startNative({
    folder,
    log,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200',
      listen_addresses: '127.0.0.1',
      port: String(port),
    },
  })
  if (!started)
    throw new Error('il PostgreSQL incorporato non parte su questa macchina: i test del server ne hanno bisogno')
  const { connection: connessione } = started
  const password = randomBytes(16).toString('hex')
  const capo = new pg.Client(connessione)
  await capo.connect()
  await capo.query(`alter user ${connessione.user} password '${password}'`)
  await capo.query(`create database ${TEMPLATE}`)
  await capo.end()
  const modello = openPool({ ...connessione, database: TEMPLATE }, 'incorporato', log)
  await migrate(modello)
  await modello.close()
  project.provide('cluster', {
    socket: { ...connessione, password },
    tcp: `postgres://${connessione.user}:${password}@127.0.0.1:${port}`,
  })
  return async () => {
    await started.release()
    for (const resto of [folder, scratchOf(folder)]) await rm(resto, { recursive: true, force: true })
  }
}
