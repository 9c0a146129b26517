import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type Mondo, makeWorld, PASSWORD } from '../world.ts'

const DAY = 24 * 3600 * 1000
const CONFERMATA = { esito: 'confermata' }
const PAGE_PREFIX = 'http://localhost:8080/simulatore/auth/check-email'
let numero = 0

describe.each(ENGINES)('verification on %s', (engine) => {
  let world: Mondo
  beforeAll(async () => {
    world = await makeWorld({ motore: engine })
  })
  afterAll(() => world.close())

  const email = () => `verifica${++numero}@posta.example`
  const open = async (link: string) => {
    const { status, intestazioni: headers } = await world.call('GET', link)
    return [status, headers.location]
  }
  const answer = (link: string, mio = true) =>
    world.call('POST', '/ms_utente/verifica_email', { payload: { token: link.split('=')[1], mio } })
  /** Opens the link and says that the account is one's own. */
  const confirm = async (link: string) => [await open(link), (await answer(link)).status]
  const asked = (link: string, esito = 'conferma') => [302, `${PAGE_PREFIX}?esito=${esito}&token=${link.split('=')[1]}`]
  const isVerificata = async (token: string) =>
    (await world.call('GET', '/ms_utente/utente', { token })).corpo.email_verificata
  const resend = (token: string, query = '') => world.call('POST', `/ms_utente/invia_verifica_email${query}`, { token })

  it('[AU1] [AU28] [AU29] [CN6] the link asks and changes nothing, the answer verifies, and both again are the same', async () => {
    const { token_api } = await world.register(email())
    const link = world.lastLink()
    for (let i = 0; i < 2; i++) expect(await open(link)).toEqual(asked(link))
    expect(await isVerificata(token_api)).toBe(false)
    expect((await Promise.all([answer(link), answer(link)])).map((a) => a.corpo)).toEqual([CONFERMATA, CONFERMATA])
    expect(await isVerificata(token_api)).toBe(true)
    world.orologio.advance(2 * DAY)
    expect(await open(link)).toEqual([302, `${PAGE_PREFIX}?esito=verificata`])
    expect((await answer(link)).corpo).toEqual(CONFERMATA)
    // Who has confirmed cannot take the account away with an old mail.
    expect((await answer(link, false)).corpo.codice).toBe('LINK_SCADUTO')
  })

  it('[AU38] who did not make the account says so, and it is gone with its sessions and its link', async () => {
    const mine = email()
    const { token_api } = await world.register(mine)
    const link = world.lastLink()
    expect((await answer(link, false)).corpo).toEqual({ esito: 'eliminato' })
    expect((await world.call('GET', '/ms_utente/utente', { token: token_api })).corpo.codice).toBe('TOKEN_NON_VALIDO')
    expect((await world.db.query('select 1 from utente where email = $1', [mine])).count).toBe(0)
    expect((await answer(link)).corpo.codice).toBe('LINK_SCADUTO')
    expect(await open(link)).toEqual(asked(link, 'scaduto'))
    expect((await world.register(mine)).email_verificata).toBe(false)
  })

  it('[AU38] one that the operator raised before its proof stays, is not called gone, and is its owner’s who registers', async () => {
    const mine = email()
    const maker = await world.register(mine)
    const link = world.lastLink()
    await world.db.query('update utente set livello = 3 where email = $1', [mine])
    world.orologio.advance(61_000)
    // The tier was given to this address: whoever wrote it does not take it along to another.
    expect((await resend(maker.token_api, `?email=${email()}`)).corpo.codice).toBe('VIETATO')
    expect((await answer(link, false)).corpo).toEqual({ esito: 'rimasto' })
    expect((await answer(link, false)).corpo.codice).toBe('LINK_SCADUTO')
    expect((await world.call('GET', '/ms_utente/utente', { token: maker.token_api })).status).toBe(401)
    const credentials = { username: mine, password: PASSWORD }
    const login = () => world.call('POST', '/ms_utente/login', { payload: credentials })
    expect((await login()).corpo.codice).toBe('CREDENZIALI_ERRATE')
    const owner = await world.register(mine, { password: 'Girasole-blu-27' })
    expect(owner).toMatchObject({ id_utente_idoneo: maker.id_utente_idoneo, livello: 3, email_verificata: false })
    expect(await confirm(world.lastLink())).toEqual([asked(world.lastLink()), 200])
    expect(await isVerificata(owner.token_api)).toBe(true)
    // Proved, it is nobody else's.
    const again = { email_comunicazioni: mine, flag_privacy: 1, autenticazioneVO: credentials }
    const taken = await world.call('POST', '/ms_utente/registrazione', { payload: again })
    expect(taken.corpo.codice).toBe('EMAIL_GIA_IN_USO')
    expect((await login()).corpo.codice).toBe('CREDENZIALI_ERRATE')
  })

  it('[AU38] who registers over an account that was raised finds none of its maker’s ways in', async () => {
    const mine = email()
    const maker = await world.register(mine)
    const link = world.lastLink()
    await world.db.query('update utente set livello = 2 where email = $1', [mine])
    const owner = await world.register(mine, { id_dispositivo: 'quello-della-titolare' })
    expect((await world.call('GET', '/ms_utente/utente', { token: maker.token_api })).status).toBe(401)
    expect((await answer(link)).corpo.codice).toBe('LINK_SCADUTO')
    const { rows } = await world.db.query('select id_dispositivo from dispositivo where id_utente = $1', [
      owner.id_utente_idoneo,
    ])
    expect(rows).toEqual([{ id_dispositivo: 'quello-della-titolare' }])
  })

  it('[AU38] an address that another account holds without a proof is no obstacle to who mistyped their own', async () => {
    const held = email()
    const squatter = await world.register(held)
    const { token_api } = await world.register(email())
    world.orologio.advance(61_000)
    expect((await resend(token_api, `?email=${held}`)).status).toBe(204)
    expect(await confirm(world.lastLink())).toEqual([asked(world.lastLink()), 200])
    expect((await world.call('GET', '/ms_utente/utente', { token: squatter.token_api })).status).toBe(401)
  })

  it('an answer that is no answer, or to a link that is unknown, changes nothing', async () => {
    const { token_api } = await world.register(email())
    const token = world.lastLink().split('=')[1]
    for (const payload of [{ token }, { token, mio: 'true' }, { mio: true }, { token: 'x'.repeat(201), mio: true }])
      expect((await world.call('POST', '/ms_utente/verifica_email', { payload })).status).toBe(400)
    expect((await answer(`x=${'a'.repeat(43)}`, false)).corpo.codice).toBe('LINK_SCADUTO')
    expect(await isVerificata(token_api)).toBe(false)
  })

  it('[D12a] a link dies after 24 hours, an unknown one was never alive', async () => {
    const { token_api } = await world.register(email(), { ricordami: true })
    const link = world.lastLink()
    world.orologio.advance(DAY + 1)
    expect(await open(link)).toEqual(asked(link, 'scaduto'))
    expect((await answer(link)).corpo.codice).toBe('LINK_SCADUTO')
    expect(await isVerificata(token_api)).toBe(false)
    expect(await open(`/ms_utente/verifica_email?token=${'a'.repeat(43)}`)).toEqual([
      302,
      `${PAGE_PREFIX}?esito=scaduto&token=${'a'.repeat(43)}`,
    ])
    expect(await open('/ms_utente/verifica_email?token=rotto')).toEqual([302, `${PAGE_PREFIX}?esito=scaduto`])
  })

  it('[CA10] [CO19] the mail goes out again once in 60 seconds', async () => {
    const { token_api } = await world.register(email())
    world.orologio.advance(20_000)
    const presto = await resend(token_api)
    expect([presto.status, presto.corpo.codice, presto.corpo.dati]).toEqual([
      429,
      'RATE_LIMIT_EXCEEDED',
      { secondi: 40 },
    ])
    expect(presto.intestazioni['retry-after']).toBe('40')
    world.orologio.advance(40_000)
    const first = world.lastLink()
    expect((await resend(token_api)).status).toBe(204)
    expect(world.lastLink()).not.toBe(first)
    // The mail that came first may be the one that is opened.
    expect(await confirm(first)).toEqual([asked(first), 200])
  })

  it('of simultaneous requests one mail leaves', async () => {
    const { token_api } = await world.register(email())
    world.orologio.advance(61_000)
    const before = world.messaggi.length
    const esiti = await Promise.all([1, 2, 3, 4].map(() => resend(token_api)))
    expect(esiti.map((e) => e.status).sort()).toEqual([204, 429, 429, 429])
    expect(world.messaggi).toHaveLength(before + 1)
  })

  it('[D12a] another address while unverified: the mail goes there and the old link dies', async () => {
    const { token_api } = await world.register(email())
    const old = world.lastLink()
    const next = email()
    world.orologio.advance(61_000)
    expect((await resend(token_api, `?email=${next}`)).status).toBe(204)
    expect(world.messaggi.at(-1)?.to).toBe(next)
    expect(await confirm(old)).toEqual([asked(old, 'scaduto'), 410])
    expect(await isVerificata(token_api)).toBe(false)
    expect(await confirm(world.lastLink())).toEqual([asked(world.lastLink()), 200])
    expect(await isVerificata(token_api)).toBe(true)
  })

  it('another address that is taken is refused and changes nothing', async () => {
    const presa = email()
    await world.registerVerified(presa)
    const { token_api } = await world.register(email())
    const link = world.lastLink()
    world.orologio.advance(61_000)
    expect(await resend(token_api, `?email=${presa.toUpperCase()}`)).toMatchObject({
      status: 409,
      corpo: { codice: 'EMAIL_GIA_IN_USO' },
    })
    expect(await confirm(link)).toEqual([asked(link), 200])
  })

  it('a verified account gets no mail and cannot change its address here', async () => {
    const { token } = await world.registerVerified(email())
    world.orologio.advance(61_000)
    const before = world.messaggi.length
    expect((await resend(token)).status).toBe(204)
    expect(await resend(token, `?email=${email()}`)).toMatchObject({ status: 403, corpo: { codice: 'VIETATO' } })
    expect(world.messaggi).toHaveLength(before)
  })

  it('[AU32] another address that waits is given up by its account, and its link with it', async () => {
    const [mine, next] = [email(), email()]
    const { token } = await world.registerVerified(mine)
    const update = (payload: object) => world.call('POST', '/ms_utente/aggiorna_utente', { token, payload })
    const profile = async () => (await world.call('GET', '/ms_utente/utente', { token })).corpo
    world.orologio.advance(61_000)
    await update({ email_comunicazioni: next, password: PASSWORD })
    const link = `x=${/token=([\w-]{43})/.exec(world.messaggi.at(-2)?.text ?? '')?.[1]}`
    // The whole profile sent back gives nothing up.
    expect((await update(await profile())).status).toBe(204)
    expect((await profile()).email_nuova).toBe(next)
    expect((await update({ email_nuova: null })).status).toBe(204)
    expect(await profile()).toMatchObject({ email_comunicazioni: mine, email_nuova: null })
    expect((await answer(link)).corpo.codice).toBe('LINK_SCADUTO')
  })

  it('the token is stored only as its hash', async () => {
    await world.register(email())
    const token = world.lastLink().split('=')[1] ?? ''
    const { rows } = await world.db.query<{ tutto: string }>(
      'select string_agg(row_to_json(g)::text, $1) as tutto from gettone g',
      [' '],
    )
    expect(token).toHaveLength(43)
    expect(rows[0]?.tutto).not.toContain(token)
  })
})
