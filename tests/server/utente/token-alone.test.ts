import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runRound } from '#server/background'
import { sweep } from '#server/sweep'
import { entered } from '../social/entered.ts'
import { type Mondo, makeWorld, PASSWORD } from '../world.ts'

const DAY = 24 * 3600_000
let n = 0

describe('a token alone ends nothing for good', () => {
  let world: Mondo
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => world.close())

  type Way = { token: string; headers?: Record<string, string> }
  const post = (path: string, payload: object, way: Partial<Way> = {}) =>
    world.call('POST', `/ms_utente/${path}`, { payload, ...way })
  const remove = (way: Way, payload?: object) =>
    world.call('DELETE', '/ms_utente/utente', { ...way, ...(payload ? { payload } : {}) })
  const exists = async (email: string) =>
    (await world.db.query('select 1 from utente where email = $1', [email])).count > 0
  const opens = async (token: string) => (await world.call('GET', '/ms_utente/utente', { token })).status
  const mailsTo = (to: string) => world.messaggi.filter((m) => m.to === to)
  const tokenIn = (to: string, name: string) =>
    new RegExp(`${name}=([\\w-]{43})`).exec(mailsTo(to).at(-1)?.text ?? '')?.[1] ?? ''
  const withPassword = async () => {
    const { token, email_comunicazioni: email } = await world.registerVerified(`gettone${++n}@posta.example`)
    const login = () => post('login', { username: email, password: PASSWORD })
    return { email, token, login, said: null }
  }
  const withSocial = async () => {
    const email = `sociale${++n}@posta.example`
    const said = { sub: `persona${n}`, email, verified: true }
    const { vo, headers } = await entered(world, said)
    const born = await post(
      'registrazione',
      { email_comunicazioni: email, flag_privacy: 1, autenticazioneVO: vo },
      { headers },
    )
    const login = async () => {
      const again = await entered(world, said)
      return post('login', again.vo, { headers: again.headers })
    }
    return { email, token: born.corpo.token_api as string, login, said }
  }
  const KINDS = { password: withPassword, social: withSocial }

  it.each(['password', 'social'] as const)(
    '[AU42] deletes an account with a %s in a week, with a way back',
    async (kind) => {
      for (const payload of [undefined, {}]) {
        const { email, token, login } = await KINDS[kind]()
        const other = (await login()).corpo.token_api
        expect((await remove({ token }, payload)).status).toBe(204)
        expect([await opens(token), await opens(other)]).toEqual([401, 401])
        expect(mailsTo(email).at(-1)?.subject).toBe('Il tuo account sta per essere eliminato')
        const keep = tokenIn(email, 'tieni')
        expect((await login()).corpo).toMatchObject({
          codice: 'ACCOUNT_IN_ELIMINAZIONE',
          dati: { quando: new Date(world.orologio.now().getTime() + 7 * DAY).toISOString() },
        })
        world.orologio.advance(6 * DAY)
        await sweep(world.deps)
        expect((await post('annulla_eliminazione', { token: keep })).status).toBe(204)
        expect((await post('annulla_eliminazione', { token: keep })).corpo.codice).toBe('LINK_SCADUTO')
        const back = (await login()).corpo.token_api
        world.orologio.advance(2 * DAY)
        await sweep(world.deps)
        expect(await exists(email)).toBe(true)
        // A second time, and nobody comes back.
        await remove({ token: (await login()).corpo.token_api ?? back }, payload)
        const late = tokenIn(email, 'tieni')
        world.orologio.advance(7 * DAY + 1)
        expect((await post('annulla_eliminazione', { token: late })).corpo.codice).toBe('LINK_SCADUTO')
        await sweep(world.deps)
        await runRound(world.deps)
        expect(await exists(email)).toBe(false)
        expect(mailsTo(email).at(-1)?.subject).toBe('Il tuo account è stato eliminato')
      }
    },
  )

  it('[AU42] a recovery takes the account back too', async () => {
    const { email, token } = await withPassword()
    await remove({ token })
    await world.call('GET', `/ms_utente/recupera_password?username=${email}`)
    await post('recupera_password', { token: tokenIn(email, 'token'), password: 'Dirupo-giallo-8' })
    expect((await post('login', { username: email, password: 'Dirupo-giallo-8' })).status).toBe(200)
  })

  it('[AU42] the password, or a social login of this account that has just ended, deletes at once', async () => {
    const first = await withPassword()
    expect((await remove(first, { password: 'Sbagliata-7' })).corpo.codice).toBe('VECCHIA_PASSWORD_ERRATA')
    expect(await opens(first.token)).toBe(200)
    expect((await remove(first, { password: PASSWORD })).status).toBe(204)
    const second = await withSocial()
    // Neither somebody else's login, nor another browser's, nor a password where there is none.
    const stranger = await entered(world, { sub: 'qualcun-altro' })
    const fresh = await entered(world, second.said)
    for (const [vo, headers] of [
      [stranger.vo, stranger.headers],
      [fresh.vo, stranger.headers],
    ] as const)
      expect((await remove({ token: second.token, headers }, vo)).corpo.codice).toBe('TOKEN_SOCIAL_SCADUTO')
    expect((await remove({ token: second.token, headers: fresh.headers }, fresh.vo)).status).toBe(204)
    expect([await exists(first.email), await exists(second.email)]).toEqual([false, false])
    const third = await withSocial()
    await remove(third, { password: PASSWORD })
    expect(await exists(third.email)).toBe(true)
  })

  it('[AU42] an account that nobody proved goes at once: nothing is lost with it', async () => {
    const { token_api } = await world.register('mai.provato@posta.example')
    expect((await remove({ token: token_api })).status).toBe(204)
    expect(await exists('mai.provato@posta.example')).toBe(false)
  })

  it('[AU32] an account without a password moves by a link at its present address, or a fresh social login', async () => {
    const { email, token, said } = await withSocial()
    const profile = async () => (await world.call('GET', '/ms_utente/utente', { token })).corpo
    const next = `nuovo${++n}@posta.example`
    for (const more of [{}, { password: PASSWORD }]) {
      const asked = await post('aggiorna_utente', { email_comunicazioni: next, ...more }, { token })
      expect([asked.status, asked.corpo.codice]).toEqual([403, 'CONFERMA_PER_POSTA'])
    }
    expect([(await profile()).email_nuova, mailsTo(next)]).toEqual([null, []])
    const link = tokenIn(email, 'indirizzo')
    expect((await post('conferma_indirizzo', { token: link })).status).toBe(204)
    expect((await post('conferma_indirizzo', { token: link })).corpo.codice).toBe('LINK_SCADUTO')
    expect((await profile()).email_nuova).toBe(next)
    expect(mailsTo(email).at(-1)?.subject).toBe('È stato chiesto un nuovo indirizzo per il tuo account')
    await post('verifica_email', { token: tokenIn(next, 'token'), mio: true }, { token })
    expect((await profile()).email_comunicazioni).toBe(next)
    expect(mailsTo(email).at(-1)?.subject).toBe('Il tuo account ha un nuovo indirizzo')
    world.orologio.advance(61_000)
    const fresh = await entered(world, said)
    const again = { email_comunicazioni: email, ...fresh.vo }
    expect((await post('aggiorna_utente', again, { token, headers: fresh.headers })).status).toBe(204)
    expect((await profile()).email_nuova).toBe(email)
  })

  it('[AU32] a link at the present address that the new one refuses goes on working', async () => {
    const { email, token } = await withSocial()
    const taken = `preso${++n}@posta.example`
    await post('aggiorna_utente', { email_comunicazioni: taken }, { token })
    await world.registerVerified(taken)
    const link = tokenIn(email, 'indirizzo')
    for (let i = 0; i < 2; i++)
      expect((await post('conferma_indirizzo', { token: link })).corpo.codice).toBe('EMAIL_GIA_IN_USO')
  })

  it.each(['password', 'social'] as const)(
    '[AU43] an account with a %s is exported after a fresh sign-in, with a proof, or by mail',
    async (kind) => {
      const { email, token, said } = await KINDS[kind]()
      const get = () => world.call('GET', '/ms_utente/esporta_dati', { token })
      expect((await get()).status).toBe(200)
      world.orologio.advance(11 * 60_000)
      expect((await get()).corpo).toMatchObject({ codice: 'CONFERMA_PER_POSTA', dati: { email } })
      const send = (payload: object, way: Partial<Way> = { token }) => post('esporta_dati', payload, way)
      expect((await send({})).corpo.codice).toBe('MISSING_REQUIRED_PARAM')
      expect((await send({ password: PASSWORD }, {})).corpo.codice).toBe('TOKEN_NON_VALIDO')
      if (said) {
        const fresh = await entered(world, said)
        expect((await send(fresh.vo, { token, headers: fresh.headers })).status).toBe(200)
      } else {
        expect((await send({ password: 'Sbagliata-7' })).corpo.codice).toBe('VECCHIA_PASSWORD_ERRATA')
        expect((await send({ password: PASSWORD })).status).toBe(200)
      }
      const link = tokenIn(email, 'dati')
      const file = await send({ token: link }, {})
      expect(file.intestazioni['content-type']).toBe('application/zip')
      expect((await send({ token: link }, {})).corpo.codice).toBe('LINK_SCADUTO')
    },
  )
})
