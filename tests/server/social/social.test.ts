import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SocialProvider } from '#server/account-config'
import { type Mondo, makeWorld, PASSWORD } from '../world.ts'
import { CLIENT, type Forgery, type Person, startLiar, startProvider } from './provider.ts'

const RETURN = 'http://localhost:8080/api/ms_utente/social_ritorno'
const providerOf = (social: SocialProvider['social'], issuer: string): SocialProvider => ({
  social,
  issuer,
  clientId: CLIENT.id,
  secret: CLIENT.secret,
  scope: 'openid email profile',
})
const ANNA: Person = { sub: 'anna-1', email: 'anna.social@posta.example', email_verified: true, name: 'Anna' }

/** The cookie that a flow sets, as a header. */
const cookieOf = (answer: { intestazioni: Record<string, unknown> }) =>
  String(answer.intestazioni['set-cookie']).split(';')[0] ?? ''

describe('social login against a real OpenID provider', () => {
  let mondo: Mondo
  let provider: Awaited<ReturnType<typeof startProvider>>
  beforeAll(async () => {
    provider = await startProvider(RETURN)
    mondo = await makeWorld({
      config: {
        publicUrl: 'http://localhost:8080',
        social: [providerOf('GOOGLE', provider.issuer), providerOf('APPLE', provider.issuer)],
      },
    })
  })
  afterAll(async () => {
    await mondo.close()
    await provider.close()
  })

  const begin = (social = 'GOOGLE') => mondo.call('GET', `/ms_utente/social_avvia?social=${social}`)
  const comeBack = (address: string, cookie: string) => {
    const { search } = new URL(address)
    return mondo.call('GET', `/ms_utente/social_ritorno${search}`, { headers: { cookie } })
  }
  /** Apple's answer is a form that its own page sends, without this site's cookie. */
  const comeBackByForm = async (address: string, cookie: string) => {
    const form = await mondo.app.inject({
      method: 'POST',
      url: '/api/ms_utente/social_ritorno',
      payload: new URL(address).search.slice(1),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(form.statusCode).toBe(303)
    return comeBack(String(form.headers.location), cookie)
  }
  /** The whole flow; answers the token of the fragment and the browser's cookie. */
  async function enter(person: Person, social = 'GOOGLE') {
    const begun = await begin(social)
    const cookie = cookieOf(begun)
    const back = await provider.visit(String(begun.intestazioni.location), person)
    const end = await (social === 'APPLE' ? comeBackByForm : comeBack)(back, cookie)
    const fragment = new URLSearchParams(new URL(String(end.intestazioni.location)).hash.slice(1))
    return { cookie, token_social: fragment.get('token_social') ?? '', social: fragment.get('social') ?? '', back, end }
  }
  type Entered = { cookie: string; token_social: string; social: string }
  const login = ({ cookie, token_social, social }: Entered, altro: object = {}) =>
    mondo.call('POST', '/ms_utente/login', { payload: { token_social, social, ...altro }, headers: { cookie } })
  const register = ({ cookie, token_social, social }: Entered, email: string) =>
    mondo.call('POST', '/ms_utente/registrazione', {
      payload: { email_comunicazioni: email, flag_privacy: 1, autenticazioneVO: { token_social, social } },
      headers: { cookie },
    })

  it('[AU27] [CN9] only the configured providers are shown, and the others cannot be begun', async () => {
    const { corpo } = await mondo.call('GET', '/ms_utente/accessi_social')
    expect(corpo.elementi).toEqual([
      { social: 'GOOGLE', nome: 'Google', url: 'http://localhost:8080/api/ms_utente/social_avvia?social=GOOGLE' },
      { social: 'APPLE', nome: 'Apple', url: 'http://localhost:8080/api/ms_utente/social_avvia?social=APPLE' },
    ])
    expect((await begin('HUAWEI')).corpo.codice).toBe('SOCIAL_NON_ATTIVO')
    expect((await begin('ALTRO')).status).toBe(400)
  })

  it('[AU24] the browser goes to the provider with state, nonce and a PKCE challenge, and a cookie that scripts cannot read', async () => {
    const begun = await begin()
    expect(begun.status).toBe(302)
    const address = new URL(String(begun.intestazioni.location))
    expect(address.origin).toBe(provider.issuer)
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: CLIENT.id,
      redirect_uri: RETURN,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(begun.intestazioni['set-cookie']).toMatch(/HttpOnly; SameSite=Lax/)
  })

  it('[AU26] [EB6] [CA11] an unknown person is told so with what the provider said, completes the registration and signs in', async () => {
    const first = await enter(ANNA)
    expect(await login(first)).toMatchObject({
      status: 404,
      corpo: { codice: 'UTENTE_NON_TROVATO', dati: { social: 'GOOGLE', email: ANNA.email } },
    })
    const registered = await register(first, ANNA.email)
    expect(registered).toMatchObject({
      status: 200,
      corpo: { social: 'GOOGLE', email_social: ANNA.email, email_verificata: true, token_api: expect.any(String) },
    })
    expect((await register(first, 'altra@posta.example')).corpo.codice).toBe('TOKEN_SOCIAL_SCADUTO')
    const again = await enter(ANNA)
    expect((await login(again)).corpo.id_utente_idoneo).toBe(registered.corpo.id_utente_idoneo)
    expect((await mondo.call('GET', `/ms_utente/social?email=${ANNA.email}`)).corpo).toEqual({ social: 'GOOGLE' })
    expect((await mondo.call('GET', '/ms_utente/social?email=nessuno@posta.example')).corpo).toEqual({ social: null })
  })

  it('another address than the provider’s is to be verified', async () => {
    const entered = await enter({ sub: 'bruno-1', email: 'bruno@social.example', email_verified: true })
    expect((await register(entered, 'bruno@posta.example')).corpo).toMatchObject({
      email_comunicazioni: 'bruno@posta.example',
      email_verificata: false,
    })
    expect(mondo.messaggi.at(-1)).toMatchObject({ to: 'bruno@posta.example' })
  })

  it('[AU25] a token_social works once, for five minutes, and only in the browser that began', async () => {
    const entered = await enter(ANNA)
    expect((await login({ ...entered, cookie: '' })).corpo.codice).toBe('TOKEN_SOCIAL_SCADUTO')
    expect((await login({ ...entered, cookie: 'idoneo_social=altro' })).corpo.codice).toBe('TOKEN_SOCIAL_SCADUTO')
    expect((await login({ ...entered, social: 'APPLE' })).corpo.codice).toBe('TOKEN_SOCIAL_SCADUTO')
    const both = await Promise.all([login(entered), login(entered)])
    expect(both.map((b) => b.status).sort()).toEqual([200, 401])
    const late = await enter(ANNA)
    mondo.orologio.advance(5 * 60_000 + 1)
    expect((await login(late)).corpo.codice).toBe('TOKEN_SOCIAL_SCADUTO')
  })

  it('an answer is read once, for the browser that began, and an error of the provider leads to the login page', async () => {
    const failed = 'http://localhost:8080/simulatore/auth/?type=login&errore=TOKEN_SOCIAL_SCADUTO'
    const begun = await begin()
    const back = await provider.visit(String(begun.intestazioni.location), ANNA)
    expect((await comeBack(back, 'idoneo_social=ladro')).intestazioni.location).toBe(failed)
    expect((await comeBack(back, cookieOf(begun))).intestazioni.location).toContain('#social=GOOGLE&token_social=')
    expect((await comeBack(back, cookieOf(begun))).intestazioni.location).toBe(failed)
    const other = await begin()
    const state = new URL(String(other.intestazioni.location)).searchParams.get('state')
    expect(
      (await comeBack(`${RETURN}?error=access_denied&state=${state}`, cookieOf(other))).intestazioni.location,
    ).toBe(failed)
    expect((await comeBack(`${RETURN}?code=x&state=inventato`, cookieOf(other))).intestazioni.location).toBe(failed)
  })

  it('[AU36] an account with a password is linked by its password alone, and only to an address that the provider verified', async () => {
    const email = 'carla@posta.example'
    const { id_utente } = await mondo.registerVerified(email)
    const carla: Person = { sub: 'carla-1', email, email_verified: true }
    const entered = await enter(carla)
    expect((await login(entered)).corpo.codice).toBe('COLLEGAMENTO_RICHIESTO')
    expect((await login(entered, { username: email, password: 'Sbagliata1' })).corpo.codice).toBe('CREDENZIALI_ERRATE')
    const linked = await login(entered, { username: email, password: PASSWORD })
    expect(linked.corpo).toMatchObject({ id_utente_idoneo: id_utente, social: 'GOOGLE' })
    expect((await login(await enter(carla))).status).toBe(200)
    const unverified = await enter({ sub: 'finta-1', email, email_verified: false })
    expect((await login(unverified, { username: email, password: PASSWORD })).corpo.codice).toBe('UTENTE_NON_TROVATO')
  })

  it('[EB7] an address of another social login is told which one', async () => {
    const other = await enter({ sub: 'anna-apple', email: ANNA.email, email_verified: true }, 'APPLE')
    expect(await login(other)).toMatchObject({
      status: 409,
      corpo: { codice: 'ALTRO_SOCIAL', dati: { social: 'GOOGLE' } },
    })
    expect((await register(other, ANNA.email)).corpo.codice).toBe('EMAIL_GIA_IN_USO')
  })

  it('[AU38] an account that was registered with somebody else’s address is not entered by its owner, who takes the address back', async () => {
    const email = 'vittima@posta.example'
    const impostor = await mondo.register(email)
    const owner = await enter({ sub: 'vittima-1', email, email_verified: true })
    expect((await login(owner)).corpo.codice).toBe('UTENTE_NON_TROVATO')
    expect((await login(owner, { username: email, password: PASSWORD })).corpo.codice).toBe('UTENTE_NON_TROVATO')
    expect((await register(owner, email)).corpo.email_verificata).toBe(true)
    const refused = await mondo.call('GET', '/ms_utente/utente', { token: impostor.token_api })
    expect(refused.corpo.codice).toBe('TOKEN_NON_VALIDO')
    const guess = await mondo.call('POST', '/ms_utente/login', { payload: { username: email, password: PASSWORD } })
    expect(guess.corpo.codice).toBe('CREDENZIALI_ERRATE')
  })
})

describe('a provider’s token', () => {
  it('[AU24] with a wrong issuer, audience, nonce, expiry, signature or without one signs nobody in', async () => {
    const liar = await startLiar()
    const mondo = await makeWorld({
      config: { publicUrl: 'http://localhost:8080', social: [providerOf('GOOGLE', liar.issuer)] },
    })
    const run = async (forgery: Forgery) => {
      const begun = await mondo.call('GET', '/ms_utente/social_avvia?social=GOOGLE')
      const { searchParams } = new URL(String(begun.intestazioni.location))
      liar.prepare(searchParams.get('nonce') ?? '', forgery)
      const end = await mondo.call('GET', `/ms_utente/social_ritorno?code=c&state=${searchParams.get('state')}`, {
        headers: { cookie: cookieOf(begun) },
      })
      return String(end.intestazioni.location)
    }
    expect(await run({})).toContain('token_social=')
    const past = Math.floor(Date.now() / 1000) - 3600
    const lies: Record<string, Forgery> = {
      issuer: { claims: (c) => ({ ...c, iss: 'https://accounts.google.com' }) },
      audience: { claims: (c) => ({ ...c, aud: 'altro-cliente' }) },
      'several audiences': { claims: (c) => ({ ...c, aud: [CLIENT.id, 'altro'], azp: 'altro' }) },
      nonce: { claims: (c) => ({ ...c, nonce: 'altro' }) },
      'no nonce': { claims: ({ nonce: _, ...c }) => c },
      expiry: { claims: (c) => ({ ...c, iat: past, exp: past + 60 }) },
      'no expiry': { claims: ({ exp: _, ...c }) => c },
      'no subject': { claims: ({ sub: _, ...c }) => c },
      key: { otherKey: true },
      'no signature': { unsigned: true },
    }
    for (const [name, forgery] of Object.entries(lies))
      expect([name, await run(forgery)]).toEqual([name, expect.stringContaining('errore=')])
    expect((await mondo.db.query('select 1 from token_social')).count).toBe(1)
    await mondo.close()
    await liar.close()
  })
})
