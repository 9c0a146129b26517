import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Configuration, S3Settings } from '#server/configuration'
import { command } from '../cli/command.ts'
import { addBanca, makeDomanda, PNG } from '../concorso/fixtures.ts'
import { type FakeS3, startS3 } from '../fake-s3.ts'
import { type Mondo, makeWorld } from '../world.ts'

// Two replicas on one database and one store, each with a disk of its own.

/** Settings of a real store, from the script that starts one. */
const REAL = process.env.DEPOSITO_VERO

let s3: FakeS3
let settings: S3Settings
let a: Mondo
let b: Mondo
let token: string
const beside = (config: Partial<Configuration>) =>
  makeWorld({
    motore: 'esterno',
    config,
    accanto: { cartella: join(a.cartella, 'altra'), database: a.database, orologio: a.orologio },
  })
beforeAll(async () => {
  s3 = await startS3()
  settings = REAL ? JSON.parse(REAL) : s3.settings
  a = await makeWorld({ motore: 'esterno', config: { s3: settings } })
  await mkdir(join(a.cartella, 'altra'))
  b = await beside({ s3: settings })
  token = (await a.registerVerified('due@repliche.example', 3)).token
})
afterAll(async () => {
  await b.close()
  await a.close()
  await s3.close()
})
beforeEach(() => {
  s3.obstacle = () => null
})

const get = (world: Mondo, url: string, headers = {}) => world.app.inject({ method: 'GET', url, headers })
let banks = 0
const add = () => {
  banks += 1
  return addBanca(a, {
    concorso: `Banca ${banks}`,
    domande: [makeDomanda(1, { immagine: 'a.png', testo: `Figura ${banks}?` }), makeDomanda(2)],
    immagini: [{ nome: 'a.png', byte: PNG }],
  })
}
const addresses = async (world: Mondo, id_concorso: number) =>
  (await world.call('GET', `/ms_concorso/indirizzi_concorso?id_concorso=${id_concorso}`, { token })).corpo
const imageOf = (zip: string, name: string) => zip.replace('/pacchetti/', '/immagini/').replace('.zip?', `/${name}?`)

it('[OP31] a bank imported on one replica is served by the other at once, also by addresses alone', async () => {
  const { id_concorso } = await add()
  expect((await a.call('GET', `/ms_concorso/concorso?id_concorso=${id_concorso}`, { token })).status).toBe(200)
  const found: number[] = []
  for (let i = 0; i < 6; i++) {
    const { url_domande } = await addresses(i % 2 ? a : b, id_concorso)
    for (const world of [a, b]) found.push((await get(world, url_domande)).statusCode)
  }
  expect(found).toEqual(Array.from({ length: 12 }, () => 200))
  const { url_domande } = await addresses(a, id_concorso)
  const whole = await get(b, url_domande)
  const part = await get(b, url_domande, { range: 'bytes=100-' })
  expect([part.statusCode, part.rawPayload.equals(whole.rawPayload.subarray(100))]).toEqual([206, true])
  expect([part.headers.etag, part.headers['content-length']]).toEqual([
    whole.headers.etag,
    String(whole.rawPayload.length - 100),
  ])
})

it('[OP31] pictures of a bank imported on one replica are served by the other, in their zip and one by one', async () => {
  const { id_concorso } = await add()
  await a.call('GET', `/ms_concorso/concorso?id_concorso=${id_concorso}`, { token })
  const { url_immagini } = await addresses(b, id_concorso)
  expect((await get(b, url_immagini)).statusCode).toBe(200)
  const picture = await get(b, imageOf(url_immagini, 'a.png'))
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png'])
  expect(picture.rawPayload.equals(Buffer.from(PNG))).toBe(true)
  expect((await get(b, imageOf(url_immagini, 'z.png'))).json().codice).toBe('IMMAGINE_NON_DISPONIBILE')
  for (const { cartella } of [a, b]) expect(await readdir(join(cartella, 'pacchetti')).catch(() => [])).toEqual([])
})

