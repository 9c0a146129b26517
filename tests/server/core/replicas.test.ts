import { expect, it, vi } from 'vitest'
import { readBanca } from '#server/concorso/banche'
import { describeWide, listeningUrl, readConfiguration } from '#server/configuration'
import type { Db } from '#server/deps'
import { openLogger } from '#server/logger'
import { createReplicas } from '#server/replicas'
import { addBanca } from '../concorso/fixtures.ts'
import { type Mondo, makeWorld } from '../world.ts'

const KEYS = { first: 'k3y-di-prova-lunga-abbastanza', second: 'un-altra-ch1ave-lunga-abbastanza' }
const LISTENERS = `select pid from pg_stat_activity where application_name = 'idoneo ascolto' and datname = current_database()`

/** Runs `work` on two replicas; each reads its own variables. */
async function withReplicas(
  work: (a: Mondo, b: Mondo, environments: Record<string, string>[]) => Promise<void>,
): Promise<void> {
  const environments = [{ ADMIN_API_KEY: KEYS.first }, { ADMIN_API_KEY: KEYS.first }]
  const shared = { motore: 'esterno', ascolta: true, config: { adminApiKey: KEYS.first } } as const
  const a = await makeWorld({ ...shared, environment: environments[0]! })
  const b = await makeWorld({ ...shared, environment: environments[1]!, accanto: a })
  try {
    await work(a, b, environments)
  } finally {
    await b.close()
    await a.close()
  }
}
const ask = (world: Mondo, method: string, path: string, key = KEYS.first) =>
  world.call(method, path, { headers: { 'x-api-key': key } })

it('[OP22] a rotated key is good on every replica after one config_reload, which says how many obeyed', () =>
  withReplicas(async (a, b, environments) => {
    for (const environment of environments) environment.ADMIN_API_KEY = KEYS.second
    expect((await ask(b, 'GET', '/config_reload', KEYS.second)).status).toBe(403)
    const { corpo } = await ask(a, 'GET', '/config_reload')
    expect(corpo).toEqual({ cambiate: ['adminApiKey'], repliche: { attese: 2, eseguite: 2 } })
    for (const world of [a, b]) {
      expect((await ask(world, 'GET', '/config_reload', KEYS.first)).status).toBe(403)
      expect((await ask(world, 'GET', '/config_reload', KEYS.second)).corpo.cambiate).toEqual([])
    }
  }))

it('[OP22] a replica that cannot obey is counted out, and goes on with what it had', () =>
  withReplicas(async (a, b, environments) => {
    for (const environment of environments) environment.QUIZ_DEMO = '7'
    environments[1]!.RECESSO_GIORNI = 'due'
    expect((await ask(a, 'GET', '/config_reload')).corpo).toMatchObject({ repliche: { attese: 2, eseguite: 1 } })
    expect([a.deps.config.quizDemo, b.deps.config.quizDemo]).toEqual([7, 500])
    expect(b.righe.some((row) => row.includes('RECESSO_GIORNI'))).toBe(true)
    // An invalid configuration of the one that is asked reaches no other.
    environments[1]!.RECESSO_GIORNI = '9'
    environments[0]!.RECESSO_GIORNI = 'tre'
    expect((await ask(a, 'GET', '/config_reload')).status).toBe(500)
    expect(b.deps.config.quizDemo).toBe(500)
  }))

it('[OP22] caches are emptied on every replica', () =>
  withReplicas(async (a, b) => {
    const { id_concorso } = await addBanca(a)
    const { rows } = await a.db.query<{ versione: string }>('select versione from concorso where id_concorso = $1', [
      id_concorso,
    ])
    const read = () => readBanca(b.deps.db, id_concorso, rows[0]!.versione)
    for (const path of ['concorsi_from_cache', 'percorsi_from_cache', 'simulazioni_from_cache', 'flush_all_cache']) {
      const before = await read()
      expect(await read()).toBe(before)
      expect((await ask(a, 'DELETE', `/ms_cache/${path}`)).corpo).toMatchObject({
        repliche: { attese: 2, eseguite: 2 },
      })
      expect(await read()).not.toBe(before)
    }
  }))

