import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { fail } from '#contract/result'
import { readConfiguration } from '#server/configuration'
import { createPasswordHasher } from '#server/utente/password'
import { type Mondo, makeWorld, PASSWORD } from '../world.ts'

const login = (world: Mondo, username: string, password: string, other: Record<string, string> = {}) =>
  world.call('POST', '/ms_utente/login', { payload: { username, password, ...other } })

describe('[AU16] limits', () => {
  it('[ER16] the sixth registration of one address within an hour is refused with the seconds to wait', async () => {
    const world = await makeWorld({ config: { limits: 'normali' } })
    for (let i = 0; i < 5; i++) await world.register(`limite${i}@posta.example`)
    const {
      status,
      corpo: body,
      intestazioni: headers,
    } = await world.call('POST', '/ms_utente/registrazione', {
      payload: {
        email_comunicazioni: 'limite6@posta.example',
        flag_privacy: 1,
        autenticazioneVO: { username: 'limite6@posta.example', password: PASSWORD },
      },
    })
    expect([status, body.codice]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
    expect(body.dati.secondi).toBeGreaterThan(3500)
    expect(headers['retry-after']).toBe(String(body.dati.secondi))
    await world.close()
  })

  it('ten wrong passwords stop the guessing of one account, not its known device nor the others', async () => {
    const world = await makeWorld({ config: { limits: 'normali' } })
    await world.register('vittima@posta.example', { id_dispositivo: 'computer-di-casa' })
    await world.register('altra@posta.example')
    for (let i = 0; i < 10; i++)
      expect(
        (await login(world, 'vittima@posta.example', 'Sbagliata1', { id_dispositivo: `ladro-numero-${i}` })).status,
      ).toBe(401)
    // Each failure after the third makes the next attempt later.
    expect(world.attese).toEqual([100, 200, 400, 800, 1000, 1000, 1000])
    const fermato = await login(world, 'VITTIMA@posta.example', PASSWORD, { id_dispositivo: 'ladro-numero-11' })
    expect([fermato.status, fermato.corpo.codice]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
    expect(fermato.corpo.dati.secondi).toBeLessThanOrEqual(900)
    expect((await login(world, 'vittima@posta.example', PASSWORD, { id_dispositivo: 'computer-di-casa' })).status).toBe(
      200,
    )
    expect((await login(world, 'altra@posta.example', PASSWORD)).status).toBe(200)
    await world.close()
  })

  it('[AU36] wrong passwords of a social login, which names no account, stop who sends them and nobody else', async () => {
    const world = await makeWorld({
      config: { limits: 'normali', trustedProxies: 1 },
      gestori: { login: async ({ body }) => fail(body.password ? 'CREDENZIALI_ERRATE' : 'UTENTE_NON_TROVATO') },
    })
    const enter = async (ip: string, password?: string) =>
      (
        await world.call('POST', '/ms_utente/login', {
          payload: { social: 'GOOGLE', token_social: 'x'.repeat(43), password },
          headers: { 'x-forwarded-for': ip },
        })
      ).corpo.codice
    for (let i = 0; i < 10; i++) expect(await enter('192.0.2.1', 'Sbagliata1')).toBe('CREDENZIALI_ERRATE')
    expect(await enter('192.0.2.1', 'Sbagliata1')).toBe('RATE_LIMIT_EXCEEDED')
    expect(await enter('198.51.100.1')).toBe('UTENTE_NON_TROVATO')
    await world.close()
  })

  it('verification mails leave twenty times in an hour from one place, whatever address they are asked for', async () => {
    const world = await makeWorld({ config: { limits: 'normali' } })
    const { token_api: token } = await world.register('insistente@posta.example')
    const ask = async (i: number) => {
      world.orologio.advance(61_000)
      const percorso = `/ms_utente/invia_verifica_email?email=altrui${i}@posta.example`
      return world.call('POST', percorso, { token })
    }
    for (let i = 0; i < 20; i++) expect((await ask(i)).status).toBe(204)
    const { status, corpo: body } = await ask(20)
    expect([status, body.codice]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
    expect(world.messaggi).toHaveLength(21)
    await world.close()
  })

  it.each([
    ['cambia_consenso', (on: boolean) => ({ tipo: 'commerciale', valore: on })],
    ['aggiorna_utente', (on: boolean) => ({ flag_commerciale: on ? 1 : 0 })],
  ])('consents that nobody means to change stop at sixty an hour (%s)', async (path, payload) => {
    const world = await makeWorld({ config: { limits: 'normali' } })
    const { token } = await world.registerVerified('avanti-e-indietro@posta.example')
    const change = (i: number) => world.call('POST', `/ms_utente/${path}`, { token, payload: payload(i % 2 === 0) })
    for (let i = 0; i < 60; i++) expect((await change(i)).status).toBe(204)
    expect((await change(60)).corpo.codice).toBe('RATE_LIMIT_EXCEEDED')
    await world.close()
  })

  it('right passwords do not use up the account’s attempts', async () => {
    const world = await makeWorld({ config: { limits: 'normali' } })
    await world.register('assidua@posta.example')
    for (let i = 0; i < 15; i++) expect((await login(world, 'assidua@posta.example', PASSWORD)).status).toBe(200)
    await world.close()
  })
})

describe('bounds on what one caller takes', () => {
  it('wrong passwords sent at the same time are counted before any is verified', async () => {
    const world = await makeWorld({ config: { limits: 'normali' } })
    await world.register('insieme@posta.example')
    const results = await Promise.all(
      Array.from({ length: 60 }, () => login(world, 'insieme@posta.example', 'Sbagliata1')),
    )
    expect(results.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(results.filter(({ status }) => status === 429)).toHaveLength(50)
    await world.close()
  })

  it('an IPv6 /64 is one caller, and a /24 has a limit of its own', async () => {
    const world = await makeWorld({ config: { limits: 'normali', trustedProxies: 1 } })
    // Counted, and refused without a password to hash.
    const status = async (ip: string) =>
      (
        await world.call('POST', '/ms_utente/registrazione', {
          payload: {
            email_comunicazioni: 'a@posta.example',
            flag_privacy: 1,
            autenticazioneVO: { username: 'b@posta.example', password: PASSWORD },
          },
          headers: { 'x-forwarded-for': ip },
        })
      ).status
    const passed = async (count: number, ipOf: (i: number) => string) => {
      let n = 0
      for (let i = 0; i < count; i++) n += (await status(ipOf(i))) === 400 ? 1 : 0
      return n
    }
    expect(await passed(8, (i) => `2001:db8:1:2:${i.toString(16)}::1`)).toBe(5)
    expect(await status('2001:db8:1:3::1')).toBe(400)
    expect(await passed(30, (i) => `192.0.2.${i}`)).toBe(20)
    expect(await status('192.0.3.1')).toBe(400)
    await world.close()
  })

  it('a body over 4 KB is refused unread where no session is asked for', async () => {
    const world = await makeWorld()
    const payload = { username: 'a@posta.example', password: 'x'.repeat(5000) }
    expect((await world.call('POST', '/ms_utente/login', { payload })).status).toBe(413)
    await world.close()
  })

  it('[D40] a flood from one block is refused with the seconds to wait before anything is read, another block is served', async () => {
    const world = await makeWorld({ config: { limits: 'normali', trustedProxies: 1 } })
    const ask = (ip: string) => world.call('GET', '/ms_concorso/enti', { headers: { 'x-forwarded-for': ip } })
    const flood = await Promise.all(Array.from({ length: 1500 }, (_, i) => ask(`203.0.113.${i % 250}`)))
    const refused = flood.filter(({ status }) => status === 429 || status === 503)
    expect(refused.length).toBeGreaterThan(200)
    for (const { intestazioni } of refused) expect(Number(intestazioni['retry-after'])).toBeGreaterThan(0)
    expect((await ask('198.51.100.7')).status).toBe(200)
    await world.close()
  })

  it('[D40] an address in escapes is counted and kept private as any other', async () => {
    const world = await makeWorld({ config: { limits: 'normali' } })
    const url = '/%61pi/ms_concorso/concorsi?search=a'
    const ask = () => world.app.inject({ url, remoteAddress: '192.0.2.7' })
    const first = await ask()
    expect([first.statusCode, first.headers['cache-control'] !== undefined]).toEqual([200, true])
    const answers = await Promise.all(Array.from({ length: 1500 }, ask))
    expect(answers.some((a) => a.statusCode === 429)).toBe(true)
    await world.close()
  })

  it('refusals of one caller are sent late, and what an account is refused for keeps no place of its block', async () => {
    const world = await makeWorld({ config: { limits: 'normali', trustedProxies: 1 } })
    const { token } = await world.registerVerified('assillante@posta.example')
    const from = { 'x-forwarded-for': '203.0.113.9' }
    // As many as the block's line holds: they come faster than an account's pace.
    const flood = Promise.all(
      Array.from({ length: 190 }, () => world.call('GET', '/ms_utente/livello', { token, headers: from })),
    )
    const states: string[] = []
    const neighbour = world.call('GET', '/ms_concorso/enti', { headers: from }).then(({ status }) => {
      states.push(`neighbour ${status}`)
    })
    const results = await flood
    states.push('flood')
    await neighbour
    const refused = results.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(world.attese.filter((ms) => ms >= 500 && ms <= 1500)).toHaveLength(refused.length)
    expect(states).toEqual(['neighbour 200', 'flood'])
    await world.close()
  })

  it('logins that wait for their turn cost nobody a refusal, and one more is refused before its body is read', async () => {
    let release = () => {}
    const turn = new Promise<boolean>((done) => {
      release = () => done(false)
    })
    let full = false
    const passwords = { ...createPasswordHasher(), verify: () => turn, isFull: () => full }
    const world = await makeWorld({ config: { limits: 'normali', trustedProxies: 1 }, deps: () => ({ passwords }) })
    const { token } = await world.registerVerified('pratica@posta.example')
    const sent = Array.from({ length: 100 }, (_, i) =>
      world.call('POST', '/ms_utente/login', {
        payload: { username: `n${i}@posta.example`, password: PASSWORD },
        headers: { 'x-forwarded-for': `198.51.${i}.1` },
      }),
    )
    expect((await world.call('PUT', '/ms_reportistica/risposte_concorso', { token, payload: [] })).status).not.toBe(503)
    full = true
    const late = await world.call('POST', '/ms_utente/login', { payload: '{' })
    expect([late.status, late.corpo.codice]).toEqual([503, 'SERVIZIO_NON_PRONTO'])
    expect((await world.call('GET', '/ms_concorso/enti')).status).toBe(200)
    release()
    expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([401]))
    await world.close()
  })

  it('calls of one account wait in line, two at a time', async () => {
    let inside = 0
    let most = 0
    const livello = async () => {
      most = Math.max(most, ++inside)
      await wait(20)
      inside -= 1
      return fail('UTENTE_NON_TROVATO')
    }
    const world = await makeWorld({ config: { limits: 'normali' }, gestori: { livello } })
    const { token } = await world.registerVerified('fila@posta.example')
    const call = () => world.call('GET', '/ms_utente/livello', { token })
    const results = await Promise.all(Array.from({ length: 20 }, call))
    expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 404))
    expect(most).toBe(2)
    expect((await call()).status).toBe(404)
    await world.close()
  })
})

describe('configuration', () => {
  it('[D2] [OP2] every entry has a working default', () => {
    expect(readConfiguration({})).toMatchObject({
      port: 8080,
      publicUrl: 'http://localhost:8080',
      dataDir: expect.stringMatching(/\/dati$/),
      databaseUrl: null,
      smtpUrl: null,
      adminApiKey: null,
      devices7Days: 3,
      devicesMonth: 5,
      quizDemo: 500,
      limits: 'normali',
      logLevel: 'info',
    })
  })

  it('limits cannot be lifted in production', () => {
    expect(readConfiguration({ NODE_ENV: 'production' }).limits).toBe('normali')
    expect(readConfiguration({ LIMITI: 'aperti' }).limits).toBe('aperti')
    expect(() => readConfiguration({ NODE_ENV: 'production', LIMITI: 'aperti' })).toThrow(/produzione/)
  })

  it.each([
    [undefined, '127.0.0.1'],
    ['false', '127.0.0.1'],
    ['true', '203.0.113.7'],
    ['2', '198.51.100.9'],
  ])('with FIDATI_PROXY=%s the caller is %s, whatever it wrote itself', async (value, expected) => {
    const { trustedProxies: fidatiProxy } = readConfiguration({ FIDATI_PROXY: value })
    const world = await makeWorld({ config: { trustedProxies: fidatiProxy } })
    const catena = '192.0.2.66, 198.51.100.9, 203.0.113.7'
    world.app.get('/chi', async ({ ip }) => ip)
    expect((await world.app.inject({ url: '/chi', headers: { 'x-forwarded-for': catena } })).body).toBe(expected)
    await world.close()
  })
})