it('[OP31] with a store that browsers reach, a package is a redirect to it, and the policy of the page allows that host', async () => {
  const c = await beside({ s3: { ...settings, publicUrl: settings.url } })
  try {
    const { id_concorso } = await add()
    await a.call('GET', `/ms_concorso/concorso?id_concorso=${id_concorso}`, { token })
    const { url_domande, url_immagini } = await addresses(c, id_concorso)
    const { statusCode, headers } = await get(c, url_domande)
    expect([statusCode, headers['cache-control']]).toEqual([302, 'no-store'])
    const sent = await fetch(String(headers.location), { headers: { range: 'bytes=0-3' } })
    expect([sent.status, await sent.text()]).toEqual([206, 'PK\x03\x04'])
    expect(headers['content-security-policy']).toContain(`;connect-src 'self' ${settings.url};`)
    expect((await get(a, url_domande)).headers['content-security-policy']).toContain("connect-src 'self';")
    // A browser that cannot follow has it from the server.
    expect((await get(c, url_domande.replace('&rinvio=1', ''))).statusCode).toBe(200)
    // A single picture is a part of a zip, which no address of the store has.
    expect((await get(c, imageOf(url_immagini, 'a.png'))).statusCode).toBe(200)
    expect((await get(c, url_domande.replace('firma=', 'firma=x'))).statusCode).toBe(403)
  } finally {
    await c.close()
  }
})

it.skipIf(REAL)(
  '[OP31] a store that fails is 503 for who downloads, told by readiness and by dottore, and the server stays ready',
  async () => {
    const { id_concorso } = await add()
    await a.call('GET', `/ms_concorso/concorso?id_concorso=${id_concorso}`, { token })
    const { url_domande } = await addresses(b, id_concorso)
    const ready = async () => {
      b.orologio.advance(16_000)
      const { status, corpo } = await b.call('GET', '/salute/pronto')
      return [status, corpo.deposito]
    }
    const doctor = async () => {
      const { json } = await command(b.deps, 'dottore', '--json')
      return json().elementi.find((e: { voce: string }) => e.voce === 'deposito')
    }
    // A busy machine may miss one probe's half second.
    await vi.waitFor(async () => expect(await ready()).toEqual([200, 'raggiungibile']), 60_000)
    expect(await doctor()).toEqual({
      esito: 'ok',
      voce: 'deposito',
      detto: `il secchio idoneo si legge, a ${settings.url}`,
    })
    s3.obstacle = () => ({ code: 'AccessDenied' })
    const refused = await get(b, url_domande)
    expect([refused.statusCode, refused.json().codice, refused.headers['retry-after']]).toEqual([
      503,
      'SERVIZIO_NON_PRONTO',
      '5',
    ])
    expect(b.righe.some((row) => row.includes('DEPOSITO_CHIAVI'))).toBe(true)
    expect(await ready()).toEqual([200, 'irraggiungibile'])
    expect(await doctor()).toMatchObject({ esito: 'guasto', detto: expect.stringContaining('S3_CHIAVE_ID, S3_CHIAVE') })
    s3.obstacle = () => 'silent'
    expect(await ready()).toEqual([200, 'irraggiungibile'])
  },
)

it.skipIf(REAL)(
  '[OP31] a package that is gone from the store is 404, and built again for who asks for its bank',
  async () => {
    const { id_concorso } = await add()
    await a.call('GET', `/ms_concorso/concorso?id_concorso=${id_concorso}`, { token })
    const { url_domande } = await addresses(a, id_concorso)
    const name = `pacchetti/${/[0-9a-f]{64}\.zip/.exec(url_domande)?.[0]}`
    s3.objects.delete(name)
    expect((await get(b, url_domande)).json().codice).toBe('NON_TROVATO')
    expect((await b.call('GET', `/ms_concorso/concorso?id_concorso=${id_concorso}`, { token })).status).toBe(200)
    expect(s3.objects.has(name)).toBe(true)
    expect((await get(a, url_domande)).statusCode).toBe(200)
  },
)
