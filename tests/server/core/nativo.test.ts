import { spawn, spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MotoreDiverso, markMotore, readMotore } from '#server/db/motore'
import { appoggioOf, startNativo } from '#server/db/nativo/avvio'
import { findNativo } from '#server/db/nativo/binari'
import { isPostgres, readCorrente } from '#server/db/nativo/processo'
import { openDb } from '#server/db/open'
import { openPool } from '#server/db/pool'
import type { Db } from '#server/deps'
import { openRegistro } from '#server/registro'

const log = openRegistro('silent')
const IMPOSTAZIONI = { fsync: 'off' }
const root = process.getuid?.() === 0

async function until(vero: () => boolean | Promise<boolean>, secondi = 15): Promise<void> {
  const fine = Date.now() + secondi * 1000
  while (!(await vero())) {
    if (Date.now() > fine) throw new Error('non è successo in tempo')
    await wait(20)
  }
}

describe('the embedded PostgreSQL', () => {
  let cartella: string
  let aperti: Db[]
  const dati = () => join(cartella, 'postgres')
  const pid = () => readCorrente(dati())?.pid ?? 0
  const apri = async () => {
    const db = await openDb({ databaseUrl: null, dataDir: cartella }, log, IMPOSTAZIONI)
    aperti.push(db)
    return db
  }
  const chiudi = async (db: Db) => {
    aperti = aperti.filter((altro) => altro !== db)
    await db.close()
  }

  const nuove: string[] = []
  const nuovaCartella = async () => {
    const nuova = await mkdtemp(join(tmpdir(), 'idoneo-nativo-'))
    await chmod(nuova, 0o755)
    nuove.push(nuova)
    return nuova
  }
  let comune: string
  beforeAll(async () => {
    comune = await nuovaCartella()
  })
  beforeEach(() => {
    cartella = comune
    aperti = []
  })
  afterEach(async () => {
    for (const db of aperti) await db.close().catch(() => {})
    if (isPostgres(pid(), dati())) process.kill(pid(), 'SIGQUIT')
  })
  afterAll(async () => {
    for (const nuova of nuove.flatMap((n) => [n, appoggioOf(n)]))
      await rm(nuova, { recursive: true, force: true, maxRetries: 5 })
  })

  it('[OP3] keeps its data from one start to the next, listens on no network, and stops when closed', async () => {
    const db = await apri()
    expect(db.motore).toBe('incorporato')
    await db.script('create table if not exists prova (x integer); insert into prova values (7);')
    const { righe } = await db.query<{ listen_addresses: string; max_wal_size: string; fsync: string }>(
      `select current_setting('listen_addresses') as listen_addresses, current_setting('max_wal_size') as max_wal_size`,
    )
    expect(righe).toEqual([{ listen_addresses: '', max_wal_size: '256MB' }])
    expect(readMotore(cartella)).toBe('nativo')
    const primo = pid()
    await chiudi(db)
    expect(isPostgres(primo, dati())).toBe(false)
    expect((await (await apri()).query('select x from prova')).righe).toEqual([{ x: 7 }])
  })

  it('writes durably unless a test says otherwise', async () => {
    const db = await openDb({ databaseUrl: null, dataDir: cartella }, log)
    aperti.push(db)
    const { righe } = await db.query(
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
         current_setting('full_page_writes') as pagine`,
    )
    expect(righe).toEqual([{ fsync: 'on', commit: 'on', pagine: 'on' }])
  })

  it('serves several processes that start at once on nothing, and only the last one to leave stops it', async () => {
    cartella = await nuovaCartella()
    // What a creation that was interrupted leaves behind is in nobody's way.
    await mkdir(join(cartella, 'postgres.nuovo-abc'))
    const [uno, due] = await Promise.all([apri(), apri()])
    const comune = pid()
    await chiudi(uno)
    expect(isPostgres(comune, dati())).toBe(true)
    expect((await due.query('select 1 as x')).righe).toEqual([{ x: 1 }])
    await chiudi(due)
    expect(isPostgres(comune, dati())).toBe(false)
  })

  it('serves whoever comes while others come and go', async () => {
    const comeAndGo = async () => {
      for (let i = 0; i < 4; i++) {
        const db = await openDb({ databaseUrl: null, dataDir: cartella }, log, IMPOSTAZIONI)
        expect((await db.query('select 1 as x')).righe).toEqual([{ x: 1 }])
        await db.close()
      }
    }
    await Promise.all([comeAndGo(), comeAndGo(), comeAndGo()])
    expect(isPostgres(pid(), dati())).toBe(false)
  })

  it('takes over the one that a hard kill of Node left running', async () => {
    const codice = `
      import { openDb } from '#server/db/open'
import { openPool } from '#server/db/pool'
      import { openRegistro } from '#server/registro'
      const db = await openDb({ databaseUrl: null, dataDir: process.argv[1] }, openRegistro('silent'), { fsync: 'off' })
      await db.script('create table orfana (x integer); insert into orfana values (1);')
      console.log('scritto')
      setInterval(() => {}, 1000)`
    const figlio = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', codice, cartella])
    await new Promise<void>((fatto, rotto) => {
      figlio.stdout.on('data', (testo) => String(testo).includes('scritto') && fatto())
      figlio.stderr.on('data', (testo) => process.stderr.write(testo))
      figlio.on('exit', () => rotto(new Error('uscito prima')))
    })
    const orfano = pid()
    figlio.kill('SIGKILL')
    await until(() => figlio.signalCode === 'SIGKILL')
    expect(isPostgres(orfano, dati())).toBe(true)
    const db = await apri()
    expect(pid()).toBe(orfano)
    expect((await db.query('select x from orfana')).righe).toEqual([{ x: 1 }])
    await chiudi(db)
    expect(isPostgres(orfano, dati())).toBe(false)
  })

  it('starts over a postmaster.pid that names a process of somebody else', async () => {
    await chiudi(await apri())
    await writeFile(join(dati(), 'postmaster.pid'), `${process.pid}\n${dati()}\n1\n5432\n/nessuno\n\n0 0\nready\n`)
    const db = await apri()
    expect(pid()).not.toBe(process.pid)
    expect((await db.query('select 1 as x')).righe).toEqual([{ x: 1 }])
  })

  it('starts over a postmaster.pid that names the PostgreSQL of another folder, and leaves that one alone', async () => {
    await chiudi(await apri())
    const mia = cartella
    cartella = await nuovaCartella()
    const altro = await apri()
    const [altroPid, altriDati] = [pid(), dati()]
    cartella = mia
    await writeFile(join(dati(), 'postmaster.pid'), `${altroPid}\n${dati()}\n1\n5432\n/nessuno\n\n0 0\nready\n`)
    const db = await apri()
    expect((await db.query('select 1 as x')).righe).toEqual([{ x: 1 }])
    expect(pid()).not.toBe(altroPid)
    expect(isPostgres(altroPid, altriDati)).toBe(true)
    expect((await altro.query('select 2 as x')).righe).toEqual([{ x: 2 }])
  })

  it('replaces one whose socket was taken away', async () => {
    const db = await apri()
    const primo = pid()
    await rm(appoggioOf(cartella), { recursive: true })
    const altro = await apri()
    expect(pid()).not.toBe(primo)
    expect((await altro.query('select 1 as x')).righe).toEqual([{ x: 1 }])
    await until(async () => (await db.query('select 1').catch(() => null)) !== null)
  })

  it('starts over the empty postmaster.pid of a power cut', async () => {
    await chiudi(await apri())
    const file = join(dati(), 'postmaster.pid')
    await writeFile(file, '')
    const vecchio = new Date(Date.now() - 60_000)
    await utimes(file, vecchio, vecchio)
    expect((await (await apri()).query('select 1 as x')).righe).toEqual([{ x: 1 }])
  })

  it('comes back by itself after the database is killed under a running server', async () => {
    const db = await apri()
    const primo = pid()
    process.kill(primo, 'SIGKILL')
    await until(async () => (await db.query('select 1').catch(() => null)) !== null)
    expect(pid()).not.toBe(primo)
  })

  it('refuses data of the other engine and leaves them alone', async () => {
    cartella = await nuovaCartella()
    await writeFile(join(cartella, 'motore.json'), '{"motore":"un altro"}')
    await expect(apri()).rejects.toBeInstanceOf(MotoreDiverso)
    await rm(join(cartella, 'motore.json'))
    await markMotore(cartella, 'nativo')
    await markMotore(cartella, 'nativo')
    await expect(markMotore(cartella, 'pglite')).rejects.toBeInstanceOf(MotoreDiverso)
    expect(readMotore(cartella)).toBe('nativo')
    expect(existsSync(dati())).toBe(false)
  })

  it('runs where the install scripts that link its libraries did not, without touching the package', async () => {
    cartella = await nuovaCartella()
    const pacchetto = await nuovaCartella()
    const native = join(pacchetto, 'native')
    const vero = findNativo()!
    const collegamenti: { target: string }[] = JSON.parse(await readFile(join(vero, 'pg-symlinks.json'), 'utf8'))
    const mancanti = collegamenti.map(({ target }) => basename(target))
    await mkdir(join(native, 'lib'), { recursive: true })
    await cp(join(vero, 'bin'), join(native, 'bin'), { recursive: true })
    await cp(join(vero, 'pg-symlinks.json'), join(native, 'pg-symlinks.json'))
    await symlink(join(vero, 'share'), join(native, 'share'))
    for (const nome of await readdir(join(vero, 'lib')))
      if (!mancanti.includes(nome)) await symlink(join(vero, 'lib', nome), join(native, 'lib', nome))
    expect(spawnSync(join(native, 'bin/postgres'), ['--version']).status).not.toBe(0)
    const librerie = await readdir(join(native, 'lib'))
    const avviato = await startNativo({ cartella, log, native, impostazioni: IMPOSTAZIONI })
    const db = openPool(avviato!.connessione, 'incorporato', log, avviato!.release)
    aperti.push(db)
    expect((await db.query('select 1 as x')).righe).toEqual([{ x: 1 }])
    expect(await readdir(join(native, 'lib'))).toEqual(librerie)
    expect(collegamenti.length).toBeGreaterThan(10)
  })

  it('is not there where no package is installed', async () => {
    expect(await startNativo({ cartella, log, native: null })).toBeNull()
  })

  it.runIf(root)(
    'as root runs as another user where it can, in a user namespace where it cannot, and moves between them',
    async () => {
      // Its own folder: whoever another test left running on the common one would be adopted, not moved.
      cartella = await nuovaCartella()
      const primo = await apri()
      expect(statSync(dati()).uid).not.toBe(0)
      await primo.script('create table spostata (x integer); insert into spostata values (7);')
      await chiudi(primo)
      await chmod(cartella, 0o700)
      const secondo = await apri()
      expect(statSync(dati()).uid).toBe(0)
      expect((await secondo.query('select x from spostata')).righe).toEqual([{ x: 7 }])
      await chiudi(secondo)
      await chmod(cartella, 0o755)
      expect((await (await apri()).query('select x from spostata')).righe).toEqual([{ x: 7 }])
      expect(statSync(dati()).uid).not.toBe(0)
    },
  )
})
