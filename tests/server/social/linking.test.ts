import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Mondo, makeWorld, PASSWORD } from '../world.ts'
import { entered, type Said } from './entered.ts'
import { CLIENT, startProvider } from './provider.ts'

describe('a social login linked from the profile', () => {
  let world: Mondo
  let n = 0
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => world.close())

  const link = async (said: Said, token: string, more: object = { password: PASSWORD }) => {
    const { vo, headers } = await entered(world, said)
    return world.call('POST', '/ms_utente/accessi_collegati', { payload: { ...vo, ...more }, token, headers })
  }
  const account = async () => {
    const email = `collega${++n}@posta.example`
    return { email, ...(await world.registerVerified(email)) }
  }
  const enter = async (said: Said) => {
    const { vo, headers } = await entered(world, said)
    return world.call('POST', '/ms_utente/login', { payload: vo, headers })
  }

  it('[AU50] takes the password, opens the account from then on, and a mail tells of it', async () => {
    const { email, token } = await account()
    const said = { sub: `profilo-${n}`, email: 'altro.indirizzo@posta.example', verified: true }
    expect((await link(said, token, {})).corpo.codice).toBe('MISSING_REQUIRED_PARAM')
    expect((await link(said, token, { password: 'Sbagliata-7' })).corpo.codice).toBe('VECCHIA_PASSWORD_ERRATA')
    expect((await link(said, token)).status).toBe(204)
    expect(world.messaggi.filter(({ to }) => to === email).at(-1)?.subject).toBe('Google è collegato al tuo account')
    expect((await enter(said)).corpo.email_comunicazioni).toBe(email)
    // The same again changes nothing; another of the same provider is refused.
    expect((await link(said, token)).status).toBe(204)
    expect((await link({ sub: 'un altro' }, token)).corpo).toMatchObject({
      codice: 'ACCESSO_GIA_COLLEGATO',
      dati: { mio: 1 },
    })
    // A change of the password keeps it: its owner linked it.
    const changed = { vecchia_password: PASSWORD, nuova_password: 'Girasole-blu-27' }
    await world.call('POST', '/ms_utente/cambia_password', { payload: changed, token })
    expect((await enter(said)).status).toBe(200)
  })

  it('[AU50] is refused where it opens another account, unless nobody verified that one', async () => {
    const mine = await account()
    const theirs = await account()
    const said = { sub: `conteso-${n}` }
    expect((await link(said, theirs.token)).status).toBe(204)
    const refused = await link(said, mine.token)
    expect([refused.corpo.codice, refused.corpo.dati]).toEqual(['ACCESSO_GIA_COLLEGATO', undefined])
    const pending = { sub: `in-attesa-${n}` }
    const { vo, headers } = await entered(world, pending)
    const asked = { email_comunicazioni: `attesa${n}@posta.example`, flag_privacy: 1, autenticazioneVO: vo }
    expect((await world.call('POST', '/ms_utente/registrazione', { payload: asked, headers })).status).toBe(200)
    expect((await link(pending, mine.token)).status).toBe(204)
    expect((await enter(pending)).corpo.email_comunicazioni).toBe(mine.email)
  })

  it('[AU50] without a password takes a sign-in of the last minutes; another browser’s token is none', async () => {
    const { token, id_utente } = await account()
    await world.db.query('update utente set password_hash = null where id_utente = $1', [id_utente])
    world.orologio.advance(11 * 60_000)
    expect((await link({ sub: `vecchia-${n}` }, token, {})).corpo.codice).toBe('ACCESSO_NON_RECENTE')
    const fresh = await account()
    const { vo } = await entered(world, { sub: `altrove-${n}` })
    const stolen = { payload: { ...vo, password: PASSWORD }, token: fresh.token }
    expect((await world.call('POST', '/ms_utente/accessi_collegati', stolen)).corpo.codice).toBe('TOKEN_SOCIAL_SCADUTO')
  })
})

it('[AU50] a flow that the profile began comes back there, right or wrong', async () => {
  const provider = await startProvider('http://localhost:8080/api/ms_utente/social_ritorno')
  const google = {
    social: 'GOOGLE' as const,
    issuer: provider.issuer,
    discovery: null,
    tokenEndpoint: null,
    clientId: CLIENT.id,
    secret: CLIENT.secret,
    scope: 'openid email profile',
  }
  const world = await makeWorld({ config: { publicUrl: 'http://localhost:8080', social: [google] } })
  const begin = () => world.call('GET', '/ms_utente/social_avvia?social=GOOGLE&ritorno=profilo')
  const back = async (search: string, begun: Awaited<ReturnType<typeof begin>>) => {
    const cookie = String(begun.intestazioni['set-cookie']).split(';')[0] ?? ''
    const end = await world.call('GET', `/ms_utente/social_ritorno${search}`, { headers: { cookie } })
    return String(end.intestazioni.location)
  }
  const right = await begin()
  const anna = { sub: 'anna', email: 'anna@posta.example', email_verified: true }
  const address = await provider.visit(String(right.intestazioni.location), anna)
  expect(await back(new URL(address).search, right)).toMatch(
    /^http:\/\/localhost:8080\/simulatore\/profilo\?pagina=account#social=GOOGLE&token_social=[\w-]{43}$/,
  )
  const wrong = await begin()
  const state = new URL(String(wrong.intestazioni.location)).searchParams.get('state')
  expect(await back(`?state=${state}&error=access_denied`, wrong)).toBe(
    'http://localhost:8080/simulatore/profilo?pagina=account&errore=TOKEN_SOCIAL_SCADUTO',
  )
  await world.close()
  await provider.close()
})
