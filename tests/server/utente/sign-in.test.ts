import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPasswordHasher } from '#server/utente/password'
import { runPassword } from '#server/utente/password-threads'
import { CHEAP_PASSWORDS, ENGINES, type Mondo, makeWorld, PASSWORD } from '../world.ts'

const DAY = 24 * 3600 * 1000

describe.each(ENGINES)('login on %s', (engine) => {
  let world: Mondo
  const run = vi.fn(runPassword)
  const passwords = createPasswordHasher({ cost: CHEAP_PASSWORDS, run: run as typeof runPassword })
  beforeAll(async () => {
    world = await makeWorld({ motore: engine, deps: () => ({ passwords }) })
  })
  afterAll(() => world.close())
  const login = (username: string, other: Record<string, unknown> = {}) =>
    world.call('POST', '/ms_utente/login', { payload: { username, password: PASSWORD, dispositivo: 'web', ...other } })

  it('[CA1] [AU10] [D17b] [EN6] takes both spellings of system and version and answers the profile with a token', async () => {
    await world.register('login@posta.example')
    for (const vo of [
      { sistemaOperativo: 'Linux', versioneApp: '1.0.33' },
      { sistema_operativo: 'Linux', versione_app: '1.0.33' },
    ]) {
      const { status, corpo: body } = await login('  LOGIN@posta.example ', vo)
      expect(status).toBe(200)
      expect(body).toMatchObject({ email_comunicazioni: 'login@posta.example', token_api: expect.any(String) })
      const { rows } = await world.db.query(
        'select dispositivo, sistema_operativo, versione_app from sessione order by id_sessione desc limit 1',
      )
      expect(rows).toEqual([{ dispositivo: 'web', sistema_operativo: 'Linux', versione_app: '1.0.33' }])
    }
  })

  it('[AU15] [D6] unknown address and wrong password get the same answer', async () => {
    await world.register('nota@posta.example')
    const errata = await login('nota@posta.example', { password: 'Sbagliata1' })
    const stranger = await login('ignota@posta.example')
    expect([errata.status, errata.corpo.codice]).toEqual([401, 'CREDENZIALI_ERRATE'])
    expect(stranger.corpo).toEqual(errata.corpo)
    expect(stranger.status).toBe(errata.status)
  })

  it('[AU15] an unknown address costs a password check too', async () => {
    /** The digests that a login's password is checked against, without their salts. */
    const checks = async (email: string) => {
      run.mockClear()
      await login(email, { password: 'Sbagliata1' })
      return run.mock.calls.map(([{ digest }]) => digest?.split('$').slice(0, 4).join('$'))
    }
    await world.register('cronometro@posta.example')
    // The decoy is made once, when somebody first needs it.
    await login('nessuno@posta.example')
    const known = await checks('cronometro@posta.example')
    expect(known).toEqual([expect.stringContaining('argon2id')])
    expect(await checks('nessuno@posta.example')).toEqual(known)
  })

  it('[ER9] [VA3] names the missing fields', async () => {
    const { status, corpo: body } = await world.call('POST', '/ms_utente/login', { payload: { username: ' ' } })
    expect(status).toBe(400)
    expect(body).toMatchObject({ codice: 'MISSING_REQUIRED_PARAM', campi: ['username', 'password'] })
  })

  it('a disabled account is told so only with its password', async () => {
    const { id_utente_idoneo } = await world.register('chiusa@posta.example')
    await world.db.query(`update utente set stato = 'disabilitato' where id_utente = $1`, [id_utente_idoneo])
    expect(await login('chiusa@posta.example')).toMatchObject({
      status: 403,
      corpo: { codice: 'ACCOUNT_DISABILITATO' },
    })
    expect(await login('chiusa@posta.example', { password: 'Sbagliata1' })).toMatchObject({
      corpo: { codice: 'CREDENZIALI_ERRATE' },
    })
  })

  it('a made-up token_social signs nobody in', async () => {
    const { status, corpo: body } = await login('x@posta.example', { token_social: 'abc', social: 'google' })
    expect([status, body.codice]).toEqual([401, 'TOKEN_SOCIAL_SCADUTO'])
    expect((await login('x@posta.example', { social: 'GOOGLE' })).corpo.campi).toEqual(['token_social'])
  })

  it('[AU22] [CO4] [EB5] the fourth new device in 7 days is refused, a known one enters, and time frees places', async () => {
    await world.register('mobile@posta.example', { id_dispositivo: 'dispositivo-1' })
    const enter = (n: number) => login('mobile@posta.example', { id_dispositivo: `dispositivo-${n}` })
    expect((await enter(2)).status).toBe(200)
    expect((await enter(3)).status).toBe(200)
    expect(await enter(4)).toMatchObject({
      status: 403,
      corpo: { codice: 'TROPPI_DISPOSITIVI', dati: { giorni: 7, massimo: 3 } },
    })
    expect((await enter(1)).status).toBe(200)
    world.orologio.advance(8 * DAY)
    expect((await enter(4)).status).toBe(200)
    expect((await enter(5)).status).toBe(200)
    world.orologio.advance(8 * DAY)
    expect(await enter(6)).toMatchObject({
      status: 403,
      corpo: { codice: 'TROPPI_DISPOSITIVI', dati: { giorni: 30, massimo: 5 } },
    })
    expect((await enter(5)).status).toBe(200)
    world.orologio.advance(15 * DAY)
    expect((await enter(6)).status).toBe(200)
  })

  it('[AU22] of twelve new devices at the same time exactly three are let in', async () => {
    await world.register('folla@posta.example', { id_dispositivo: 'registrazione' })
    await world.db.query(`delete from dispositivo where id_dispositivo = 'registrazione'`)
    const esiti = await Promise.all(
      Array.from({ length: 12 }, (_, i) => login('folla@posta.example', { id_dispositivo: `simultaneo-${i}` })),
    )
    expect(esiti.filter((e) => e.status === 200)).toHaveLength(3)
    expect(esiti.filter((e) => e.corpo.codice === 'TROPPI_DISPOSITIVI')).toHaveLength(9)
  })

  it('[AU23] [AU22] a removed device counts still, and may sign in again', async () => {
    const { id_utente_idoneo } = await world.register('tolto@posta.example', { id_dispositivo: 'primo-dispositivo' })
    for (const n of [2, 3]) await login('tolto@posta.example', { id_dispositivo: `dispositivo-${n}` })
    await world.db.query(
      `update dispositivo set rimosso = now() where id_utente = $1 and id_dispositivo = 'dispositivo-2'`,
      [id_utente_idoneo],
    )
    expect((await login('tolto@posta.example', { id_dispositivo: 'dispositivo-4' })).status).toBe(403)
    expect((await login('tolto@posta.example', { id_dispositivo: 'dispositivo-2' })).status).toBe(200)
  })

  it('a caller without a device id is one device', async () => {
    await world.register('vecchia.app@posta.example')
    for (let i = 0; i < 4; i++) expect((await login('vecchia.app@posta.example')).status).toBe(200)
  })

  it('[AU8] a second mobile session is refused while the first lives; web ones are not', async () => {
    await world.register('telefoni@posta.example', { id_dispositivo: 'computer-1' })
    const enter = (dispositivo: string, id_dispositivo: string) =>
      login('telefoni@posta.example', { dispositivo, id_dispositivo })
    const first = await enter('android', 'telefono-1')
    expect(first.status).toBe(200)
    expect(await enter('ios', 'telefono-2')).toMatchObject({
      status: 403,
      corpo: { codice: 'DISPOSITIVO_MOBILE_ATTIVO' },
    })
    expect((await enter('android', 'telefono-1')).status).toBe(200)
    expect((await enter('web', 'computer-1')).status).toBe(200)
    await world.db.query(`update sessione set chiusa = $1, motivo = 'logout' where dispositivo = 'android'`, [
      new Date(),
    ])
    expect((await enter('ios', 'telefono-2')).status).toBe(200)
  })
})

