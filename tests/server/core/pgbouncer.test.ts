import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { explainRefusal, isDatabaseDown } from '#server/db/failures'
import { migrate } from '#server/db/migrate'
import { openDb } from '#server/db/open'
import { PATIENT } from '#server/db/pool'
import type { Limit } from '#server/deps'
import { createLimit } from '#server/http/shared-limits'
import { openLogger } from '#server/logger'
import { createReplicas } from '#server/replicas'
import { freePort } from '../port.ts'
import { openDatabase } from '../world.ts'

const missing = spawnSync('pgbouncer', ['--version']).error !== undefined
if (missing) console.log('pgbouncer is not installed: the server behind it is not tested')
const log = openLogger('silent')

describe.skipIf(missing)('behind a PgBouncer in transaction mode, two connections for everybody', () => {
  let bouncer: ChildProcess
  let database: Awaited<ReturnType<typeof openDatabase>>
  let folder: string
  let url: string

  beforeAll(async () => {
    database = await openDatabase('esterno')
    const { username, password, hostname, port, pathname } = new URL(database.url)
    const listening = await freePort()
    folder = await mkdtemp(join(tmpdir(), 'idoneo-pgbouncer-'))
    await writeFile(join(folder, 'users.txt'), `"${username}" "${password}"\n`)
    const settings = [
      '[databases]',
      `* = host=${hostname} port=${port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${listening}`,
      'unix_socket_dir =',
      'auth_type = plain',
      `auth_file = ${join(folder, 'users.txt')}`,
      'pool_mode = transaction',
      'default_pool_size = 2',
    ]
    await writeFile(join(folder, 'pgbouncer.ini'), settings.join('\n'))
    await chmod(folder, 0o755)
    // PgBouncer refuses to run as root.
    const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
    bouncer = spawn('pgbouncer', [...user, join(folder, 'pgbouncer.ini')], { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    await new Promise<void>((ready, refused) => {
      bouncer.stderr?.on('data', (text) => {
        said += text
        if (/process up/.test(said)) ready()
      })
      bouncer.once('exit', () => refused(new Error(said)))
    })
    url = `postgres://${username}:${password}@127.0.0.1:${listening}${pathname}`
  })
  afterAll(async () => {
    if (bouncer?.exitCode === null) {
      bouncer.kill('SIGTERM')
      await once(bouncer, 'exit')
    }
    await database?.drop()
    await rm(folder, { recursive: true, force: true })
  })
  const open = (settings: Partial<typeof PATIENT>) =>
    openDb({ databaseUrl: url, dataDir: '', database: { ...PATIENT, statementMs: 30_000, ...settings } }, log)

  it('migrates, and serves calls and transactions at once with DATABASE_PREPARED=false', async () => {
    const db = await open({ prepared: false })
    await migrate(db)
    const one = async (n: number) => {
      await db.tx((q) => q.query('insert into ente (ente) values ($1)', [`ente ${n}`], 'aggiungi'))
      return (await db.query<{ n: number }>('select $1::integer as n', [n], 'leggi')).rows[0]?.n
    }
    const all = Array.from({ length: 40 }, (_, n) => n)
    expect(await Promise.all(all.map(one))).toEqual(all)
    expect((await db.query(`select 1 from ente where ente like 'ente %'`)).count).toBe(40)
    await db.close()
  })

  it('[OP21] [OP22] counts limits with the others, and hears their orders by DATABASE_DIRETTO', async () => {
    const dbs = [await open({ prepared: false }), await open({ prepared: false })] as const
    await migrate(dbs[0])
    const [one, other] = dbs.map((db) => createLimit({ db, log }, 'prova', 3, 60_000)) as [Limit, Limit]
    const taken = await Promise.all([one, other, one, other, one].map((limit) => limit.take('chi')))
    expect(taken.filter(({ seconds }) => seconds === 0)).toHaveLength(3)
    const heard: unknown[] = []
    const replicas = dbs.map((db) => createReplicas({ db, log }, database.url))
    const stops = await Promise.all(
      replicas.map((r) =>
        r.listen(
          (order) => heard.push(order),
          () => {},
        ),
      ),
    )
    expect(await replicas[0]?.broadcast(['concorsi'])).toEqual({ repliche: { attese: 2, eseguite: 2 } })
    expect(heard).toEqual([['concorsi']])
    for (const stop of stops) await stop()
    for (const db of dbs) await db.close()
  })

  it('without it a refused call counts as "database down" and names the variable', async () => {
    const db = await open({ prepared: true, statementMs: 0 })
    const calls = Array.from({ length: 40 }, (_, n) => db.query('select $1::integer as n', [n], 'leggi'))
    const refused = (await Promise.allSettled(calls)).flatMap((r) => (r.status === 'rejected' ? [r.reason] : []))
    expect(refused.length).toBeGreaterThan(0)
    for (const error of refused)
      expect([isDatabaseDown(error), explainRefusal(error)]).toEqual([
        true,
        expect.stringContaining('DATABASE_PREPARED'),
      ])
    await db.close()
  })

  it('with time-outs of its own as parameters of the connection, too', async () => {
    const db = await open({ prepared: true })
    const error = await db.query('select 1').catch((e: unknown) => e)
    expect([isDatabaseDown(error), explainRefusal(error)]).toEqual([true, expect.stringContaining('DATABASE_PREPARED')])
    await db.close()
  })
})
