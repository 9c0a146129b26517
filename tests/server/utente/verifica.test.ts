import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MOTORI, type Mondo, makeWorld } from '../mondo.ts'

const GIORNO = 24 * 3600 * 1000
const PAGINA = 'http://localhost:8080/simulatore/auth/check-email'
let numero = 0

describe.each(MOTORI)('verification on %s', (motore) => {
  let mondo: Mondo
  beforeAll(async () => {
    mondo = await makeWorld({ motore })
  })
  afterAll(() => mondo.close())

  const email = () => `verifica${++numero}@posta.example`
  const open = async (link: string) => {
    const { status, intestazioni } = await mondo.call('GET', link)
    return [status, intestazioni.location]
  }
  const isVerificata = async (token: string) =>
    (await mondo.call('GET', '/ms_utente/utente', { token })).corpo.email_verificata
  const resend = (token: string, query = '') => mondo.call('POST', `/ms_utente/invia_verifica_email${query}`, { token })

  it('[AU1] [AU28] [AU29] [CN6] the link verifies and leads to check-email, opened again it answers the same', async () => {
    const { token_api } = await mondo.register(email())
    const link = mondo.lastLink()
    expect(await isVerificata(token_api)).toBe(false)
    expect(await open(link)).toEqual([302, PAGINA])
    expect(await isVerificata(token_api)).toBe(true)
    mondo.orologio.advance(2 * GIORNO)
    expect(await open(link)).toEqual([302, PAGINA])
  })

  it('[D12a] a link dies after 24 hours, an unknown one was never alive', async () => {
    const { token_api } = await mondo.register(email(), { ricordami: true })
    const link = mondo.lastLink()
    mondo.orologio.advance(GIORNO + 1)
    expect(await open(link)).toEqual([302, `${PAGINA}?esito=scaduto`])
    expect(await isVerificata(token_api)).toBe(false)
    expect(await open(`/ms_utente/verifica_email?token=${'a'.repeat(43)}`)).toEqual([302, `${PAGINA}?esito=scaduto`])
  })

  it('[CA10] [CO19] the mail goes out again once in 60 seconds', async () => {
    const { token_api } = await mondo.register(email())
    mondo.orologio.advance(20_000)
    const presto = await resend(token_api)
    expect([presto.status, presto.corpo.codice, presto.corpo.dati]).toEqual([
      429,
      'RATE_LIMIT_EXCEEDED',
      { secondi: 40 },
    ])
    expect(presto.intestazioni['retry-after']).toBe('40')
    mondo.orologio.advance(40_000)
    const primo = mondo.lastLink()
    expect((await resend(token_api)).status).toBe(204)
    expect(mondo.lastLink()).not.toBe(primo)
    // The mail that came first may be the one that is opened.
    expect(await open(primo)).toEqual([302, PAGINA])
  })

  it('of simultaneous requests one mail leaves', async () => {
    const { token_api } = await mondo.register(email())
    mondo.orologio.advance(61_000)
    const prima = mondo.messaggi.length
    const esiti = await Promise.all([1, 2, 3, 4].map(() => resend(token_api)))
    expect(esiti.map((e) => e.status).sort()).toEqual([204, 429, 429, 429])
    expect(mondo.messaggi).toHaveLength(prima + 1)
  })

  it('[D12a] another address while unverified: the mail goes there and the old link dies', async () => {
    const { token_api } = await mondo.register(email())
    const vecchio = mondo.lastLink()
    const nuova = email()
    mondo.orologio.advance(61_000)
    expect((await resend(token_api, `?email=${nuova}`)).status).toBe(204)
    expect(mondo.messaggi.at(-1)?.a).toBe(nuova)
    expect(await open(vecchio)).toEqual([302, `${PAGINA}?esito=scaduto`])
    expect(await isVerificata(token_api)).toBe(false)
    expect(await open(mondo.lastLink())).toEqual([302, PAGINA])
    expect(await isVerificata(token_api)).toBe(true)
  })

  it('another address that is taken is refused and changes nothing', async () => {
    const presa = email()
    await mondo.register(presa)
    const { token_api } = await mondo.register(email())
    const link = mondo.lastLink()
    mondo.orologio.advance(61_000)
    expect(await resend(token_api, `?email=${presa.toUpperCase()}`)).toMatchObject({
      status: 409,
      corpo: { codice: 'EMAIL_GIA_IN_USO' },
    })
    expect(await open(link)).toEqual([302, PAGINA])
  })

  it('a verified account gets no mail and cannot change its address here', async () => {
    const { token } = await mondo.registerVerified(email())
    mondo.orologio.advance(61_000)
    const prima = mondo.messaggi.length
    expect((await resend(token)).status).toBe(204)
    expect(await resend(token, `?email=${email()}`)).toMatchObject({ status: 403, corpo: { codice: 'VIETATO' } })
    expect(mondo.messaggi).toHaveLength(prima)
  })

  it('the token is stored only as its hash', async () => {
    await mondo.register(email())
    const token = mondo.lastLink().split('=')[1] ?? ''
    const { righe } = await mondo.db.query<{ tutto: string }>(
      'select string_agg(row_to_json(g)::text, $1) as tutto from gettone g',
      [' '],
    )
    expect(token).toHaveLength(43)
    expect(righe[0]?.tutto).not.toContain(token)
  })
})
