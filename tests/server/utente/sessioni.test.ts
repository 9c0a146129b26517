import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MOTORI, type Mondo, makeWorld, PASSWORD } from '../mondo.ts'

const ORA = 3600 * 1000
const GIORNO = 24 * ORA
let numero = 0

describe.each(MOTORI)('sessions on %s', (motore) => {
  let mondo: Mondo
  beforeAll(async () => {
    mondo = await makeWorld({ motore })
  })
  afterAll(() => mondo.close())

  const email = () => `sessione${++numero}@posta.example`
  const profilo = (token: string) => mondo.call('GET', '/ms_utente/utente', { token })
  const refresh = (token: string) => mondo.call('POST', '/ms_utente/refreshtoken', { token })
  const enter = async (ricordami: boolean) => {
    const indirizzo = email()
    await mondo.registerVerified(indirizzo)
    const { corpo } = await mondo.call('POST', '/ms_utente/login', {
      payload: { username: indirizzo, password: PASSWORD, ricordami },
    })
    return corpo.token_api as string
  }
  const codice = async (risposta: Promise<{ status: number; corpo: { codice?: string } | null }>) => {
    const { status, corpo } = await risposta
    return [status, corpo?.codice]
  }

  it('[AC12] [EB12] no token, a malformed or an unknown one is TOKEN_NON_VALIDO', async () => {
    expect(await codice(mondo.call('GET', '/ms_utente/utente'))).toEqual([401, 'TOKEN_NON_VALIDO'])
    for (const authorization of ['', 'Bearer', 'Bearer corto', `Basic ${'a'.repeat(43)}`, `Bearer ${'a'.repeat(43)}`])
      expect(await codice(mondo.call('GET', '/ms_utente/utente', { headers: { authorization } }))).toEqual([
        401,
        'TOKEN_NON_VALIDO',
      ])
  })

  it('[AU20] without remember me a session lasts 12 hours from the login, used or not', async () => {
    const token = await enter(false)
    mondo.orologio.advance(11.9 * ORA)
    expect((await profilo(token)).status).toBe(200)
    mondo.orologio.advance(0.2 * ORA)
    expect(await codice(profilo(token))).toEqual([401, 'SESSIONE_SCADUTA'])
  })

  it('[AU20] with remember me it slides for 90 days', async () => {
    const token = await enter(true)
    for (let i = 0; i < 3; i++) {
      mondo.orologio.advance(80 * GIORNO)
      expect((await profilo(token)).status).toBe(200)
    }
    mondo.orologio.advance(91 * GIORNO)
    expect(await codice(profilo(token))).toEqual([401, 'SESSIONE_SCADUTA'])
  })

  it('[AU19] a rotation gives a new token, and the old one lives 60 s more', async () => {
    const vecchio = await enter(false)
    const { status, corpo } = await refresh(vecchio)
    expect(status).toBe(200)
    expect(corpo.token_api).toMatch(/^[\w-]{43}$/)
    expect(corpo.token_api).not.toBe(vecchio)
    mondo.orologio.advance(59_000)
    expect((await profilo(vecchio)).status).toBe(200)
    expect((await profilo(corpo.token_api)).status).toBe(200)
  })

  it('[AU19] the old token used after its grace ends the session, the new one with it', async () => {
    const vecchio = await enter(false)
    const { corpo } = await refresh(vecchio)
    mondo.orologio.advance(61_000)
    expect(await codice(profilo(vecchio))).toEqual([401, 'TOKEN_NON_VALIDO'])
    expect(await codice(profilo(corpo.token_api))).toEqual([401, 'TOKEN_NON_VALIDO'])
  })

  it('[AU19] two tabs that rotate at once, or a lost answer, get the same new token', async () => {
    const vecchio = await enter(false)
    const esiti = await Promise.all([refresh(vecchio), refresh(vecchio), refresh(vecchio)])
    expect(esiti.map((e) => e.status)).toEqual([200, 200, 200])
    const nuovi = new Set(esiti.map((e) => e.corpo.token_api))
    expect(nuovi.size).toBe(1)
    mondo.orologio.advance(30_000)
    expect((await refresh(vecchio)).corpo.token_api).toBe([...nuovi][0])
  })

  it('[AU20] a rotation does not lengthen a session of 12 hours', async () => {
    const token = await enter(false)
    mondo.orologio.advance(11 * ORA)
    const { corpo } = await refresh(token)
    mondo.orologio.advance(1.1 * ORA)
    expect(await codice(profilo(corpo.token_api))).toEqual([401, 'SESSIONE_SCADUTA'])
  })

  it('[CA3] [AU4] logout ends this session and no other of the account', async () => {
    const indirizzo = email()
    const { token } = await mondo.registerVerified(indirizzo)
    const altro = await mondo.call('POST', '/ms_utente/login', { payload: { username: indirizzo, password: PASSWORD } })
    expect((await mondo.call('POST', '/ms_utente/logout', { token })).status).toBe(204)
    expect(await codice(profilo(token))).toEqual([401, 'TOKEN_NON_VALIDO'])
    expect((await profilo(altro.corpo.token_api)).status).toBe(200)
  })

  it('[AU11] a removed device is DISPOSITIVO_DISCONNESSO, a disabled account ACCOUNT_DISABILITATO', async () => {
    const { token, id_utente } = await mondo.registerVerified(email())
    await mondo.db.query(`update sessione set chiusa = now(), motivo = 'dispositivo_rimosso' where id_utente = $1`, [
      id_utente,
    ])
    expect(await codice(profilo(token))).toEqual([401, 'DISPOSITIVO_DISCONNESSO'])
    await mondo.db.query(`update utente set stato = 'disabilitato' where id_utente = $1`, [id_utente])
    expect(await codice(profilo(token))).toEqual([403, 'ACCOUNT_DISABILITATO'])
  })

  it('[AU3] [AC2] before its e-mail is verified a session opens only what verification needs', async () => {
    const { token_api: token } = await mondo.register(email())
    expect(await codice(mondo.call('GET', '/ms_utente/livello', { token }))).toEqual([403, 'EMAIL_NON_VERIFICATA'])
    expect(await codice(mondo.call('GET', '/ms_concorso/concorsi_utente', { token }))).toEqual([
      403,
      'EMAIL_NON_VERIFICATA',
    ])
    expect((await profilo(token)).corpo.email_verificata).toBe(false)
    expect((await refresh(token)).status).toBe(200)
  })

  it('[CA4] the account named in the query must be the caller’s own', async () => {
    const { token, id_utente } = await mondo.registerVerified(email())
    const read = (id: number | string) => mondo.call('GET', `/ms_utente/utente?id_utente_idoneo=${id}`, { token })
    expect((await read(id_utente)).corpo.id_utente_idoneo).toBe(id_utente)
    expect(await codice(read(id_utente + 1))).toEqual([403, 'VIETATO'])
    // A call whose schema does not know the parameter looks at it all the same.
    expect(await codice(mondo.call('GET', `/ms_utente/livello?id_utente_idoneo=${id_utente + 1}`, { token }))).toEqual([
      403,
      'VIETATO',
    ])
  })

  it('[CA12] [D9] [AC14] livello tells tier, expiry and allowance, and an expired premium is demo', async () => {
    const { token, id_utente } = await mondo.registerVerified(email())
    const livello = async () => (await mondo.call('GET', '/ms_utente/livello', { token })).corpo
    await mondo.db.query('update utente set quiz_usati = 120 where id_utente = $1', [id_utente])
    const demo = { livello: 0, data_scadenza_premium: null, quiz_usati: 120, quiz_limite: 500, quiz_rimasti: 380 }
    expect(await livello()).toEqual(demo)
    const scadenza = new Date(mondo.orologio.now().getTime() + ORA)
    await mondo.db.query('update utente set livello = 3, data_scadenza_premium = $2 where id_utente = $1', [
      id_utente,
      scadenza,
    ])
    const data_scadenza_premium = scadenza.toISOString()
    expect(await livello()).toEqual({
      ...demo,
      livello: 3,
      data_scadenza_premium,
      quiz_limite: null,
      quiz_rimasti: null,
    })
    expect((await profilo(token)).corpo.livello).toBe(3)
    mondo.orologio.advance(ORA)
    expect(await livello()).toEqual({ ...demo, data_scadenza_premium })
    expect((await profilo(token)).corpo.livello).toBe(0)
  })
})
