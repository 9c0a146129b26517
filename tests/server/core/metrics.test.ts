import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEnvironment } from '#server/config-reload'
import { enqueue } from '#server/outbox'
import { ROOT } from '#server/root'
import { command } from '../cli/command.ts'
import { risposta } from '../reportistica/evento.ts'
import { type Mondo, makeWorld } from '../world.ts'

const KEY = 'chiave-di-ventiquattro-caratteri'
const TRACE = '0af7651916cd43dd8448eb211c80319c'

let world: Mondo
beforeAll(async () => {
  world = await makeWorld({ config: { metricsKey: KEY, trustedProxies: 1 } })
})
afterAll(() => world.close())

const read = (key?: string, from = world) =>
  from.app.inject({ url: '/metriche', headers: key ? { authorization: `Bearer ${key}` } : {} })
const numberOf = (text: string, row: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${row} `))
      ?.slice(row.length) ?? Number.NaN,
  )
/** Lines of the log since the last look. */
const logged = () => world.righe.splice(0).map((row) => JSON.parse(row))

describe('[OP24] /metriche', () => {
  it('does not exist where no key is set, and refuses every other key', async () => {
    const plain = await makeWorld()
    expect((await read(KEY, plain)).statusCode).toBe(404)
    await plain.close()
    for (const key of [undefined, '', 'x', `${KEY}x`]) expect((await read(key)).statusCode).toBe(403)
  })

  it('counts calls, problems, answers, deliveries, connections and the outbox', async () => {
    const { token } = await world.registerVerified('conta@prova.it', 3)
    const push = { payload: { eventi: [risposta('e1'), risposta('e2', { id_domanda: 8, seq: 2 })] }, token }
    expect((await world.call('PUT', '/ms_reportistica/eventi', push)).status).toBe(200)
    expect((await world.call('GET', '/ms_concorso/concorso?id_concorso=999', { token })).status).toBe(404)
    const { body, headers } = await read(KEY)
    expect(headers['content-type']).toContain('text/plain')
    const calls = (method: string, route: string, status: string) =>
      numberOf(
        body,
        `idoneo_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`,
      )
    expect(calls('PUT', '/api/ms_reportistica/eventi', '2xx')).toBe(1)
    expect(calls('GET', '/api/ms_concorso/concorso', '4xx')).toBe(1)
    expect(numberOf(body, 'idoneo_http_problems_total{code="CONCORSO_NON_TROVATO"}')).toBe(1)
    expect(numberOf(body, 'idoneo_events_received_total{kind="RISPOSTA"}')).toBe(2)
    expect(numberOf(body, 'idoneo_deliveries_total{kind="posta",outcome="sent"}')).toBe(1)
    expect(numberOf(body, 'idoneo_database_connections{state="open"}')).toBeGreaterThan(0)
    expect(body).toContain('process_cpu_seconds_total')
    await enqueue(world.db, world.deps, 'posta', { to: 'x@posta.example', subject: 'x', text: 'x' })
    const waiting = 'idoneo_outbox_rows{kind="posta",state="waiting"}'
    expect(numberOf((await read(KEY)).body, waiting)).toBe(1)
    await world.deps.wake()
    expect(numberOf((await read(KEY)).body, waiting)).toBeNaN()
    expect(body).not.toContain('conta@prova.it')
  })

  it('has the instant of the last whole backup, and none before the first', async () => {
    const name = 'idoneo_backup_last_timestamp_seconds'
    expect(numberOf((await read(KEY)).body, name)).toBeNaN()
    const folder = await mkdtemp(join(tmpdir(), 'idoneo-copia-'))
    expect((await command(world.deps, 'backup', join(folder, 'a.backup'))).codice).toBe(0)
    expect(numberOf((await read(KEY)).body, name)).toBe(world.orologio.now().getTime() / 1000)
    await rm(folder, { recursive: true })
  })
})

it('[OP24] has the figures of the process while the database does not respond', async () => {
  const broken = await makeWorld({
    config: { metricsKey: KEY },
    deps: ({ db }) => ({ db: { ...db, reserved: { ...db, query: () => Promise.reject(new Error('giù')) } } }),
  })
  const { statusCode, body } = await read(KEY, broken)
  expect([statusCode, body.includes('process_cpu_seconds_total')]).toEqual([200, true])
  await broken.close()
})

describe('[OP25] the id of a request', () => {
  const ask = (headers: Record<string, string>) =>
    world.app.inject({ method: 'PUT', url: '/api/ms_utente/login', headers, payload: { username: 'x' } })

  it('is a trusted proxy’s own, or a new one, and stands in every line that the request logs', async () => {
    const id = 'nginx-4f2a90c1'
    const first = await ask({ 'x-request-id': id, traceparent: `00-${TRACE}-b7ad6b7169203331-01` })
    expect(first.headers['x-id-richiesta']).toBe(id)
    for (const given of ['corto', 'con spazi dentro', 'x'.repeat(65)])
      expect((await ask({ 'x-request-id': given })).headers['x-id-richiesta']).not.toBe(given)
    const lines = logged()
    const own = lines.filter((line) => line.id === id)
    expect(own).toMatchObject([{ msg: 'risposta', traccia: TRACE, stato: first.statusCode }])
    expect(lines.filter((line) => line.msg === 'risposta' && !line.id)).toEqual([])
  })

  it('stands in the lines of code that does not know the request', async () => {
    const { token } = await world.registerVerified('riga@prova.it', 3)
    logged()
    world.deps.log.info('fuori')
    const { headers } = await world.app.inject({
      method: 'DELETE',
      url: '/api/ms_utente/utente',
      headers: { authorization: `Bearer ${token}` },
    })
    const [outside, ...inside] = logged()
    expect(inside.at(-1)).not.toHaveProperty('evento')
    expect(outside.id).toBeUndefined()
    expect(new Set(inside.map((line) => line.id))).toEqual(new Set([headers['x-id-richiesta']]))
  })

  it('is never the caller’s where no proxy is trusted', async () => {
    const plain = await makeWorld()
    const { headers } = await plain.app.inject({ url: '/salute/vivo', headers: { 'x-request-id': 'nginx-4f2a90c1' } })
    expect(headers['x-id-richiesta']).not.toBe('nginx-4f2a90c1')
    await plain.close()
  })
})

describe('[OP26] a secret in a file of its own', () => {
  it('is read without the blanks at its ends; together with the variable, missing or empty it is refused by name', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'idoneo-segreti-'))
    const file = join(folder, 'chiave')
    await writeFile(file, `${KEY}\n`)
    const DATA_DIR = folder
    expect(readEnvironment({ DATA_DIR, ADMIN_API_KEY_FILE: file }).ADMIN_API_KEY).toBe(KEY)
    await writeFile(join(folder, 'idoneo.env'), `METRICHE_CHIAVE_FILE=${file}`)
    expect(readEnvironment({ DATA_DIR }).METRICHE_CHIAVE).toBe(KEY)
    const refusal = (env: Record<string, string>) =>
      expect(() => readEnvironment({ DATA_DIR, ...env })).toThrow(/^SMTP_URL_FILE (deve|non può)/)
    refusal({ SMTP_URL_FILE: join(folder, 'manca') })
    refusal({ SMTP_URL_FILE: file, SMTP_URL: 'smtp://posta.example' })
    await writeFile(file, '\n')
    refusal({ SMTP_URL_FILE: file })
    await rm(folder, { recursive: true })
  })
})

it('[OP24] the alerts and the dashboard ask for names that exist', async () => {
  const { body } = await read(KEY)
  const known = new Set([...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  for (const file of ['alerts.yml', 'dashboard.json']) {
    const text = await readFile(join(ROOT, 'docs/operators/prometheus', file), 'utf8')
    const asked = [...new Set(text.match(/\b(idoneo|process|nodejs)_\w+/g))].map((name) =>
      name.replace(/_(bucket|count)$/, ''),
    )
    expect(asked.length).toBeGreaterThan(6)
    expect(asked.filter((name) => !known.has(name))).toEqual([])
  }
})
