import { RateLimiterMemory } from 'rate-limiter-flexible'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLimit } from '#server/http/shared-limits'
import { sweep } from '#server/sweep'
import { type Mondo, makeWorld, type OpzioniMondo, PASSWORD } from '../world.ts'

describe('a limit of one process', () => {
  afterEach(() => vi.useRealTimers())

  it('refuses with the seconds left, gives back, and begins again', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    const limit = createLimit(null, 'prova', 2, 10_000)
    const seconds = async (key: string) => (await limit.take(key)).seconds
    const first = await limit.take('a')
    expect([await seconds('a'), await seconds('a'), await seconds('a'), await seconds('b')]).toEqual([0, 10, 10, 0])
    await first.giveBack()
    expect([await seconds('a'), await seconds('a')]).toEqual([0, 10])
    await limit.forget('a')
    expect(await seconds('a')).toBe(0)
    vi.advanceTimersByTime(10_000)
    expect([await seconds('a'), await seconds('a'), await seconds('a')]).toEqual([0, 0, 10])
  })

  it('a flood of invented keys frees no key at its limit, and is looked at whole once for thousands of them', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const looks = vi.spyOn(RateLimiterMemory.prototype, 'dump')
    const limit = createLimit(null, 'prova', 2, 900_000)
    for (let i = 0; i < 2; i++) await limit.take('vittima')
    for (let i = 0; i < 51_000; i++) await limit.take(`inventata-${i}`)
    expect((await limit.take('vittima')).seconds).toBeGreaterThan(0)
    const sizes = looks.mock.results.map(({ value }) => value.storage.length)
    looks.mockRestore()
    expect(sizes).toEqual([50_000])
  })
})

const plain = {
  hash: async (password: string) => `in chiaro: ${password}`,
  verify: async (hash: string | null, password: string) => hash === `in chiaro: ${password}`,
  isFull: () => false,
}
const NORMAL: OpzioniMondo = {
  motore: 'esterno',
  config: { limits: 'normali', trustedProxies: 1 },
  deps: () => ({ passwords: plain }),
}
let address = 0
/** Another network for each call, where the account alone is to count. */
const elsewhere = () => ({ 'x-forwarded-for': `10.${++address % 250}.${Math.floor(address / 250)}.7` })

/** Runs `work` on two replicas of one external database; the second may differ. */
async function withReplicas(work: (a: Mondo, b: Mondo) => Promise<void>): Promise<void> {
  const a = await makeWorld(NORMAL)
  const b = await makeWorld({ ...NORMAL, accanto: a })
  try {
    await work(a, b)
  } finally {
    await b.close()
    await a.close()
  }
}
const login = (world: Mondo, username: string, password: string) =>
  world.call('POST', '/ms_utente/login', { payload: { username, password }, headers: elsewhere() })
const addAccount = async ({ db }: Mondo, email: string) => {
  await db.query('insert into utente (email, password_hash, email_verificata) values ($1, $2, true)', [
    email,
    await plain.hash(PASSWORD),
  ])
  return email
}
const statuses = async (calls: Promise<{ status: number }>[]) => (await Promise.all(calls)).map(({ status }) => status)
const count = (of: number[], status: number) => of.filter((s) => s === status).length

