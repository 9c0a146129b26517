import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SOCIAL, type Social } from '#contract/account'
import type { SocialProvider } from '#server/account-config'
import { readConfiguration } from '#server/configuration'
import { type Mondo, makeWorld, PASSWORD } from '../world.ts'
import { CLIENT, type Forgery, type Person, startLiar, startProvider } from './provider.ts'

const RETURN = 'http://localhost:8080/api/ms_utente/social_ritorno'
const providerOf = (social: SocialProvider['social'], issuer: string): SocialProvider => ({
  social,
  issuer,
  discovery: null,
  tokenEndpoint: null,
  clientId: CLIENT.id,
  secret: CLIENT.secret,
  scope: 'openid email profile',
})
/** The same provider as each of the four is: what it says of itself and how it sends its answer. */
const asEach: Record<Social, (issuer: string) => SocialProvider> = {
  FACEBOOK: (issuer) => ({
    ...providerOf('FACEBOOK', issuer),
    discovery: `${issuer}/senza-token/altrove/.well-known/openid-configuration`,
    tokenEndpoint: `${issuer}/token`,
    scope: 'openid email public_profile',
  }),
  GOOGLE: (issuer) => providerOf('GOOGLE', issuer),
  APPLE: (issuer) => ({ ...providerOf('APPLE', issuer), scope: 'openid email name' }),
  HUAWEI: (issuer) => ({
    ...providerOf('HUAWEI', issuer),
    discovery: `${issuer}/altrove/.well-known/openid-configuration`,
  }),
}
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

describe.each(SOCIAL)('%s, as it is', (social) => {
  let mondo: Mondo
  let provider: Awaited<ReturnType<typeof startProvider>>
  beforeAll(async () => {
    provider = await startProvider(RETURN)
    mondo = await makeWorld({
      config: { publicUrl: 'http://localhost:8080', social: [asEach[social](provider.issuer)] },
    })
  })
  afterAll(async () => {
    await mondo.close()
    await provider.close()
  })

  async function enter(person: Person) {
    const begun = await mondo.call('GET', `/ms_utente/social_avvia?social=${social}`)
    const cookie = cookieOf(begun)
    let back = new URL(await provider.visit(String(begun.intestazioni.location), person))
    if (social === 'APPLE') {
      expect(new URL(String(begun.intestazioni.location)).searchParams.get('response_mode')).toBe('form_post')
      const form = await mondo.app.inject({
        method: 'POST',
        url: '/api/ms_utente/social_ritorno',
        payload: back.search.slice(1),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      back = new URL(String(form.headers.location))
    }
    const end = await mondo.call('GET', `/ms_utente/social_ritorno${back.search}`, { headers: { cookie } })
    const fragment = new URLSearchParams(new URL(String(end.intestazioni.location)).hash.slice(1))
    return { cookie, social: fragment.get('social'), token_social: fragment.get('token_social') }
  }
  const register = ({ cookie, ...vo }: Awaited<ReturnType<typeof enter>>, email: string) =>
    mondo.call('POST', '/ms_utente/registrazione', {
      payload: { email_comunicazioni: email, flag_privacy: 1, autenticazioneVO: vo },
      headers: { cookie },
    })
  const login = ({ cookie, ...payload }: Awaited<ReturnType<typeof enter>>) =>
    mondo.call('POST', '/ms_utente/login', { payload, headers: { cookie } })

  it('[AU24] [AU26] registers a person and lets them in by itself, in the account of that subject alone', async () => {
    const email = `persona@${social.toLowerCase()}.example`
    const person: Person = { sub: `${social}-1`, email, email_verified: true }
    const born = await register(await enter(person), email)
    expect(born.corpo).toMatchObject({ social, email_social: email, email_verificata: true })
    expect((await login(await enter(person))).corpo.id_utente_idoneo).toBe(born.corpo.id_utente_idoneo)
    // The same address under another subject is another person until somebody proves otherwise.
    const other = await login(await enter({ ...person, sub: `${social}-2` }))
    expect(other.corpo).toMatchObject({ codice: 'ALTRO_SOCIAL', dati: { social } })
  })

  it('an address that it does not call verified is to be verified by our own mail', async () => {
    const email = `dubbia@${social.toLowerCase()}.example`
    const born = await register(await enter({ sub: `${social}-3`, email }), email)
    expect(born.corpo).toMatchObject({ social, email_verificata: false })
    expect(mondo.messaggi.at(-1)).toMatchObject({ to: email, subject: 'Conferma il tuo indirizzo e-mail' })
  })
})

it('[AU27] knows the four providers by name, and sends no code of another issuer to a known one', () => {
  const environment = Object.fromEntries(
    SOCIAL.flatMap((social) => [
      [`OIDC_${social}_ID`, 'io'],
      [`OIDC_${social}_SEGRETO`, 's'],
    ]),
  )
  const found = readConfiguration({ ...environment, OIDC_GOOGLE_ISSUER: 'http://127.0.0.1:1' }).social
  const of = (social: Social) => found.find((p) => p.social === social)
  expect(found.map((p) => p.social)).toEqual([...SOCIAL])
  expect(of('FACEBOOK')).toMatchObject({
    issuer: 'https://www.facebook.com',
    scope: 'openid email public_profile',
    tokenEndpoint: 'https://graph.facebook.com/oauth/access_token',
  })
  expect(of('HUAWEI')).toMatchObject({
    issuer: 'https://accounts.huawei.com',
    discovery: expect.stringContaining('oauth-login'),
  })
  const local = readConfiguration({ ...environment, OIDC_FACEBOOK_ISSUER: 'http://127.0.0.1:1' }).social
  expect(local.find((p) => p.social === 'FACEBOOK')).toMatchObject({
    issuer: 'http://127.0.0.1:1',
    tokenEndpoint: null,
  })
})

describe.each(SOCIAL)('a token of %s', (social) => {
  it('[AU24] with a wrong issuer, audience, nonce, expiry, signature or without one signs nobody in', async () => {
    const liar = await startLiar()
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const secret = social === 'APPLE' ? { teamId: 'SQUADRA', keyId: 'CHIAVE', privateKey: pem } : CLIENT.secret
    const mondo = await makeWorld({
      config: { publicUrl: 'http://localhost:8080', social: [{ ...providerOf(social, liar.issuer), secret }] },
    })
    const run = async (forgery: Forgery) => {
      const begun = await mondo.call('GET', `/ms_utente/social_avvia?social=${social}`)
      const { searchParams } = new URL(String(begun.intestazioni.location))
      liar.prepare(searchParams.get('nonce') ?? '', forgery)
      const end = await mondo.call('GET', `/ms_utente/social_ritorno?code=c&state=${searchParams.get('state')}`, {
        headers: { cookie: cookieOf(begun) },
      })
      return String(end.intestazioni.location)
    }
    expect(await run({})).toContain('token_social=')
    expect(liar.sent().get('code_verifier')).toMatch(/^[\w-]{43}$/)
    const told = liar.sent().get('client_secret') ?? ''
    if (social === 'APPLE') {
      const [head = '', claims = '', signature = ''] = told.split('.')
      const key = {
        key: createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })),
        dsaEncoding: 'ieee-p1363',
      } as const
      const signed = Buffer.from(`${head}.${claims}`)
      expect(verify('sha256', signed, key, Buffer.from(signature, 'base64url'))).toBe(true)
      expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ iss: 'SQUADRA', sub: CLIENT.id })
    } else expect(told).toBe(CLIENT.secret)
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
