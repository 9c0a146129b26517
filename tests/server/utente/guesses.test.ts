import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { senders } from '#server/background'
import { flushOutbox } from '#server/outbox'
import { type Mondo, makeWorld, PASSWORD } from '../world.ts'

const plain = {
  hash: async (password: string) => `in chiaro: ${password}`,
  verify: async (hash: string | null, password: string) => hash === `in chiaro: ${password}`,
  isFull: () => false,
}
const WRONG = 'Sbagliata-del-tutto-7'
let n = 0
let address = 0

describe('guesses of a password', () => {
  let world: Mondo
  beforeAll(async () => {
    world = await makeWorld({ config: { limits: 'normali', trustedProxies: 1 }, deps: () => ({ passwords: plain }) })
  })
  afterAll(() => world.close())

  /** Another network for each call: what is counted is the account. */
  const from = () => ({ 'x-forwarded-for': `10.${++address % 250}.${Math.floor(address / 250)}.7` })
  const post = (path: string, payload: object, token?: string) =>
    world.call('POST', `/ms_utente/${path}`, { payload, headers: from(), ...(token ? { token } : {}) })
  const account = async () => {
    const email = `indovina${++n}@posta.example`
    const { rows } = await world.db.query<{ id_utente: number }>(
      'insert into utente (email, password_hash, email_verificata) values ($1, $2, true) returning id_utente',
      [email, await plain.hash(PASSWORD)],
    )
    const token = (await post('login', { username: email, password: PASSWORD, id_dispositivo: 'casa-di-chi-studia' }))
      .corpo.token_api as string
    const calls = {
      login: (password: string) => post('login', { username: email, password }),
      chiedi_dispositivo: (password: string) => post('chiedi_dispositivo', { username: email, password }),
      cambia_password: (password: string) =>
        post('cambia_password', { vecchia_password: password, nuova_password: 'Dirupo-giallo-8' }, token),
      elimina_utente: (password: string) =>
        world.call('DELETE', '/ms_utente/utente', { payload: { password }, token, headers: from() }),
      aggiorna_utente: (password: string) =>
        post('aggiorna_utente', { email_comunicazioni: `altro${n}@posta.example`, password }, token),
      esporta_dati: (password: string) => post('esporta_dati', { password }, token),
    }
    return { email, id_utente: rows[0]!.id_utente, token, calls }
  }
  const fillUp = async (calls: ((password: string) => Promise<{ status: number }>)[]) => {
    for (let i = 0; i < 10; i++) expect((await calls[i % calls.length]!(WRONG)).status).toBe(401)
  }

  it('[AU44] are counted once per account over every call that tries one, and a recovery begins anew', async () => {
    const { email, calls } = await account()
    const all = Object.entries(calls)
    await fillUp(all.map(([, call]) => call))
    for (const [name, call] of all)
      for (const password of [WRONG, PASSWORD])
        expect([name, (await call(password)).corpo.codice]).toEqual([name, 'RATE_LIMIT_EXCEEDED'])
    // A known device is not kept out by them.
    const home = { username: email, id_dispositivo: 'casa-di-chi-studia' }
    expect((await post('login', { ...home, password: PASSWORD })).status).toBe(200)
    await world.call('GET', `/ms_utente/recupera_password?username=${email}`, { headers: from() })
    const token = /token=([\w-]{43})/.exec(world.messaggi.at(-1)?.text ?? '')?.[1]
    const chosen = 'Tramonto-verde-31'
    const device = { dispositivo: 'web', id_dispositivo: 'telefono-in-viaggio' }
    expect((await post('recupera_password', { token, password: chosen, ...device })).status).toBe(204)
    expect((await calls.login(chosen)).status).toBe(200)
    // Somebody goes on guessing: the device that recovered enters all the same.
    await fillUp([calls.login])
    expect((await calls.login(chosen)).status).toBe(429)
    expect((await post('login', { username: email, password: chosen, ...device })).status).toBe(200)
  })

  it('[AU44] whatever is filled first refuses the others; the failures of a known device count too', async () => {
    const fill = async (first: 'login' | 'cambia_password' | 'esporta_dati') => {
      const { calls } = await account()
      await fillUp([calls[first]])
      for (const [name, call] of Object.entries(calls))
        expect([first, name, (await call(WRONG)).status]).toEqual([first, name, 429])
    }
    await Promise.all((['login', 'cambia_password', 'esporta_dati'] as const).map(fill))
    const { email, calls } = await account()
    await fillUp([(password) => post('login', { username: email, password, id_dispositivo: 'casa-di-chi-studia' })])
    expect((await calls.login(PASSWORD)).status).toBe(429)
  })

  it('[D40] the registrations of a /48 are bounded as those of a /24', async () => {
    const register = (i: number) => {
      const email = `rete${i}@posta.example`
      return world.call('POST', '/ms_utente/registrazione', {
        payload: {
          email_comunicazioni: email,
          flag_privacy: 1,
          autenticazioneVO: { username: email, password: 'Dirupo-giallo-8' },
        },
        headers: { 'x-forwarded-for': `2001:db8:77:${i.toString(16)}::1` },
      })
    }
    const statuses: number[] = []
    for (let i = 0; i < 30; i++) statuses.push((await register(i)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.slice(20).every((status) => status === 429)).toBe(true)
  })
})

it('[AU17] a reserved recovery does the same for every address, and writes to those that have an account', async () => {
  const world = await makeWorld({
    config: { recuperoRiservato: true },
    deps: () => ({ passwords: plain, wake: async () => {} }),
  })
  const known = 'conosciuta@posta.example'
  await world.db.query('insert into utente (email, password_hash, email_verificata) values ($1, $2, true)', [
    known,
    'x',
  ])
  const statements: string[][] = []
  const spied = (email: string) => {
    const said: string[] = []
    statements.push(said)
    const query = world.db.query.bind(world.db)
    world.deps.db.query = ((sql: string, ...rest: []) => {
      // The server's clock is looked at now and then, whatever the call.
      if (!sql.includes('from orologio')) said.push(sql)
      return query(sql, ...rest)
    }) as typeof world.db.query
    return world.call('GET', `/ms_utente/recupera_password?username=${email}`).finally(() => {
      world.deps.db.query = query
    })
  }
  for (const email of [known, 'ignota@posta.example']) expect((await spied(email)).status).toBe(204)
  expect(statements[0]).toEqual(statements[1])
  // The look-up leaves first, and then what it wrote.
  for (let i = 0; i < 2; i++) await flushOutbox(world.deps, senders)
  expect(world.messaggi.map(({ to }) => to)).toEqual([known])
  await world.close()
})
