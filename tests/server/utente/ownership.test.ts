import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entered, type Said } from '../social/entered.ts'
import { type Mondo, makeWorld } from '../world.ts'

const OWNER = 'Ciliegia-del-nonno-74'
const STRANGER = 'Attaccante-di-notte-77'
const CHOSEN = 'Scelta-dalla-titolare-5'
let n = 0

describe('whoever reads the mail has the account alone', () => {
  let world: Mondo
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => world.close())

  const post = (path: string, payload: object, other: { token?: string; headers?: Record<string, string> } = {}) =>
    world.call('POST', `/ms_utente/${path}`, { payload, ...other })
  const address = () => `titolare${++n}@posta.example`
  const body = (email: string, autenticazioneVO: object) => ({
    email_comunicazioni: email,
    flag_privacy: 1,
    autenticazioneVO,
  })
  const byPassword = async (email: string, password: string): Promise<string> => {
    const { status, corpo } = await post(
      'registrazione',
      body(email, { username: email, password, dispositivo: 'web', sistemaOperativo: 'Linux' }),
    )
    expect(status).toBe(200)
    return corpo.token_api
  }
  const bySocial = async (email: string, said: Said): Promise<string> => {
    const { vo, headers } = await entered(world, said)
    return (await post('registrazione', body(email, vo), { headers })).corpo.token_api
  }
  /** A pending account that was made elsewhere and then asks for its mail at this address. */
  const byMoving = async (email: string, password: string): Promise<string> => {
    const token = await byPassword(address(), password)
    world.orologio.advance(61_000)
    expect((await post(`invia_verifica_email?email=${email}`, {}, { token })).status).toBe(204)
    return token
  }
  const newest = (to: string) =>
    /token=([\w-]{43})/.exec(world.messaggi.filter((m) => m.to === to).at(-1)?.text ?? '')?.[1] ?? ''
  const confirm = (email: string, more: object = {}, token?: string) =>
    post('verifica_email', { token: newest(email), mio: true, ...more }, token ? { token } : {})
  const login = async (email: string, password: string) =>
    (await post('login', { username: email, password, dispositivo: 'web' })).status
  const socialLogin = async (said: Said) => {
    const { vo, headers } = await entered(world, said)
    return (await post('login', vo, { headers })).status
  }
  const opens = async (token: string) => (await world.call('GET', '/ms_utente/utente', { token })).status
  const choose = (token: string) => post('recupera_password', { token, password: CHOSEN })
  const recover = async (email: string) => {
    await world.call('GET', `/ms_utente/recupera_password?username=${email}`)
    expect((await choose(newest(email))).status).toBe(204)
  }

  type Came = { token: string; refused: () => Promise<number> }
  /** Each way in which a stranger takes an address that waits for its proof. */
  const WAYS: Record<string, (email: string) => Promise<Came>> = {
    'a registration': async (email) => ({
      token: await byPassword(email, STRANGER),
      refused: () => login(email, STRANGER),
    }),
    'a move of a pending account': async (email) => ({
      token: await byMoving(email, STRANGER),
      refused: () => login(email, STRANGER),
    }),
    'a social identity': async (email) => {
      const said = { sub: `estraneo${++n}`, email: 'estraneo@altrove.example', verified: true }
      return { token: await bySocial(email, said), refused: () => socialLogin(said) }
    },
  }
  const names = Object.keys(WAYS)
  const orders = names.flatMap((way) => [
    { way, before: false, again: true },
    { way, before: true, again: true },
    { way, before: true, again: false },
  ])

  it.each(orders)('[AU39] $way, before the owner $before, after her $again', async ({ way, before, again }) => {
    const email = address()
    const came: Came[] = []
    if (before) came.push(await WAYS[way]!(email))
    const mine = await byPassword(email, OWNER)
    if (again) came.push(await WAYS[way]!(email))
    const { status, corpo } = await confirm(email)
    expect([status, corpo]).toEqual([200, { esito: 'confermata', scelta: expect.stringMatching(/^[\w-]{43}$/) }])
    for (const { token, refused } of came) expect([await opens(token), await refused()]).not.toContain(200)
    expect([await opens(mine), await login(email, OWNER)]).not.toContain(200)
    expect((await choose(corpo.scelta)).status).toBe(204)
    expect(await login(email, CHOSEN)).toBe(200)
    for (const { refused } of came) expect(await refused()).not.toBe(200)
    // The token chooses once.
    expect((await choose(corpo.scelta)).status).toBe(410)
  })

  it.each(names)('[AU39] %s before the owner, who shows which account is hers and keeps it', async (way) => {
    for (const proof of ['session', 'password'] as const) {
      const email = address()
      const stranger = await WAYS[way]!(email)
      const mine = await byPassword(email, OWNER)
      const answer = await (proof === 'session' ? confirm(email, {}, mine) : confirm(email, { password: OWNER }))
      expect([proof, answer.corpo]).toEqual([proof, { esito: 'confermata' }])
      expect([await opens(mine), await login(email, OWNER)]).toEqual([200, 200])
      expect([await opens(stranger.token), await stranger.refused()]).not.toContain(200)
    }
  })

  it('[AU39] a wrong password, or a session of somebody else, shows nothing', async () => {
    const email = address()
    await byPassword(email, OWNER)
    const stranger = await byPassword(email, STRANGER)
    const other = await byPassword(address(), OWNER)
    expect((await confirm(email, { password: OWNER })).corpo.codice).toBe('CREDENZIALI_ERRATE')
    expect((await confirm(email, {}, other)).corpo).toHaveProperty('scelta')
    expect([await opens(stranger), await login(email, STRANGER)]).not.toContain(200)
  })

  it('[AU39] alone with the address the maker keeps it, unless its owner takes it instead', async () => {
    const email = address()
    const mine = await byPassword(email, OWNER)
    expect((await confirm(email)).corpo).toEqual({ esito: 'confermata' })
    expect([await opens(mine), await login(email, OWNER)]).toEqual([200, 200])
    const taken = address()
    const stranger = await byPassword(taken, STRANGER)
    const { scelta } = (await confirm(taken, { riprendi: true })).corpo
    expect([await opens(stranger), await login(taken, STRANGER)]).not.toContain(200)
    expect((await choose(scelta)).status).toBe(204)
    expect(await login(taken, CHOSEN)).toBe(200)
  })

  it('[AU39] an account that moves to an address that waits for somebody else leaves its ways in behind', async () => {
    const email = address()
    await byPassword(email, OWNER)
    const { token } = await world.registerVerified(address())
    world.orologio.advance(61_000)
    await post('aggiorna_utente', { email_comunicazioni: email, password: 'Lampione77Verde' }, { token })
    expect((await confirm(email)).corpo).toHaveProperty('scelta')
    expect([await opens(token), await login(email, 'Lampione77Verde')]).not.toContain(200)
  })

  it('[AU40] an identity that nobody proved ends at the first verification, and is kept by who is signed in', async () => {
    const said = { sub: 'bruna', email: 'bruna@altrove.example', verified: true }
    const email = address()
    const token = await bySocial(email, said)
    expect((await confirm(email, {}, token)).corpo).toEqual({ esito: 'confermata' })
    expect(await socialLogin(said)).toBe(200)
    await recover(email)
    expect(await socialLogin(said)).toBe(200)
    expect(await login(email, CHOSEN)).toBe(200)
  })

  it('[AU40] recovery and a change of the password end identities from before them, and keep those of the owner', async () => {
    for (const end of ['recovery', 'change'] as const) {
      const { id_utente, token, email_comunicazioni: email } = await world.registerVerified(address())
      const own = { social: 'APPLE' as const, sub: `mia${++n}`, email, verified: true }
      const { vo, headers } = await entered(world, own)
      const linked = await post('login', { ...vo, username: email, password: 'Lampione77Verde' }, { headers })
      expect(linked.status).toBe(200)
      expect(world.messaggi.at(-1)?.subject).toBe('Apple è collegato al tuo account')
      const theirs = { sub: `loro${++n}`, email: 'loro@altrove.example', verified: true }
      await world.db.query(
        `insert into identita_social (social, soggetto, id_utente, email, collegata) values ('GOOGLE', $1, $2, $3, $4)`,
        [theirs.sub, id_utente, theirs.email, world.orologio.now()],
      )
      expect(await socialLogin(theirs)).toBe(200)
      if (end === 'recovery') await recover(email)
      else await post('cambia_password', { vecchia_password: 'Lampione77Verde', nuova_password: CHOSEN }, { token })
      expect(world.messaggi.at(-1)?.text).toContain('Abbiamo scollegato anche gli accessi social')
      expect([end, await socialLogin(theirs), await socialLogin(own)]).toEqual([end, 404, 200])
      const profile = await post('login', { username: email, password: CHOSEN })
      expect(profile.corpo.social).toBe('APPLE')
    }
  })

  it('[AU40] the profile lists the social logins and unlinks one, never the last way in', async () => {
    const { token, email_comunicazioni: email } = await world.registerVerified(address())
    const said = { sub: `elenco${++n}`, email, verified: true }
    const { vo, headers } = await entered(world, said)
    const other = (await post('login', { ...vo, password: 'Lampione77Verde' }, { headers })).corpo.token_api
    const list = async () => (await world.call('GET', '/ms_utente/accessi_collegati', { token })).corpo
    expect(await list()).toEqual({ totale: 1, elementi: [{ social: 'GOOGLE', email, collegata: expect.any(String) }] })
    const unlink = (social: string) => world.call('DELETE', `/ms_utente/accessi_collegati?social=${social}`, { token })
    expect((await unlink('APPLE')).corpo.codice).toBe('NON_TROVATO')
    await world.db.query('update utente set password_hash = null where email = $1', [email])
    expect((await unlink('GOOGLE')).corpo.codice).toBe('ULTIMO_ACCESSO')
    await recover(email)
    const again = (await post('login', { username: email, password: CHOSEN })).corpo.token_api
    const away = await world.call('DELETE', '/ms_utente/accessi_collegati?social=GOOGLE', { token: again })
    expect(away.status).toBe(204)
    expect([await opens(other), await opens(again)]).toEqual([401, 200])
    expect(world.messaggi.at(-1)?.subject).toBe('Google non è più collegato al tuo account')
    expect(await socialLogin(said)).toBe(409)
  })

  it('[EB7] who types a password for a social account is told its login where the device is known, else by mail once a day', async () => {
    const email = address()
    const { vo, headers } = await entered(world, { sub: `sociale${++n}`, email, verified: true })
    await post('registrazione', body(email, { ...vo, id_dispositivo: 'dispositivo-di-casa' }), { headers })
    const type = (more: object = {}) => post('login', { username: email, password: OWNER, ...more })
    expect((await type({ id_dispositivo: 'dispositivo-di-casa' })).corpo).toMatchObject({
      codice: 'ALTRO_SOCIAL',
      dati: { social: 'GOOGLE' },
    })
    const mails = () => world.messaggi.filter((m) => m.to === email).map((m) => m.subject)
    expect(mails()).toEqual([])
    const unknown = await post('login', { username: address(), password: OWNER })
    for (let i = 0; i < 2; i++) expect((await type()).corpo).toEqual(unknown.corpo)
    expect(mails()).toEqual(['Il tuo account si apre con Google'])
    world.orologio.advance(25 * 3600_000)
    await type()
    expect(mails()).toHaveLength(2)
  })

  it('[AU41] every other session ends without a change of the password', async () => {
    const { token, email_comunicazioni: email } = await world.registerVerified(address())
    const others = [await post('login', { username: email, password: 'Lampione77Verde' })].map((r) => r.corpo.token_api)
    expect((await post('esci_altrove', {}, { token })).status).toBe(204)
    expect([await opens(token), ...(await Promise.all(others.map(opens)))]).toEqual([200, 401])
  })
})
