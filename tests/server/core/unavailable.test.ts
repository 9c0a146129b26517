import { chmod, mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { readConfiguration } from '#server/configuration'
import { DifferentEngine, markFolder } from '#server/db/engine'
import { startNative } from '#server/db/native/start'
import { openDb } from '#server/db/open'
import { openPool } from '#server/db/pool'
import type { Db } from '#server/deps'
import { openLogger } from '#server/logger'
import { truncateIp } from '#server/utente/consents'
import { makeWorld } from '../world.ts'

const failure = (code: string) => Object.assign(new Error(`failed with ${code}`), { code })

it.each([
  ['a full disk', '53100'],
  ['no memory', '53200'],
  ['a failing disk', '58030'],
  ['a full disk outside the database', 'ENOSPC'],
  ['a damaged page', 'XX001'],
  ['a damaged index', 'XX002'],
])('%s answers 503 with Retry-After, and the calls after it is mended are served', async (_, code) => {
  const state = { broken: false }
  const guard = (db: Db): Db => ({
    ...db,
    query: async (...args) => {
      if (state.broken) throw failure(code)
      return db.query(...args)
    },
    tx: async (work) => {
      if (state.broken) throw failure(code)
      return db.tx(work)
    },
  })
  const world = await makeWorld({ deps: ({ db }) => ({ db: guard(db) }) })
  const { token } = await world.registerVerified('piena@posta.example')
  const ask = () => world.call('GET', '/ms_utente/utente', { token })
  expect((await world.call('GET', '/salute/pronto')).status).toBe(200)
  world.orologio.advance(1_000)
  state.broken = true
  const refused = await ask()
  expect(refused).toMatchObject({ status: 503, corpo: { codice: 'SERVIZIO_NON_PRONTO' } })
  expect(Number(refused.intestazioni['retry-after'])).toBeGreaterThan(0)
  expect((await world.call('GET', '/salute/pronto')).status).toBe(503)
  state.broken = false
  world.orologio.advance(1_000)
  expect((await ask()).status).toBe(200)
  expect((await world.call('GET', '/salute/pronto')).status).toBe(200)
  await world.close()
})

it.runIf(process.platform === 'linux')('a data folder without room is told by /salute/pronto', async () => {
  // A file system that has no room, whoever asks.
  const world = await makeWorld({ config: { dataDir: '/proc' } })
  expect(await world.call('GET', '/salute/pronto')).toMatchObject({ status: 503, corpo: { disco: 'pieno' } })
  await world.close()
})

it('an overwritten page of a table refuses what lies on it, says so in the log, and leaves the rest alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'idoneo-pagina-'))
  await chmod(folder, 0o755)
  const log = openLogger('silent')
  const first = await startNative({ folder, log, settings: { fsync: 'off' } })
  if (!first) throw new Error('il PostgreSQL incorporato non parte')
  const db = openPool(first.connection, 'incorporato', log, first.release)
  await db.script("create table prova as select i, repeat('x', 500) as t from generate_series(1, 200) i; checkpoint")
  const { rows } = await db.query<{ path: string }>("select pg_relation_filepath('prova') as path")
  await db.close()
  const file = await open(join(folder, 'postgres', rows[0]?.path ?? ''), 'r+')
  await file.write(Buffer.alloc(4000, 7), 0, 4000, 8192 + 2000)
  await file.close()
  const again = await startNative({ folder, log, settings: { fsync: 'off' } })
  if (!again) throw new Error('il PostgreSQL incorporato non parte')
  const damaged = openPool(again.connection, 'incorporato', log, again.release)
  const world = await makeWorld({
    gestori: {
      uptime: async () => {
        await damaged.query('select max(t) from prova')
        return { ok: true, value: 1 }
      },
    },
  })
  expect(await world.call('GET', '/ms_concorso/uptime')).toMatchObject({
    status: 503,
    corpo: { codice: 'SERVIZIO_NON_PRONTO' },
  })
  expect(world.righe.join('')).toContain('ripristinare un backup')
  expect((await damaged.query('select 1 as uno')).rows).toEqual([{ uno: 1 }])
  await world.close()
  await damaged.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

it('an empty database is refused beside what only a full one leaves', async () => {
  const log = openLogger('silent')
  const traces: ((folder: string) => Promise<void>)[] = [
    (folder) => markFolder(folder),
    async (folder) => {
      await mkdir(join(folder, 'pacchetti'))
      await writeFile(join(folder, 'pacchetti', `${'a'.repeat(64)}.zip`), 'x')
    },
  ]
  for (const leave of traces) {
    const folder = await mkdtemp(join(tmpdir(), 'idoneo-perso-'))
    await leave(folder)
    await expect(openDb({ databaseUrl: null, dataDir: folder }, log)).rejects.toBeInstanceOf(DifferentEngine)
    await rm(folder, { recursive: true, force: true })
  }
})

it('the address kept with a consent is a block, not somebody', () => {
  expect(truncateIp('203.0.113.77')).toBe('203.0.113.0')
  expect(truncateIp('::ffff:203.0.113.77')).toBe('203.0.113.0')
  expect(truncateIp('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::')
  expect(truncateIp('2001:db8::1')).toBe('2001:db8:0:0::')
  expect(truncateIp('fe80::1%eth0')).toBe('fe80:0:0:0::')
})

it('answers only this machine unless HOST says otherwise', () => {
  expect(readConfiguration({}).host).toBe('127.0.0.1')
  expect(readConfiguration({ HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
})

it('a close does not wait for a statement that never ends before it lets the database go', async () => {
  const world = await makeWorld()
  const { rows } = await world.db.query<{ name: string }>('select current_database() as name')
  const released: string[] = []
  const pool = openPool(
    { ...inject('cluster').socket, database: rows[0]?.name },
    'incorporato',
    openLogger('silent'),
    async () => {
      released.push('yes')
    },
  )
  const endless = pool.query('select pg_sleep(60)').catch((error: Error) => error)
  await pool.close()
  expect(released).toEqual(['yes'])
  await world.close()
  expect(await endless).toBeInstanceOf(Error)
})
