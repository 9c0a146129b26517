import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CALLS, type Chiamata } from '#contract/calls'
import { OPERATORE } from '#contract/operatore'
import { addBanca } from '../concorso/fixtures.ts'
import { type Mondo, makeWorld } from '../world.ts'

const KEY = 'chiave-di-prova-per-gli-operatori-012345678'
const BY_KEY = { 'x-api-key': KEY }
/** What the server's environment says now; a reload reads it. */
const environment: Record<string, string> = {}

describe('administrative calls', () => {
  let world: Mondo
  const call = (method: string, path: string, headers: Record<string, string> = BY_KEY) =>
    world.call(method, path, { headers })
  beforeAll(async () => {
    world = await makeWorld({
      config: { adminApiKey: KEY },
      environment: { ADMIN_API_KEY: KEY },
      deps: (deps) => ({ environment: () => ({ ...deps.environment(), ...environment }) }),
    })
  })
  afterAll(() => world.close())

  it.each([
    ['concorsi_from_cache', ['concorsi']],
    ['percorsi_from_cache', ['percorsi']],
    ['simulazioni_from_cache', ['simulazioni']],
    ['flush_all_cache', ['concorsi', 'percorsi', 'simulazioni']],
    ['flush_all_cache_and_aws', ['concorsi', 'percorsi', 'simulazioni', 'campioni']],
  ])('[AD3] [AD4] [AD5] [AD6] [AD7] %s empties its caches, with the key alone', async (name, svuotate) => {
    expect(await call('DELETE', `/ms_cache/${name}`)).toMatchObject({ status: 200, corpo: { svuotate } })
    expect((await call('DELETE', `/ms_cache/${name}`, {})).corpo.codice).toBe('VIETATO')
  })

  it.each([
    '2026-13-01T00:00:00.000Z',
    '2026-00-10T00:00:00.000Z',
    '2026-02-29T00:00:00.000Z',
    '2026-01-01T24:00:00.000Z',
    '2026-01-01T00:00:00.000+24:00',
    '2026-01-01T00:00:00.000-99:99',
    '9999-12-31T23:59:60.000Z',
    '9999-12-31T23:59:59.999-14:00',
    '0000-01-01T00:00:00.000Z',
  ])('[HT3] %s is no date: named, and no failure of the server', async (date) => {
    const { id_utente } = await world.registerVerified(`data${Math.random()}@posta.example`)
    const payload = { id_utente_idoneo: id_utente, livello: 3, data_scadenza_premium: date }
    const answer = await world.call('POST', '/ms_utente/aggiorna_livello', { headers: BY_KEY, payload })
    expect(answer).toMatchObject({ status: 400, corpo: { campi: ['data_scadenza_premium'] } })
    const query = `attivati_da=${encodeURIComponent(date)}&attivati_a=2026-01-01`
    const ended = await world.call('POST', `/ms_utente/disattiva_premium?${query}`, { headers: BY_KEY })
    expect(ended).toMatchObject({ status: 400, corpo: { campi: ['attivati_da'] } })
  })

  it('[AD6] [AD7] [OP4] the stored demo samples are forgotten by the one call that says so, the published package stays', async () => {
    const banca = await addBanca(world, { n: 20 })
    const { token, id_utente } = await world.registerVerified('campioni@prova.it')
    await world.db.query('update utente set quiz_usati = 490 where id_utente = $1', [id_utente])
    const get = () => world.call('GET', `/ms_concorso/concorso?id_concorso=${banca.id_concorso}`, { token })
    const samples = async () => (await world.db.query<{ pacchetto: string }>('select pacchetto from campione')).rows
    const published = async () =>
      (await world.db.query('select pacchetto from concorso where id_concorso = $1', [banca.id_concorso])).rows
    const [before, { hash_domande }] = [await published(), (await get()).corpo]
    const kept = await samples()
    expect(kept).toHaveLength(1)
    await call('DELETE', '/ms_cache/flush_all_cache')
    expect(await samples()).toEqual(kept)
    await call('DELETE', '/ms_cache/flush_all_cache_and_aws')
    expect(await samples()).toEqual([])
    expect(await published()).toEqual(before)
    expect((await get()).corpo).toMatchObject({ hash_domande, domande_concesse: 10 })
    expect(await samples()).toEqual(kept)
  })

  it.each([
    ['/ms_concorso/config_reload', '7'],
    ['/ms_utente/config_reload', '8'],
    ['/config_reload', '9'],
  ])('[AD8] [AD9] [AD10] %s takes the configuration anew, and says what changed', async (path, giorni) => {
    environment.RECESSO_GIORNI = giorni
    expect((await call('GET', path, {})).corpo.codice).toBe('VIETATO')
    const done = await call('GET', path)
    expect(done).toMatchObject({ status: 200 })
    expect(done.corpo.cambiate).toContain('recessoGiorni')
    expect(world.deps.config.recessoGiorni).toBe(Number(giorni))
    expect((await call('GET', path)).corpo.cambiate).toEqual([])
  })

  it('[AD1] sets one tier, and without a body brings every account in line', async () => {
    const { id_utente, token } = await world.registerVerified('uno@prova.example', 0)
    const set = await world.call('POST', '/ms_utente/aggiorna_livello', {
      headers: BY_KEY,
      payload: { id_utente_idoneo: id_utente, livello: 1 },
    })
    expect(set).toMatchObject({ status: 200, corpo: { applicati: 1 } })
    expect((await world.call('GET', '/ms_utente/livello', { token })).corpo.livello).toBe(1)
    expect(await call('POST', '/ms_utente/aggiorna_livello')).toMatchObject({ status: 200, corpo: { applicati: 0 } })
  })

  it('[AD2] ends premium for who activated it within two days, both included, and for nobody else', async () => {
    const { id_utente, token } = await world.registerVerified('due@prova.example', 3)
    const activate = (iso: string) =>
      world.db.query('update utente set data_passaggio_premium = $2 where id_utente = $1', [id_utente, new Date(iso)])
    const end = () => call('POST', '/ms_utente/disattiva_premium?attivati_da=2026-03-01&attivati_a=2026-03-02')
    const tier = async () => (await world.call('GET', '/ms_utente/livello', { token })).corpo.livello
    await activate('2026-03-03T12:00:00Z')
    expect(await end()).toMatchObject({ status: 200, corpo: { disattivati: 0 } })
    expect(await tier()).toBe(3)
    await activate('2026-03-02T12:00:00Z')
    expect(await end()).toMatchObject({ status: 200, corpo: { disattivati: 1 } })
    expect(await tier()).toBe(0)
  })

  it('[AD12] the page calls none of them', () => {
    const src = join(import.meta.dirname, '../../../src')
    const pages = readdirSync(src, { withFileTypes: true, recursive: true }).filter((f) => /\.tsx?$/.test(f.name))
    expect(pages.length).toBeGreaterThan(300)
    const text = pages.map((f) => readFileSync(join(f.parentPath, f.name), 'utf8')).join('\n')
    expect(Object.keys(OPERATORE).filter((name) => text.includes(`'${name}'`))).toEqual([])
  })

  it('[HT7] anybody may make the public calls, and those of the account that have no session yet', () => {
    const open = Object.entries(CALLS as Record<string, Chiamata>).filter(([, c]) => c.accesso === 'pubblica')
    const outside = open.filter(([, c]) => !c.percorso.startsWith('/ms_utente/')).map(([name]) => name)
    expect(outside.sort()).toEqual(
      [
        'bandi',
        'concorsi',
        'domanda_prova',
        'enti',
        'getBanners',
        'notizie',
        'percorsi',
        'risorse_aggiuntive',
        'simulazioni',
        'uptime',
      ].sort(),
    )
  })
})
