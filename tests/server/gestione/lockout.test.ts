import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Mondo, makeWorld, PASSWORD } from '../world.ts'
import { type Desk, openDesk, type Signed } from './desk.ts'

const plain = {
  hash: async (password: string) => `in chiaro: ${password}`,
  verify: async (hash: string | null, password: string) => hash === `in chiaro: ${password}`,
  isFull: () => false,
}
const WRONG = 'Sbagliata-del-tutto-7'
const DAY = 86_400_000
let n = 0

describe('[OP49] wrong passwords and codes of the console', () => {
  let world: Mondo
  let desk: Desk
  beforeAll(async () => {
    world = await makeWorld({ config: { limits: 'normali', trustedProxies: 1 }, deps: () => ({ passwords: plain }) })
    desk = openDesk(world)
  })
  afterAll(() => world.close())

  const from = (network: number, host = 7) => ({ 'x-forwarded-for': `10.9.${network}.${host}` })
  const signIn = (username: string, password: string, network: number, noto?: string, host?: number) =>
    desk.call('accedi', { corpo: { username, password } }, noto ? { noto } : null, from(network, host))
  /** Fails together: each failure alone would delay the next. */
  const allAtOnce = async (times: number, fail: (i: number) => Promise<{ status: number }>) => {
    const ends = await Promise.all(Array.from({ length: times }, (_, i) => fail(i)))
    expect(ends.map(({ status }) => status)).toEqual(Array(times).fill(401))
  }
  const fill = async (email: string, network: number) => {
    await allAtOnce(10, (i) => signIn(email, WRONG, network, undefined, i))
  }
  /** An operator whose browser gave both factors. */
  async function operator(): Promise<{ email: string; noto: string }> {
    const email = `opera${++n}@posta.example`
    const sql = 'insert into utente (email, password_hash, email_verificata) values ($1, $2, true)'
    await world.db.query(sql, [email, await plain.hash(PASSWORD)])
    await desk.setRole(email, 'assistenza')
    const who = await desk.enter(email)
    await desk.setUpCodes(email, who)
    return { email, noto: who.noto ?? '' }
  }
  const refused = { status: 429, corpo: { codice: 'RATE_LIMIT_EXCEEDED' } }

  it('of an outsider refuse the outsider’s network, and neither another one nor a known browser', async () => {
    const { email, noto } = await operator()
    await fill(email, 1)
    expect(await signIn(email, PASSWORD, 1)).toMatchObject(refused)
    expect((await signIn(email, PASSWORD, 2)).status).toBe(200)
    expect((await signIn(email, PASSWORD, 1, noto)).status).toBe(200)
  })

  it('of many networks refuse unknown browsers everywhere, and no known one', async () => {
    const { email, noto } = await operator()
    await Promise.all([10, 11, 12, 13, 14].map((network) => fill(email, network)))
    expect(await signIn(email, PASSWORD, 20)).toMatchObject(refused)
    expect((await signIn(email, PASSWORD, 20, noto)).status).toBe(200)
  })

  it('at the candidates’ page refuse nobody here', async () => {
    const { email } = await operator()
    const wrong = { payload: { username: email, password: WRONG }, headers: from(30) }
    await allAtOnce(10, () => world.call('POST', '/ms_utente/login', wrong))
    expect((await world.call('POST', '/ms_utente/login', wrong)).status).toBe(429)
    expect((await signIn(email, PASSWORD, 30)).status).toBe(200)
  })

  it('of a known browser are limited too; its cookie is of one account, signed, and ends', async () => {
    const [{ email, noto }, other] = [await operator(), await operator()]
    await allAtOnce(10, (i) => signIn(email, WRONG, 40 + i, noto))
    expect(await signIn(email, PASSWORD, 60, noto)).toMatchObject(refused)
    expect((await signIn(email, PASSWORD, 60)).status).toBe(200)
    await fill(email, 61)
    const [until, id, mac] = noto.split('.')
    for (const cookie of [
      other.noto,
      `${Number(until) + 1}.${id}.${mac}`,
      `${until}.${id}.${'A'.repeat(43)}`,
      'niente',
    ])
      expect(await signIn(email, PASSWORD, 61, cookie)).toMatchObject(refused)
    await fill(other.email, 62)
    world.orologio.advance(181 * DAY)
    expect(await signIn(other.email, PASSWORD, 62, other.noto)).toMatchObject(refused)
  })

  it('requests of a neighbour’s address are none of a known browser’s', async () => {
    const { email, noto } = await operator()
    for (let i = 0; i < 30; i++) await signIn(`nessuno${i}@posta.example`, WRONG, 70)
    expect(await signIn(email, PASSWORD, 70)).toMatchObject(refused)
    expect((await signIn(email, PASSWORD, 70, noto)).status).toBe(200)
  })

  it('codes of somebody who has the password refuse that network alone', async () => {
    const { email, noto } = await operator()
    const enter = async (network: number): Promise<Signed> => {
      const { corpo, headers } = await signIn(email, PASSWORD, network)
      return {
        cookie: /__Host-gestione=([^;]+)/.exec(String(headers['set-cookie']))?.[1] ?? '',
        segreto: corpo.segreto,
      }
    }
    const thief = await enter(80)
    const give = (who: Signed, codice: string, network: number) =>
      desk.call('conferma_codice', { corpo: { codice } }, who, from(network))
    await allAtOnce(10, () => give(thief, '000000', 80))
    expect(await give(thief, await desk.nextCode(email), 80)).toMatchObject(refused)
    expect((await give(await enter(81), await desk.nextCode(email), 81)).status).toBe(200)
    expect((await give({ ...(await enter(82)), noto }, await desk.nextCode(email), 80)).status).toBe(200)
  })
})