it('[OP22] a bank published on one replica is served whole by the other, with a folder of both', () =>
  withReplicas(async (a, b) => {
    const { token } = await a.registerVerified('banca@posta.example', 3)
    const publish = async (n: number) => {
      const { id_concorso } = await addBanca(a, { n })
      const { corpo } = await b.call('GET', `/ms_concorso/concorso?id_concorso=${id_concorso}`, { token })
      return (await b.call('GET', corpo.url_domande)).status
    }
    expect([await publish(5), await publish(6)]).toEqual([200, 200])
  }))

it('[OP22] a lost connection is opened again, and what was missed meanwhile is read', () =>
  withReplicas(async (a, b, environments) => {
    const listening = async () => (await a.db.query<{ pid: number }>(LISTENERS)).rows.map(({ pid }) => pid)
    const before = await listening()
    expect(before).toHaveLength(2)
    for (const environment of environments) environment.QUIZ_DEMO = '11'
    await a.db.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [before])
    await vi.waitFor(() => expect([a, b].map((world) => world.deps.config.quizDemo)).toEqual([11, 11]), 60_000)
    const after = await listening()
    expect(after).toHaveLength(2)
    expect(after.some((pid) => before.includes(pid))).toBe(false)
    for (const environment of environments) environment.QUIZ_DEMO = '12'
    expect((await ask(b, 'GET', '/config_reload')).corpo.repliche).toEqual({ attese: 2, eseguite: 2 })
    expect(a.deps.config.quizDemo).toBe(12)
  }))

it('words of other programs on the channel change nothing', () =>
  withReplicas(async (a, b, environments) => {
    environments[1]!.QUIZ_DEMO = '13'
    for (const text of ['', '{', '{"id":"1","da":"x","ordine":"spegniti"}', '[1]'])
      await a.db.query('select pg_notify($1, $2)', ['idoneo', text])
    expect((await ask(a, 'DELETE', '/ms_cache/flush_all_cache')).corpo.repliche).toEqual({ attese: 2, eseguite: 2 })
    expect(b.deps.config.quizDemo).toBe(500)
  }))

it('[OP22] readiness says version, build, replica and schema', () =>
  withReplicas(async (a, b) => {
    const [one, other] = [await a.call('GET', '/salute/pronto'), await b.call('GET', '/salute/pronto')]
    expect(one.corpo).toMatchObject({
      versione: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      build: expect.stringMatching(/^[0-9a-f]{12}$/),
      schema: expect.any(Number),
    })
    expect(one.corpo.schema).toBeGreaterThanOrEqual(29)
    expect(one.corpo.replica).not.toBe(other.corpo.replica)
    expect(other.corpo).toEqual({ ...one.corpo, replica: other.corpo.replica })
  }))

it('[OP22] an order waits five seconds for a replica that listens and is silent', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const query = async () => ({ rows: [{ n: 2 }] as never[], count: 1 })
  const log = openLogger('silent')
  const { broadcast } = createReplicas({ db: { query } as unknown as Db, log }, 'postgres://qui/idoneo')
  const told = broadcast(['concorsi'])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await told).toEqual({ repliche: { attese: 3, eseguite: 1 } })
  vi.useRealTimers()
})

it.each([
  [{}, null],
  [{ DATABASE_DIRETTO: 'postgres://pg/x' }, null],
  [{ DATABASE_URL: 'postgres://pg/x' }, 'postgres://pg/x'],
  [{ DATABASE_URL: 'postgres://bouncer/x', DATABASE_PREPARED: 'false' }, null],
  [
    { DATABASE_URL: 'postgres://bouncer/x', DATABASE_PREPARED: 'false', DATABASE_DIRETTO: 'postgres://pg/x' },
    'postgres://pg/x',
  ],
])(
  'with %j a replica listens at %s, and the start says when it does not',
  (environment: Record<string, string>, url) => {
    const config = readConfiguration(environment)
    expect(listeningUrl(config)).toBe(url)
    const says = describeWide(config).some((sentence) => sentence.includes('DATABASE_DIRETTO'))
    expect(says).toBe(environment.DATABASE_URL !== undefined && url === null)
  },
)
