import { spawn, spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WrongConfiguration } from '#server/config-values'
import { DifferentEngine, isMarked, markFolder } from '#server/db/engine'
import { findNative } from '#server/db/native/binaries'
import { isPostgres, readCurrent } from '#server/db/native/process'
import { scratchOf, startNative } from '#server/db/native/start'
import { openDb } from '#server/db/open'
import { openPool } from '#server/db/pool'
import type { Db } from '#server/deps'
import { openLogger } from '#server/logger'

const log = openLogger('silent')
const IMPOSTAZIONI = { settings: { fsync: 'off' } }
const root = process.getuid?.() === 0

async function until(real: () => boolean | Promise<boolean>, seconds = 15): Promise<void> {
  const end = Date.now() + seconds * 1000
  while (!(await real())) {
    if (Date.now() > end) throw new Error('non è successo in tempo')
    await wait(20)
  }
}

describe('the embedded PostgreSQL', () => {
  let folder: string
  let aperti: Db[]
  const data = () => join(folder, 'postgres')
  const pid = () => readCurrent(data())?.pid ?? 0
  const open = async () => {
    const db = await openDb({ databaseUrl: null, dataDir: folder }, log, IMPOSTAZIONI)
    aperti.push(db)
    return db
  }
  const close = async (db: Db) => {
    aperti = aperti.filter((other) => other !== db)
    await db.close()
  }

  const added: string[] = []
  const nuovaCartella = async () => {
    const next = await mkdtemp(join(tmpdir(), 'idoneo-nativo-'))
    await chmod(next, 0o755)
    added.push(next)
    return next
  }
  let comune: string
  beforeAll(async () => {
    comune = await nuovaCartella()
  })
  beforeEach(() => {
    folder = comune
    aperti = []
  })
  afterEach(async () => {
    for (const db of aperti) await db.close().catch(() => {})
    if (isPostgres(pid(), data())) process.kill(pid(), 'SIGQUIT')
  })
  afterAll(async () => {
    for (const next of added.flatMap((n) => [n, scratchOf(n)]))
      await rm(next, { recursive: true, force: true, maxRetries: 5 })
  })

  it('[OP3] keeps its data from one start to the next, listens on no network, and stops when closed', async () => {
    const db = await open()
    expect(db.engine).toBe('incorporato')
    await db.script('create table if not exists prova (x integer); insert into prova values (7);')
    const { rows } = await db.query<{ listen_addresses: string; max_wal_size: string; fsync: string }>(
      `select current_setting('listen_addresses') as listen_addresses, current_setting('max_wal_size') as max_wal_size`,
    )
    expect(rows).toEqual([{ listen_addresses: '', max_wal_size: '256MB' }])
    expect(isMarked(folder)).toBe(true)
    const first = pid()
    await close(db)
    expect(isPostgres(first, data())).toBe(false)
    expect((await (await open()).query('select x from prova')).rows).toEqual([{ x: 7 }])
  })

  it('writes durably unless a test says otherwise', async () => {
    const db = await openDb({ databaseUrl: null, dataDir: folder }, log)
    aperti.push(db)
    const { rows } = await db.query(
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
         current_setting('full_page_writes') as pagine`,
    )
    expect(rows).toEqual([{ fsync: 'on', commit: 'on', pagine: 'on' }])
  })

  it('serves several processes that start at once on nothing, and only the last one to leave stops it', async () => {
    folder = await nuovaCartella()
    // What a creation that was interrupted leaves behind is in nobody's way.
    await mkdir(join(folder, 'postgres.nuovo-abc'))
    const [uno, due] = await Promise.all([open(), open()])
    const comune = pid()
    await close(uno)
    expect(isPostgres(comune, data())).toBe(true)
    expect((await due.query('select 1 as x')).rows).toEqual([{ x: 1 }])
    await close(due)
    expect(isPostgres(comune, data())).toBe(false)
  })

  it('serves whoever comes while others come and go', async () => {
    const comeAndGo = async () => {
      for (let i = 0; i < 4; i++) {
        const db = await openDb({ databaseUrl: null, dataDir: folder }, log, IMPOSTAZIONI)
        expect((await db.query('select 1 as x')).rows).toEqual([{ x: 1 }])
        await db.close()
      }
    }
    await Promise.all([comeAndGo(), comeAndGo(), comeAndGo()])
    expect(isPostgres(pid(), data())).toBe(false)
  })

  it('takes over the one that a hard kill of Node left running', async () => {
    const code = `
      import { openDb } from '#server/db/open'
import { openPool } from '#server/db/pool'
      import { openLogger } from '#server/logger'
      const db = await openDb({ databaseUrl: null, dataDir: process.argv[1] }, openLogger('silent'), { settings: { fsync: 'off' } })
      await db.script('create table orfana (x integer); insert into orfana values (1);')
      console.log('scritto')
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code, folder])
    await new Promise<void>((done, rotto) => {
      child.stdout.on('data', (text) => String(text).includes('scritto') && done())
      child.stderr.on('data', (text) => process.stderr.write(text))
      child.on('exit', () => rotto(new Error('uscito prima')))
    })
    const orfano = pid()
    child.kill('SIGKILL')
    await until(() => child.signalCode === 'SIGKILL')
    expect(isPostgres(orfano, data())).toBe(true)
    const db = await open()
    expect(pid()).toBe(orfano)
    expect((await db.query('select x from orfana')).rows).toEqual([{ x: 1 }])
    await close(db)
    expect(isPostgres(orfano, data())).toBe(false)
  })

  it('starts over a postmaster.pid that names a process of somebody else', async () => {
    await close(await open())
    await writeFile(join(data(), 'postmaster.pid'), `${process.pid}\n${data()}\n1\n5432\n/nessuno\n\n0 0\nready\n`)
    const db = await open()
    expect(pid()).not.toBe(process.pid)
    expect((await db.query('select 1 as x')).rows).toEqual([{ x: 1 }])
  })

  it('starts over a postmaster.pid that names the PostgreSQL of another folder, and leaves that one alone', async () => {
    await close(await open())
    const own = folder
    folder = await nuovaCartella()
    const other = await open()
    const [altroPid, altriDati] = [pid(), data()]
    folder = own
    await writeFile(join(data(), 'postmaster.pid'), `${altroPid}\n${data()}\n1\n5432\n/nessuno\n\n0 0\nready\n`)
    const db = await open()
    expect((await db.query('select 1 as x')).rows).toEqual([{ x: 1 }])
    expect(pid()).not.toBe(altroPid)
    expect(isPostgres(altroPid, altriDati)).toBe(true)
    expect((await other.query('select 2 as x')).rows).toEqual([{ x: 2 }])
  })

  it('replaces one whose socket was taken away', async () => {
    const db = await open()
    const first = pid()
    await rm(scratchOf(folder), { recursive: true })
    const other = await open()
    expect(pid()).not.toBe(first)
    expect((await other.query('select 1 as x')).rows).toEqual([{ x: 1 }])
    await until(async () => (await db.query('select 1').catch(() => null)) !== null)
  })

  it('starts over the empty postmaster.pid of a power cut', async () => {
    await close(await open())
    const file = join(data(), 'postmaster.pid')
    await writeFile(file, '')
    const old = new Date(Date.now() - 60_000)
    await utimes(file, old, old)
    expect((await (await open()).query('select 1 as x')).rows).toEqual([{ x: 1 }])
  })

  it('comes back by itself after the database is killed under a running server', async () => {
    const db = await open()
    const first = pid()
    process.kill(first, 'SIGKILL')
    await until(async () => (await db.query('select 1').catch(() => null)) !== null)
    expect(pid()).not.toBe(first)
  })

  it('leaves none running when it is closed while a killed one starts again', async () => {
    const lines: string[] = []
    const watched = openLogger('info', { write: (line: string) => void lines.push(line) })
    const started = await startNative({ folder, log: watched, ...IMPOSTAZIONI })
    const first = pid()
    process.kill(first, 'SIGKILL')
    await until(() => lines.some((line) => line.includes('si è interrotto')))
    await started?.release()
    // The restart was waited for, and what it started was stopped.
    expect(lines.some((line) => line.includes('è ripartito'))).toBe(true)
    expect(isPostgres(pid(), data())).toBe(false)
  })

  it.each(['{"motore":"pglite"}', '{"motore":"un altro"}', 'niente'])(
    'refuses data of another engine and leaves them alone: %s',
    async (text) => {
      folder = await nuovaCartella()
      await writeFile(join(folder, 'motore.json'), text)
      await expect(open()).rejects.toBeInstanceOf(DifferentEngine)
      await expect(markFolder(folder)).rejects.toBeInstanceOf(DifferentEngine)
      expect(await readFile(join(folder, 'motore.json'), 'utf8')).toBe(text)
      expect(existsSync(data())).toBe(false)
    },
  )

  it('asks for DATABASE_URL where no native binary starts, and leaves no mark', async () => {
    folder = await nuovaCartella()
    const opening = () => openDb({ databaseUrl: null, dataDir: folder }, log, { native: null })
    await expect(opening()).rejects.toThrow(/DATABASE_URL/)
    await expect(opening()).rejects.toBeInstanceOf(WrongConfiguration)
    expect(await readdir(folder)).toEqual([])
    await markFolder(folder)
    await expect(opening()).rejects.toBeInstanceOf(DifferentEngine)
  })

  it('runs where the install scripts that link its libraries did not, without touching the package', async () => {
    folder = await nuovaCartella()
    const pacchetto = await nuovaCartella()
    const native = join(pacchetto, 'native')
    const real = findNative()!
    const collegamenti: { target: string }[] = JSON.parse(await readFile(join(real, 'pg-symlinks.json'), 'utf8'))
    const missing = collegamenti.map(({ target }) => basename(target))
    await mkdir(join(native, 'lib'), { recursive: true })
    await cp(join(real, 'bin'), join(native, 'bin'), { recursive: true })
    await cp(join(real, 'pg-symlinks.json'), join(native, 'pg-symlinks.json'))
    await symlink(join(real, 'share'), join(native, 'share'))
    for (const name of await readdir(join(real, 'lib')))
      if (!missing.includes(name)) await symlink(join(real, 'lib', name), join(native, 'lib', name))
    expect(spawnSync(join(native, 'bin/postgres'), ['--version']).status).not.toBe(0)
    const libraries = await readdir(join(native, 'lib'))
    const started = await startNative({ folder, log, native, ...IMPOSTAZIONI })
    const db = openPool(started!.connection, 'incorporato', log, started!.release)
    aperti.push(db)
    expect((await db.query('select 1 as x')).rows).toEqual([{ x: 1 }])
    expect(await readdir(join(native, 'lib'))).toEqual(libraries)
    expect(collegamenti.length).toBeGreaterThan(10)
  })

  it('is not there where no package is installed', async () => {
    expect(await startNative({ folder, log, native: null })).toBeNull()
  })

  it.runIf(root)(
    'as root runs as another user where it can, in a user namespace where it cannot, and moves between them',
    async () => {
      // Its own folder: whoever another test left running on the common one would be adopted, not moved.
      folder = await nuovaCartella()
      const first = await open()
      expect(statSync(data()).uid).not.toBe(0)
      await first.script('create table spostata (x integer); insert into spostata values (7);')
      await close(first)
      await chmod(folder, 0o700)
      const second = await open()
      expect(statSync(data()).uid).toBe(0)
      expect((await second.query('select x from spostata')).rows).toEqual([{ x: 7 }])
      await close(second)
      await chmod(folder, 0o755)
      expect((await (await open()).query('select x from spostata')).rows).toEqual([{ x: 7 }])
      expect(statSync(data()).uid).not.toBe(0)
    },
  )
})
