import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '#server/app'
import { handlers } from '#server/handlers'
import { createStarter, prepareStarter } from '#server/pacchetti/starter'
import { BANCHE, copyContenuti } from '../concorso/content.ts'
import { startS3 } from '../fake-s3.ts'
import { type Mondo, makeWorld } from '../world.ts'

let a: Mondo
let b: Mondo
let content: string
beforeAll(async () => {
  a = await makeWorld({ motore: 'esterno' })
  await mkdir(join(a.cartella, 'altra'))
  b = await beside('altra')
  content = await copyContenuti()
})
afterAll(async () => {
  await b.close()
  await a.close()
  await rm(content, { recursive: true, force: true })
})

/** Another replica on the same database, with a disk of its own. */
const beside = (folder: string, config = {}) =>
  makeWorld({
    motore: 'esterno',
    config,
    accanto: { cartella: join(a.cartella, folder), database: a.database, orologio: a.orologio },
  })
const prepare = (world: Mondo, version = '1.0.0', root = content) => prepareStarter(world.deps, version, { root })
/** Versions of the rows of banks: any publishing changes them. */
const published = async () =>
  (await a.db.query('select slug, versione, xmin::text from concorso order by id_concorso')).rows
const filesOf = async (world: Mondo) => (await readdir(join(world.cartella, 'pacchetti'))).sort()

const correct = async (text: string) => {
  const file = join(content, 'banche/diritto-costituzionale/domande.json')
  const [first, ...others] = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify([{ ...first, testo: text }, ...others]))
}
const firstText = async () =>
  (await a.db.query<{ testo: string }>("select testo from domanda where id_origine = 'cost-001'")).rows[0]?.testo

it('[OP32] a new installation is not ready until its first content is there', async () => {
  const world = await makeWorld()
  const starter = await createStarter(world.deps, '1.0.0', content)
  const app = await createApp(world.deps, handlers, starter)
  const ready = async () => {
    world.orologio.advance(2_000)
    const { statusCode, json } = await app.inject('/salute/pronto')
    return [statusCode, json().contenuti]
  }
  try {
    expect(await ready()).toEqual([503, 'in pubblicazione'])
    await starter.start()
    expect(await ready()).toEqual([200, 'pubblicati'])
    expect((await world.call('GET', '/ms_concorso/concorsi')).corpo.totale).toBe(BANCHE.length)
    expect((await createStarter(world.deps, '1.0.0', content)).isEmpty()).toBe(false)
  } finally {
    await starter.stop()
    await app.close()
    await world.close()
  }
})

it('[OP32] of two replicas that start at once one publishes, and each has the files on its disk', async () => {
  const outcomes = await Promise.all([prepare(a), prepare(b)])
  expect(outcomes.sort()).toEqual(['già pubblicati', 'pubblicati'])
  expect(await filesOf(b)).toEqual(await filesOf(a))
})

it('[OP32] a replica with an empty disk gets the files, and publishes nothing', async () => {
  const before = await published()
  const files = await filesOf(b)
  await rm(join(b.cartella, 'pacchetti'), { recursive: true })
  expect(await prepare(b)).toBe('già pubblicati')
  expect([await published(), await filesOf(b)]).toEqual([before, files])
})

it('[OP32] a replica with an empty disk writes nothing to a store that has the files', async () => {
  const s3 = await startS3()
  await mkdir(join(a.cartella, 'terza'))
  const c = await beside('terza', { s3: s3.settings })
  const before = await published()
  try {
    expect(await prepare(c)).toBe('già pubblicati')
    expect([...s3.objects.keys()].sort()).toEqual((await filesOf(a)).map((name) => `pacchetti/${name}`))
    const puts = () => s3.asked.filter(({ method }) => method === 'PUT').length
    const made = puts()
    expect(await prepare(c)).toBe('già pubblicati')
    expect([puts(), await published()]).toEqual([made, before])
  } finally {
    await c.close()
    await s3.close()
  }
})

it('[OP32] two contents of one version are published once each, and never again in turn', async () => {
  const other = await copyContenuti()
  await correct('Corretta una volta?')
  expect(await prepare(a)).toBe('pubblicati')
  const before = await published()
  for (let i = 0; i < 2; i++) {
    expect(await prepare(b, '1.0.0', other)).toBe('già pubblicati')
    expect(await prepare(a)).toBe('già pubblicati')
  }
  expect([await firstText(), await published()]).toEqual(['Corretta una volta?', before])
  await rm(other, { recursive: true })
})