describe('[AU44] [OP21] two replicas on one database count together', () => {
  it('ten wrong passwords of an account, sent to both at once; right ones use up nothing', () =>
    withReplicas(async (a, b) => {
      const email = await addAccount(a, 'due@posta.example')
      for (let i = 0; i < 12; i++) expect((await login([a, b][i % 2]!, email, PASSWORD)).status).toBe(200)
      const wrong = await statuses(Array.from({ length: 40 }, (_, i) => login([a, b][i % 2]!, email, 'Sbagliata-7')))
      expect([count(wrong, 401), count(wrong, 429)]).toEqual([10, 30])
      for (const world of [a, b]) {
        const refused = await login(world, email, PASSWORD)
        expect([refused.status, refused.corpo.codice]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
        expect(refused.corpo.dati.secondi).toBeGreaterThan(0)
        expect(refused.corpo.dati.secondi).toBeLessThanOrEqual(900)
        expect(refused.intestazioni['retry-after']).toBe(String(refused.corpo.dati.secondi))
      }
      // A recovery on one of them begins anew on both.
      await a.call('GET', `/ms_utente/recupera_password?username=${email}`, { headers: elsewhere() })
      const token = /token=([\w-]{43})/.exec(a.messaggi.at(-1)?.text ?? '')?.[1]
      const chosen = 'Tramonto-verde-31'
      const payload = { token, password: chosen, dispositivo: 'web' }
      expect((await a.call('POST', '/ms_utente/recupera_password', { payload, headers: elsewhere() })).status).toBe(204)
      expect((await login(b, email, chosen)).status).toBe(200)
    }))

  it('five registrations an hour of one address, and three recovery mails of an account', () =>
    withReplicas(async (a, b) => {
      const register = (world: Mondo, i: number) =>
        world.call('POST', '/ms_utente/registrazione', {
          payload: {
            email_comunicazioni: `nuova${i}@posta.example`,
            flag_privacy: 1,
            autenticazioneVO: { username: `nuova${i}@posta.example`, password: PASSWORD },
          },
          headers: { 'x-forwarded-for': '192.0.2.1' },
        })
      const registered = await statuses(Array.from({ length: 8 }, (_, i) => register([a, b][i % 2]!, i)))
      expect([count(registered, 200), count(registered, 429)]).toEqual([5, 3])
      const email = await addAccount(a, 'posta@posta.example')
      const path = `/ms_utente/recupera_password?username=${email}`
      const mailed = await statuses(
        Array.from({ length: 6 }, (_, i) => [a, b][i % 2]!.call('GET', path, { headers: elsewhere() })),
      )
      expect([count(mailed, 204), count(mailed, 429)]).toEqual([3, 3])
    }))

  it('[OP21] without the table each counts by itself: no free guesses, nobody locked out, and one count again after', () =>
    withReplicas(async (a, b) => {
      const victim = await addAccount(a, 'vittima@posta.example')
      const other = await addAccount(a, 'altra@posta.example')
      await a.db.script('alter table limite rename to altrove')
      for (const world of [a, b]) {
        const wrong = await statuses(Array.from({ length: 15 }, () => login(world, victim, 'Sbagliata-7')))
        expect([count(wrong, 401), count(wrong, 429)]).toEqual([10, 5])
        for (let i = 0; i < 4; i++) expect((await login(world, other, PASSWORD)).status).toBe(200)
        expect(world.righe.some((row) => row.includes('limiti condivisi non raggiungibili'))).toBe(true)
      }
      await a.db.script('alter table altrove rename to limite')
      const wrong = await statuses(Array.from({ length: 30 }, (_, i) => login([a, b][i % 2]!, other, 'Sbagliata-7')))
      expect([count(wrong, 401), count(wrong, 429)]).toEqual([10, 20])
    }))

  it('a sweep deletes counts whose window is over, and no row names a person', () =>
    withReplicas(async (a) => {
      a.orologio.set(new Date().toISOString())
      const email = await addAccount(a, 'scaduta@posta.example')
      await login(a, email, 'Sbagliata-7')
      const read = async () => (await a.db.query<{ key: string }>('select key from limite')).rows
      const rows = await read()
      expect(rows.length).toBeGreaterThan(0)
      for (const { key } of rows) expect(key).toMatch(/^[\w.]+:[\w-]{43}$/)
      await sweep(a.deps)
      expect(await read()).toEqual(rows)
      a.orologio.advance(2 * 3600_000)
      await sweep(a.deps)
      expect(await read()).toEqual([])
    }))
})
