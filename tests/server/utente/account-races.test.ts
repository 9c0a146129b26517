import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Queryable } from '#server/deps'
import { type Mondo, makeWorld, PASSWORD } from '../world.ts'

describe('calls of one account that meet', () => {
  let world: Mondo
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => world.close())

  /** Lets calls begin while another transaction holds the account, and go on once all of them wait for it. */
  async function meet<T>(id_utente: number, calls: () => Promise<T>[], first: (q: Queryable) => Promise<unknown>) {
    const begun = await world.db.tx(async (q) => {
      await q.query('select 1 from utente where id_utente = $1 for update', [id_utente])
      await first(q)
      const running = calls()
      const waiting = () =>
        world.db.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
      await expect.poll(async () => (await waiting()).count, { timeout: 20_000 }).toBe(running.length)
      return running
    })
    return Promise.all(begun)
  }
  const nothing = async () => {}

  it('of two that change the password with the same old one the later changes nothing', async () => {
    const email = 'due-password@posta.example'
    const { token, id_utente } = await world.registerVerified(email)
    const login = (password: string) =>
      world.call('POST', '/ms_utente/login', {
        payload: { username: email, password, id_dispositivo: 'altro-dispositivo' },
      })
    const other = (await login(PASSWORD)).corpo.token_api
    const change = (who: string, nuova_password: string) =>
      world.call('POST', '/ms_utente/cambia_password', {
        token: who,
        payload: { vecchia_password: PASSWORD, nuova_password },
      })
    const both = await meet(
      id_utente,
      () => [change(token, 'Collina-verde-88'), change(other, 'Pianura-verde-99')],
      nothing,
    )
    expect(both.map((r) => r.corpo?.codice ?? r.status).sort()).toEqual([204, 'VECCHIA_PASSWORD_ERRATA'])
    const first = both[0]?.status === 204
    expect((await login(first ? 'Collina-verde-88' : 'Pianura-verde-99')).status).toBe(200)
    expect((await login(first ? 'Pianura-verde-99' : 'Collina-verde-88')).corpo.codice).toBe('CREDENZIALI_ERRATE')
  })

  it('what was asked of an account that is deleted meanwhile ends the session, and is no failure of the server', async () => {
    const { token, id_utente } = await world.registerVerified('andato@posta.example')
    const [consent] = await meet(
      id_utente,
      () => [
        world.call('POST', '/ms_utente/cambia_consenso', { token, payload: { tipo: 'commerciale', valore: true } }),
      ],
      (q) => q.query('delete from utente where id_utente = $1', [id_utente]),
    )
    expect(consent).toMatchObject({ status: 401, corpo: { codice: 'TOKEN_NON_VALIDO' } })
  })

  it('a link asked for an account that is deleted meanwhile is to be asked for again, and then there is none', async () => {
    const email = 'senza-link@posta.example'
    const { id_utente } = await world.registerVerified(email)
    const ask = () => world.call('GET', `/ms_utente/recupera_password?username=${email}`)
    const [recovery] = await meet(
      id_utente,
      () => [ask()],
      (q) => q.query('delete from utente where id_utente = $1', [id_utente]),
    )
    expect(recovery).toMatchObject({ status: 503, corpo: { codice: 'SERVIZIO_NON_PRONTO' } })
    expect((await ask()).corpo.codice).toBe('UTENTE_NON_TROVATO')
  })

  it('an account deleted twice at once goes once, with one mail', async () => {
    const email = 'due-volte@posta.example'
    const { token, id_utente } = await world.registerVerified(email)
    const remove = () => world.call('DELETE', '/ms_utente/utente', { token, payload: { password: PASSWORD } })
    const both = await meet(id_utente, () => [remove(), remove()], nothing)
    expect(both.map((r) => r.status)).toEqual([204, 204])
    expect(world.messaggi.filter(({ to }) => to === email).map(({ subject }) => subject)).toContain(
      'Il tuo account è stato eliminato',
    )
    expect(world.messaggi.filter(({ to, subject }) => to === email && subject.includes('eliminato'))).toHaveLength(1)
  })
})
