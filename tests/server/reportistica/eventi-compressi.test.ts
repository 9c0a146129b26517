import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Mondo, makeWorld } from '../world.ts'
import { risposta } from './evento.ts'

const PERCORSO = '/ms_reportistica/eventi'
const MEGABYTE = 1024 * 1024

/** A body of `bytes`, most of them blanks, which compress to nothing. */
const bodyOf = (eventi: unknown[], bytes = 0) => JSON.stringify({ eventi }).padEnd(bytes)
const send = (world: Mondo, token: string, payload: Buffer | string, encoding = 'gzip', percorso = PERCORSO) =>
  world.call('PUT', percorso, {
    token,
    payload,
    headers: { 'content-type': 'application/json', 'content-encoding': encoding },
  })

describe('events that come compressed (decision 0082)', () => {
  afterEach(() => void vi.restoreAllMocks())

  it('are kept as any others', async () => {
    const world = await makeWorld()
    const { token } = await world.registerVerified('compresso@posta.example')
    const eventi = Array.from({ length: 500 }, (_, i) => risposta(`è-${i}`))
    const { status, corpo } = await send(world, token, gzipSync(bodyOf(eventi)))
    expect([status, corpo]).toEqual([200, { rifiutati: [], numeri: { dopo: 0, fino: 500 } }])
    const page = (await world.call('GET', `${PERCORSO}?cursore=0`, { token })).corpo
    expect(page.eventi.map((e: { id: string }) => e.id)).toEqual(eventi.map(({ id }) => id))
    expect((await send(world, token, bodyOf([risposta('piano')]), 'identity')).status).toBe(200)
    await world.close()
  })

  it('are never more than any body may be, whatever a few bytes would become', async () => {
    const world = await makeWorld()
    const { token } = await world.registerVerified('bomba@posta.example')
    const bomb = gzipSync(bodyOf([risposta('a')], 50 * MEGABYTE))
    expect(bomb.length).toBeLessThan(MEGABYTE)
    const { status, corpo } = await send(world, token, bomb)
    expect([status, corpo.codice]).toEqual([413, 'CORPO_TROPPO_GRANDE'])
    expect((await send(world, token, gzipSync(bodyOf([risposta('a')], MEGABYTE)))).status).toBe(200)
    await world.close()
  })

  it.each([
    ['half of it', (whole: Buffer) => whole.subarray(0, 30), 'gzip', PERCORSO, 400, 'RICHIESTA_NON_VALIDA'],
    ['no gzip', () => Buffer.from(bodyOf([risposta('a')])), 'gzip', PERCORSO, 400, 'RICHIESTA_NON_VALIDA'],
    ['another code', (whole: Buffer) => whole, 'br', PERCORSO, 415, 'FORMATO_NON_AMMESSO'],
    ['twice', (whole: Buffer) => gzipSync(whole), 'gzip, gzip', PERCORSO, 415, 'FORMATO_NON_AMMESSO'],
    [
      'a call that takes none',
      (whole: Buffer) => whole,
      'gzip',
      '/ms_reportistica/risposte_concorso',
      415,
      'FORMATO_NON_AMMESSO',
    ],
  ] as const)('are refused: %s', async (_, make, encoding, percorso, expected, codice) => {
    const world = await makeWorld()
    const { token } = await world.registerVerified('rifiutato@posta.example')
    const { status, corpo } = await send(world, token, make(gzipSync(bodyOf([risposta('a')]))), encoding, percorso)
    expect([status, corpo.codice]).toEqual([expected, codice])
    await world.close()
  })

  it('[D40] a month of them passes with the limits of production, more is refused, and costs nobody else anything', async () => {
    const world = await makeWorld({ config: { limits: 'normali', trustedProxies: 1 } })
    const { token } = await world.registerVerified('mese@posta.example')
    const month = gzipSync(bodyOf([risposta('a')], MEGABYTE))
    // Send a body each second of the moved clock, since `createGate` admits one every 0.75 s.
    let now = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    const push = () => {
      now += 1000
      return send(world, token, month)
    }
    let passed = 0
    let answer = await push()
    for (; answer.status === 200 && passed < 100; passed++) answer = await push()
    // So many hold more than the 50,000 events of thirty days; savings that never end would protect nobody.
    expect(passed).toBeGreaterThanOrEqual(45)
    expect([answer.status, answer.corpo.codice]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
    expect(Number(answer.intestazioni['retry-after'])).toBeGreaterThan(0)
    // What is not the journal has its own allowance, and so have the neighbours.
    expect((await world.call('GET', `${PERCORSO}?cursore=0`, { token })).status).toBe(200)
    const neighbour = await world.registerVerified('vicino@posta.example')
    expect((await send(world, neighbour.token, month)).status).toBe(200)
    await world.close()
  })
})

describe('JSON that leaves compressed [OP38]', () => {
  const url = '/api/ms_concorso/concorsi'
  const get = (world: Mondo, accept?: string) =>
    world.app.inject({ method: 'GET', url: '/api/openapi.json', headers: accept ? { 'accept-encoding': accept } : {} })

  it('is the same bytes for who accepts gzip, and plain for who does not', async () => {
    const world = await makeWorld()
    const plain = await get(world)
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const accept of ['gzip', 'br, gzip;q=0.8', 'gzip, deflate, br, zstd']) {
      const { headers, rawPayload } = await get(world, accept)
      expect([headers['content-encoding'], headers.vary]).toEqual(['gzip', 'accept-encoding'])
      expect(gunzipSync(rawPayload).toString()).toBe(plain.payload)
      expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
    }
    for (const accept of ['br', 'gzip;q=0', 'gzip; q=0.0, br', 'identity'])
      expect((await get(world, accept)).headers['content-encoding'], accept).toBeUndefined()
    // A refusal of a few bytes stays plain.
    const refusal = await world.app.inject({ method: 'GET', url, headers: { 'accept-encoding': 'gzip' } })
    expect(refusal.headers['content-encoding']).toBeUndefined()
    await world.close()
  })

  it('is left to the proxy where there is one', async () => {
    const world = await makeWorld({ config: { trustedProxies: 1 } })
    expect((await get(world, 'gzip')).headers['content-encoding']).toBeUndefined()
    await world.close()
  })
})
