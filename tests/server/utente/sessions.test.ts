import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type Mondo, makeWorld, PASSWORD } from '../world.ts'

const HOUR = 3600 * 1000
const DAY = 24 * HOUR
let numero = 0

describe.each(ENGINES)('sessions on %s', (engine) => {
  let world: Mondo
  beforeAll(async () => {
    world = await makeWorld({ motore: engine })
  })
  afterAll(() => world.close())

  const email = () => `sessione${++numero}@posta.example`
  const profilo = (token: string) => world.call('GET', '/ms_utente/utente', { token })
  const refresh = (token: string) => world.call('POST', '/ms_utente/refreshtoken', { token })
  const enter = async (ricordami: boolean) => {
    const address = email()
    await world.registerVerified(address)
    const { corpo: body } = await world.call('POST', '/ms_utente/login', {
      payload: { username: address, password: PASSWORD, ricordami },
    })
    return body.token_api as string
  }
  const code = async (risposta: Promise<{ status: number; corpo: { codice?: string } | null }>) => {
    const { status, corpo: body } = await risposta
    return [status, body?.codice]
  }

  it('[AC12] [EB12] no token, a malformed or an unknown one is TOKEN_NON_VALIDO', async () => {
    expect(await code(world.call('GET', '/ms_utente/utente'))).toEqual([401, 'TOKEN_NON_VALIDO'])
    for (const authorization of ['', 'Bearer', 'Bearer corto', `Basic ${'a'.repeat(43)}`, `Bearer ${'a'.repeat(43)}`])
      expect(await code(world.call('GET', '/ms_utente/utente', { headers: { authorization } }))).toEqual([
        401,
        'TOKEN_NON_VALIDO',
      ])
  })

  it('[AU20] without remember me a session lasts 12 hours from the login, used or not', async () => {
    const token = await enter(false)
    world.orologio.advance(11.9 * HOUR)
    expect((await profilo(token)).status).toBe(200)
    world.orologio.advance(0.2 * HOUR)
    expect(await code(profilo(token))).toEqual([401, 'SESSIONE_SCADUTA'])
  })

  it('[AU20] with remember me it slides for 90 days', async () => {
    const token = await enter(true)
    for (let i = 0; i < 3; i++) {
      world.orologio.advance(80 * DAY)
      expect((await profilo(token)).status).toBe(200)
    }
    world.orologio.advance(91 * DAY)
    expect(await code(profilo(token))).toEqual([401, 'SESSIONE_SCADUTA'])
  })

  it('[AU19] a rotation gives a new token, and the old one lives 60 s more', async () => {
    const old = await enter(false)
    const { status, corpo: body } = await refresh(old)
    expect(status).toBe(200)
    expect(body.token_api).toMatch(/^[\w-]{43}$/)
    expect(body.token_api).not.toBe(old)
    world.orologio.advance(59_000)
    expect((await profilo(old)).status).toBe(200)
    expect((await profilo(body.token_api)).status).toBe(200)
  })

  it('[AU19] the old token used after its grace ends the session, the new one with it', async () => {
    const old = await enter(false)
    const { corpo: body } = await refresh(old)
    world.orologio.advance(61_000)
    expect(await code(profilo(old))).toEqual([401, 'TOKEN_NON_VALIDO'])
    expect(await code(profilo(body.token_api))).toEqual([401, 'TOKEN_NON_VALIDO'])
  })

  it('[AU19] any token that a session has left behind ends it, however many rotations later', async () => {
    const first = await enter(false)
    const second = (await refresh(first)).corpo.token_api
    const third = (await refresh(second)).corpo.token_api
    expect((await profilo(third)).status).toBe(200)
    expect(await code(profilo(first))).toEqual([401, 'TOKEN_NON_VALIDO'])
    expect(await code(profilo(third))).toEqual([401, 'TOKEN_NON_VALIDO'])
  })

  it('[AU19] two tabs that rotate at once, or a lost answer, get the same new token', async () => {
    const old = await enter(false)
    const esiti = await Promise.all([refresh(old), refresh(old), refresh(old)])
    expect(esiti.map((e) => e.status)).toEqual([200, 200, 200])
    const added = new Set(esiti.map((e) => e.corpo.token_api))
    expect(added.size).toBe(1)
    world.orologio.advance(30_000)
    expect((await refresh(old)).corpo.token_api).toBe([...added][0])
  })

  it('[AU20] a rotation does not lengthen a session of 12 hours', async () => {
    const token = await enter(false)
    world.orologio.advance(11 * HOUR)
    const { corpo: body } = await refresh(token)
    world.orologio.advance(1.1 * HOUR)
    expect(await code(profilo(body.token_api))).toEqual([401, 'SESSIONE_SCADUTA'])
  })

  it('[CA3] [AU4] logout ends this session and no other of the account', async () => {
    const address = email()
    const { token } = await world.registerVerified(address)
    const other = await world.call('POST', '/ms_utente/login', { payload: { username: address, password: PASSWORD } })
    expect((await world.call('POST', '/ms_utente/logout', { token })).status).toBe(204)
    expect(await code(profilo(token))).toEqual([401, 'TOKEN_NON_VALIDO'])
    expect((await profilo(other.corpo.token_api)).status).toBe(200)
  })

  it('[AU11] a removed device is DISPOSITIVO_DISCONNESSO, a disabled account ACCOUNT_DISABILITATO', async () => {
    const { token, id_utente } = await world.registerVerified(email())
    await world.db.query(`update sessione set chiusa = now(), motivo = 'dispositivo_rimosso' where id_utente = $1`, [
      id_utente,
    ])
    expect(await code(profilo(token))).toEqual([401, 'DISPOSITIVO_DISCONNESSO'])
    await world.db.query(`update utente set stato = 'disabilitato' where id_utente = $1`, [id_utente])
    expect(await code(profilo(token))).toEqual([403, 'ACCOUNT_DISABILITATO'])
  })

  it('[AU3] [AC2] before its e-mail is verified a session opens only what verification needs', async () => {
    const { token_api: token } = await world.register(email())
    expect(await code(world.call('GET', '/ms_utente/livello', { token }))).toEqual([403, 'EMAIL_NON_VERIFICATA'])
    expect(await code(world.call('GET', '/ms_concorso/concorsi_utente', { token }))).toEqual([
      403,
      'EMAIL_NON_VERIFICATA',
    ])
    expect((await profilo(token)).corpo.email_verificata).toBe(false)
    expect((await refresh(token)).status).toBe(200)
  })

  it('[CA4] the account named in the query must be the caller’s own', async () => {
    const { token, id_utente } = await world.registerVerified(email())
    const read = (id: number | string) => world.call('GET', `/ms_utente/utente?id_utente_idoneo=${id}`, { token })
    expect((await read(id_utente)).corpo.id_utente_idoneo).toBe(id_utente)
    expect(await code(read(id_utente + 1))).toEqual([403, 'VIETATO'])
    // A call whose schema does not know the parameter looks at it all the same.
    expect(await code(world.call('GET', `/ms_utente/livello?id_utente_idoneo=${id_utente + 1}`, { token }))).toEqual([
      403,
      'VIETATO',
    ])
  })

  it('[CA12] [D9] [AC14] livello tells tier, expiry and allowance, and an expired premium is demo', async () => {
    const { token, id_utente } = await world.registerVerified(email())
    const livello = async () => (await world.call('GET', '/ms_utente/livello', { token })).corpo
    await world.db.query('update utente set quiz_usati = 120 where id_utente = $1', [id_utente])
    const demo = {
      livello: 0,
      livello_acquistato: 0,
      data_scadenza_premium: null,
      quiz_usati: 120,
      quiz_limite: 500,
      quiz_rimasti: 380,
      spiegazioni: false,
      pdf: false,
      materie_premium: false,
      ricevute: [],
      sezioni: [],
    }
    const premium = { livello: 3, livello_acquistato: 3, spiegazioni: true, pdf: true, materie_premium: true }
    expect(await livello()).toEqual(demo)
    const expiry = new Date(world.orologio.now().getTime() + HOUR)
    await world.db.query('update utente set livello = 3, data_scadenza_premium = $2 where id_utente = $1', [
      id_utente,
      expiry,
    ])
    const data_scadenza_premium = expiry.toISOString()
    expect(await livello()).toEqual({
      ...demo,
      ...premium,
      data_scadenza_premium,
      quiz_limite: null,
      quiz_rimasti: null,
    })
    expect((await profilo(token)).corpo.livello).toBe(3)
    world.orologio.advance(HOUR)
    expect(await livello()).toEqual({ ...demo, livello_acquistato: 3, data_scadenza_premium })
    expect((await profilo(token)).corpo.livello).toBe(0)
  })
})