it('[OP32] an older program publishes nothing over the content of a newer one', async () => {
  await correct('Di una versione più recente?')
  expect(await prepare(a, '1.10.0')).toBe('pubblicati')
  const before = await published()
  await correct('Di una versione più vecchia?')
  expect(await prepare(b, '1.9.3')).toBe('di un programma più recente')
  expect([await firstText(), await published()]).toEqual(['Di una versione più recente?', before])
})

it('[OP32] a stop between two banks is no failure, and the next start publishes the rest', async () => {
  await correct('Dopo una fermata?')
  const stop = new AbortController()
  const { db } = b.deps
  const deps = {
    ...b.deps,
    db: {
      ...db,
      query: (async (sql: string, ...more: []) => {
        if (sql.includes('c.slug = $1')) stop.abort()
        return db.query(sql, ...more)
      }) as typeof db.query,
    },
  }
  const rows = b.righe.length
  expect(await prepareStarter(deps, '2.0.0', { root: content, signal: stop.signal })).toBeNull()
  expect(b.righe.slice(rows).filter((row) => row.includes('non pubblicati'))).toEqual([])
  expect(await prepare(a, '2.0.0')).toBe('pubblicati')
  expect(await firstText()).toBe('Dopo una fermata?')
})

it('[OP32] a first content that fails leaves the server not ready, and is tried again until it is there', async () => {
  const world = await makeWorld()
  const put = world.deps.packageFiles.put
  let full = true
  const packageFiles = {
    ...world.deps.packageFiles,
    put: (...file: Parameters<typeof put>) => (full ? Promise.reject(new Error('disco pieno')) : put(...file)),
  }
  const waits: boolean[] = []
  const starter = await createStarter({ ...world.deps, packageFiles }, '1.0.0', content, async () => {
    waits.push(starter.isEmpty())
    full = waits.length < 2
  })
  try {
    await starter.start()
    expect([waits, starter.isEmpty()]).toEqual([[true, true], false])
    expect(world.righe.some((row) => row.includes('contenuti non pubblicati') && row.includes('disco pieno'))).toBe(
      true,
    )
    expect((await world.call('GET', '/ms_concorso/concorsi')).corpo.totale).toBe(BANCHE.length)
  } finally {
    await starter.stop()
    await world.close()
  }
})

it('[OP32] a replica that waits for the lock of another stops at once', async () => {
  const starter = await createStarter(b.deps, '3.0.0', content)
  await a.db.tx(async (q) => {
    await q.query('select pg_advisory_xact_lock($1)', [0x49444e43])
    await starter.start()
    await starter.stop()
  })
  expect((await a.db.query("select 1 from semina where versione = '{3,0,0}'")).count).toBe(0)
})

it('[OP32] a stop ends the wait for the next try', async () => {
  const packageFiles = { ...b.deps.packageFiles, put: () => Promise.reject(new Error('disco pieno')) }
  await correct('Mai pubblicata?')
  let reached = () => {}
  const waiting = new Promise<void>((done) => {
    reached = done
  })
  const starter = await createStarter({ ...b.deps, packageFiles }, '2.0.0', content, (signal) => {
    reached()
    return new Promise((ended) => signal.addEventListener('abort', () => ended()))
  })
  await starter.start()
  await waiting
  await starter.stop()
  expect(await prepare(b, '2.0.0')).toBe('pubblicati')
})

it('[OP32] a file that the content cannot make again is named, and not called put back', async () => {
  const lost = `${'0'.repeat(64)}.zip`
  const slug = 'diritto-costituzionale'
  const { rows } = await b.db.query<{ immagini: string | null }>('select immagini from concorso where slug = $1', [
    slug,
  ])
  await b.db.query('update concorso set immagini = $2 where slug = $1', [slug, lost])
  const before = b.righe.length
  expect(await prepare(b, '2.0.0')).toBe('già pubblicati')
  const said = b.righe.slice(before).join('\n')
  expect([said.includes(lost), said.includes('mancanti'), said.includes('rimessi')]).toEqual([true, true, false])
  await b.db.query('update concorso set immagini = $2 where slug = $1', [slug, rows[0]?.immagini])
})