describe('a password that changes while the old one is verified', () => {
  it('[AU31] lets nobody in and moves no address', async () => {
    let meanwhile = async (): Promise<unknown> => null
    const world = await makeWorld({
      deps: ({ passwords }) => ({
        passwords: {
          ...passwords,
          verify: async (hash, password) => {
            const right = await passwords.verify(hash, password)
            const act = meanwhile
            meanwhile = async () => null
            await act()
            return right
          },
        },
      }),
    })
    const email = 'svelta@posta.example'
    const { token, id_utente } = await world.registerVerified(email)
    const change = (vecchia_password: string, nuova_password: string) => () =>
      world.call('POST', '/ms_utente/cambia_password', { token, payload: { vecchia_password, nuova_password } })
    const enter = (password: string) =>
      world.call('POST', '/ms_utente/login', { payload: { username: email, password, dispositivo: 'web' } })
    meanwhile = change(PASSWORD, 'Girasole-blu-27')
    expect((await enter(PASSWORD)).corpo.codice).toBe('CREDENZIALI_ERRATE')
    world.orologio.advance(61_000)
    meanwhile = change('Girasole-blu-27', 'Tramonto-verde-31')
    const payload = { email_comunicazioni: 'ladra@posta.example', password: 'Girasole-blu-27' }
    const moved = await world.call('POST', '/ms_utente/aggiorna_utente', { token, payload })
    expect(moved.corpo.codice).toBe('VECCHIA_PASSWORD_ERRATA')
    const { rows } = await world.db.query('select email_nuova from utente where id_utente = $1', [id_utente])
    expect(rows).toEqual([{ email_nuova: null }])
    // Who deletes the account meanwhile leaves nothing to enter.
    meanwhile = () => world.call('DELETE', '/ms_utente/utente', { token })
    expect((await enter('Tramonto-verde-31')).corpo.codice).toBe('CREDENZIALI_ERRATE')
    await world.close()
  })
})
