import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Db } from '#server/deps'
import { type Mondo, makeWorld, type OpzioniMondo } from '../world.ts'

const limited = (other: OpzioniMondo = {}) => makeWorld({ config: { limits: 'normali', trustedProxies: 1 }, ...other })
const get = async ({ app }: Mondo, url: string, ip: string, headers: Record<string, string> = {}) => {
  const { statusCode, headers: said } = await app.inject({ url, headers: { 'x-forwarded-for': ip, ...headers } })
  return { status: statusCode, retryAfter: Number(said['retry-after']) }
}
/** A body that is announced costs by its length, 65 calls at the most: so a flood outruns what is given back however slow this machine is. */
const ANNOUNCED = { 'content-length': '99999999999' }
const flood = (world: Mondo, url: string, ip: string) =>
  Promise.all(Array.from({ length: 400 }, () => get(world, url, ip, ANNOUNCED)))
const PACKAGE = `/pacchetti/${'a'.repeat(64)}.zip?scade=1&sessione=1&firma=x`

it.each(['/simulatore/', '/simulatore/assets/a.js', '/', '/altrove', PACKAGE, '/salute/vivo', '/salute/pronto'])(
  '[D40] %s counts for the block that asks, and another block is served',
  async (url) => {
    const world = await limited()
    const answers = [...(await flood(world, url, '203.0.113.7')), await get(world, url, '203.0.113.8', ANNOUNCED)]
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(answers[0]?.status).not.toBe(429)
    for (const { retryAfter } of refused) expect(retryAfter).toBeGreaterThan(0)
    expect((await get(world, url, '198.51.100.7')).status).not.toBe(429)
    await world.close()
  },
)

it('[D40] calls, files and health of one block are counted apart', async () => {
  const world = await limited()
  expect((await flood(world, '/salute/vivo', '203.0.113.7')).some(({ status }) => status === 429)).toBe(true)
  expect((await get(world, '/altrove', '203.0.113.7')).status).toBe(404)
  expect((await get(world, '/api/ms_concorso/enti', '203.0.113.7')).status).toBe(200)
  await world.close()
})

it('[D40] a request that names two hosts counts too, and one whose address cannot be read ends its connection', async () => {
  const world = await makeWorld({ config: { limits: 'normali' } })
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.app.server.address() as { port: number }
  const send = async (text: string, until: RegExp) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.write(text)
    let said = ''
    for await (const part of socket) {
      said += String(part)
      if (until.test(said)) break
    }
    return said
  }
  const twoHosts = 'GET /salute/vivo HTTP/1.1\r\nHost: a\r\nHost: b\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'
  expect(await send(twoHosts, /\r\n\r\n\{/)).toMatch(/^HTTP\/1.1 400 /)
  expect(await send(twoHosts.repeat(15), /HTTP\/1.1 429 /)).toContain('HTTP/1.1 429 ')
  // Read until the server ends the connection.
  const unreadable = await send('GET /%E0%A4%A HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3), /nothing says so/)
  expect(unreadable.match(/HTTP\/1.1 400 /g)).toHaveLength(1)
  await world.close()
})

it('a dozen people behind one address load the page for the first time', async () => {
  const world = await limited()
  const load = () =>
    Promise.all(Array.from({ length: 110 }, (_, i) => get(world, `/simulatore/${i}.js`, '203.0.113.7')))
  for (let i = 0; i < 12; i++) expect((await load()).every(({ status }) => status !== 429)).toBe(true)
  await world.close()
})

it('[D40] files of one block are served two at a time, those of another meanwhile', async () => {
  const world = await limited()
  const inside = { now: 0, most: 0 }
  world.app.get('/lento', async () => {
    inside.now += 1
    inside.most = Math.max(inside.most, inside.now)
    await wait(20)
    inside.now -= 1
    return 'x'
  })
  const many = Promise.all(Array.from({ length: 20 }, () => get(world, '/lento', '203.0.113.7')))
  const ends: string[] = []
  await Promise.all([
    many.then(() => ends.push('flood')),
    get(world, '/altrove', '198.51.100.7').then(() => ends.push('neighbour')),
  ])
  expect(ends).toEqual(['neighbour', 'flood'])
  const all = await many
  expect([new Set(all.map(({ status }) => status)), inside.most]).toEqual([new Set([200]), 2])
  await world.close()
})

it('[D40] the length of what is answered counts', async () => {
  const world = await limited()
  world.app.get('/grande', async (_, reply) =>
    reply.header('content-length', 1024 * 1024 * 1024).send(Readable.from(['x'])),
  )
  let [answered, ended] = [0, false]
  while (!ended && answered < 400) {
    ended = (await get(world, '/grande', '203.0.113.7')).status === 429
    answered += 1
  }
  // Each is worth 4,096 calls and one.
  expect(ended).toBe(true)
  await world.close()
})

it('downloads that are read slowly keep no place from their neighbours', async () => {
  const world = await makeWorld({ config: { limits: 'normali' } })
  const large = Buffer.alloc(16 * 1024 * 1024)
  world.app.get('/grande', async () => large)
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.app.server.address() as { port: number }
  const slow = Array.from({ length: 8 }, () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.write('GET /grande HTTP/1.1\r\nHost: x\r\n\r\n')
    return socket.pause()
  })
  await Promise.all(slow.map((socket) => once(socket, 'readable')))
  const answer = await fetch(`http://127.0.0.1:${port}/altrove`, { signal: AbortSignal.timeout(5_000) })
  expect(answer.status).toBe(404)
  for (const socket of slow) socket.destroy()
  await world.close()
})

it('readiness is looked up once a second, however often it is asked', async () => {
  let asked = 0
  const count = (db: Db): Db => ({
    ...db,
    query: (...args) => {
      asked += 1
      return db.query(...args)
    },
  })
  const world = await makeWorld({ deps: ({ db }) => ({ db: count(db) }) })
  const ask = () => Promise.all(Array.from({ length: 50 }, () => world.call('GET', '/salute/pronto')))
  const before = asked
  for (const { status } of await ask()) expect(status).toBe(200)
  await ask()
  const once = asked - before
  expect(once).toBeGreaterThan(0)
  world.orologio.advance(1_000)
  await ask()
  expect(asked - before).toBe(2 * once)
  await world.close()
})
