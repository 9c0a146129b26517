import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Bando } from '#contract/bandi'
import {
  AREE_GEOGRAFICHE,
  type BandoFilter,
  bandoFilter,
  LIVELLI_ISTRUZIONE,
  NO_BANDO_FILTER,
  SETTORI,
  TIPI_ENTE,
} from '#rules/bando'
import { listSezioni } from '#server/contenuti/sezioni'
import { seedContenuti } from '#server/pacchetti/seed'
import { command, countTabelle } from '../cli/command.ts'
import { addBanca, makeDomanda } from '../concorso/fixtures.ts'
import { type Mondo, makeWorld } from '../world.ts'

const APP = { app_store: 'https://apps.apple.com/it/app/x/id1', google_play: null, app_gallery: null }
let world: Mondo
let folder: string
let banca: number
beforeAll(async () => {
  world = await makeWorld({ config: { app: APP } })
  folder = await mkdtemp(join(tmpdir(), 'idoneo-bandi-'))
  banca = (
    await addBanca(world, {
      concorso: 'Banca del Comune',
      ente: 'Comune di Prova',
      anno: 2026,
      domande: [makeDomanda(1)],
    })
  ).id_concorso
})
afterAll(async () => {
  await world?.close()
  await rm(folder, { recursive: true, force: true })
})

const list = async (query: Record<string, string | number | boolean> = {}) => {
  const search = new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))
  const { status, corpo } = await world.call('GET', `/ms_concorso/bandi?${search}`)
  expect(status).toBe(200)
  return corpo as { elementi: Bando[]; totale: number; app: typeof APP }
}
const file = async (content: unknown) => {
  const path = join(folder, `${Math.random()}.json`)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
const clear = () => world.db.query('delete from bando')

test('[CN1][CA48][EN37] before any is published the list is empty, and says where the application is', async () => {
  expect(await list()).toEqual({ elementi: [], totale: 0, app: APP })
})

test('[BA10] the product brings no call of its own, and none that it made up before is listed', async () => {
  await seedContenuti(world.deps)
  expect((await list()).totale).toBe(0)
  await world.db.query(
    `insert into bando (chiave, esempio, nome, ente, scadenza, inserito, aggiornato)
     values ('esempio', true, 'Esempio', 'Ente', '2030-01-01', $1, $1)`,
    [world.deps.now()],
  )
  expect((await list()).totale).toBe(0)
  expect(await listSezioni(world.db, world.deps.now())).not.toContain('bandi')
  await clear()
})

const ROW = { titolo: 'Tre agenti', ente: 'Comune di Prova', scadenza: '31/12/2026', url: 'https://prova.example/1' }

test('[BA6] one defect and nothing is written; a rehearsal writes nothing; the report says what was done', async () => {
  const before = await countTabelle(world.deps)
  const bad = await command(
    world.deps,
    'bandi',
    'importa',
    await file([ROW, { ...ROW, url: 'https://prova.example/2', scadenza: 'presto' }, { ...ROW, url: '' }]),
  )
  expect(bad.codice).toBe(1)
  expect(bad.err.join('\n')).toMatch(/riga 2: scadenza non è una data.*"presto"/)
  expect(bad.err.join('\n')).toMatch(/2 difetti in 3 bandi, non è stato scritto nulla/)
  const strange = await command(world.deps, 'bandi', 'importa', await file([{ ...ROW, banche: [999_999] }]))
  expect([strange.codice, strange.err.join()]).toEqual([
    1,
    expect.stringContaining('non ci sono le banche dati 999999'),
  ])
  const trial = await command(world.deps, 'bandi', 'importa', await file([ROW]), '--prova')
  expect(trial.out.join('\n')).toMatch(/1 bandi: 1 nuovi[\s\S]*Prova: non è stato scritto nulla/)
  expect(await countTabelle(world.deps)).toEqual(before)

  const good = await command(world.deps, 'bandi', 'importa', await file([{ ...ROW, lat: '1' }]), '--json')
  expect(good.json()).toEqual({
    bandi: 1,
    nuovi: 1,
    aggiornati: 0,
    uguali: 0,
    scaduti: 0,
    dedotti: 1,
    ignorati: ['lat'],
    prova: false,
  })
  const [published] = (await list()).elementi
  expect(published).toMatchObject({ nome: 'Tre agenti', scadenza: '2026-12-31T22:59:59.999Z' })
  // Nobody named a bank: the one of the same body is proposed.
  expect(published?.banche).toEqual([{ id_concorso: banca, concorso: 'Banca del Comune' }])
  const again = await command(
    world.deps,
    'bandi',
    'importa',
    await file([{ ...ROW, titolo: 'Quattro agenti', banche: banca }]),
    '--json',
  )
  expect(again.json()).toMatchObject({ nuovi: 0, aggiornati: 1, uguali: 0 })
  expect((await list()).elementi).toEqual([{ ...published, nome: 'Quattro agenti' }])
  expect(
    (
      await command(
        world.deps,
        'bandi',
        'importa',
        await file([{ ...ROW, titolo: 'Quattro agenti', banche: banca }]),
        '--json',
      )
    ).json(),
  ).toMatchObject({ uguali: 1 })
  await clear()
})

test.each([
  [['bandi', 'importa'], 2],
  [['bandi', 'inventa'], 2],
  [['bandi', 'ritira', '0'], 2],
  [['bandi', 'ritira', '999'], 1],
  [['bandi', 'importa', '/non/esiste.json'], 1],
])('[BA6] %j ends with %s', async (args, code) => {
  expect((await command(world.deps, ...(args as string[]))).codice).toBe(code)
})

test('[BA6] the operator sees every call, on one line each', async () => {
  expect((await command(world.deps, 'bandi')).out).toEqual(['Nessun bando.'])
  await command(
    world.deps,
    'bandi',
    'importa',
    await file([ROW, { ...ROW, url: 'https://prova.example/2', scadenza: '01/01/2020' }]),
  )
  const { out } = await command(world.deps, 'bandi', '--quante', '1')
  expect(out).toEqual([expect.stringMatching(/31\/12\/26, 23:59 {2}Comune di Prova: Tre agenti$/), '1 di 2 bandi'])
  expect((await list()).totale).toBe(1)
  await clear()
})

const nullable = <T>(values: readonly T[]) => fc.constantFrom<T | null>(null, ...values)
const facts = fc.record({
  tipo_ente: nullable(TIPI_ENTE),
  livello_istruzione: nullable(LIVELLI_ISTRUZIONE),
  settore: nullable(SETTORI),
  area_geografica: nullable(AREE_GEOGRAFICHE),
  in_evidenza: fc.boolean(),
  // Around both clock changes of 2026 and the days between.
  ore: fc.integer({ min: -48, max: 24 * 40 }),
})

describe('[BA4] the server filters as the page does', () => {
  test.each([
    '2026-03-28T22:30:00.000Z',
    '2026-03-29T00:59:00.000Z',
    '2026-10-24T21:59:59.000Z',
    '2026-10-25T00:30:00.000Z',
  ])('at %s', async (now) => {
    world.orologio.set(now)
    const at = Date.parse(now)
    const sample = fc.sample(facts, { numRuns: 120, seed: 20_261_126 })
    const rows = sample.map(({ ore, ...f }, i) => ({
      ...f,
      titolo: `Bando ${i}`,
      ente: i % 3 === 0 ? 'Città di Forlì' : 'Ente',
      url: `https://prova.example/${i}`,
      scadenza: new Date(at + ore * 3_600_000).toISOString(),
    }))
    expect((await command(world.deps, 'bandi', 'importa', await file(rows))).codice).toBe(0)
    const all = (await list({ size: 500 })).elementi
    expect(all).toHaveLength(rows.filter((r) => Date.parse(r.scadenza) >= at).length)
    const filters: Partial<BandoFilter>[] = [
      ...[0, 1, 2, 7, 30].map((giorni) => ({ giorni })),
      ...fc.sample(
        fc.record({
          tipo_ente: nullable(TIPI_ENTE),
          livello_istruzione: nullable(LIVELLI_ISTRUZIONE),
          giorni: fc.option(fc.nat(40)),
          in_evidenza: fc.boolean(),
        }),
        { numRuns: 12, seed: 7 },
      ),
      ...SETTORI.map((settore) => ({ settore })),
      ...AREE_GEOGRAFICHE.map((area_geografica) => ({ area_geografica })),
      { search: 'forli citta' },
    ]
    for (const filter of filters) {
      const expected = all.filter(bandoFilter({ ...NO_BANDO_FILTER, ...filter }, at)).map((b) => b.id_bando)
      const query = Object.fromEntries(Object.entries(filter).filter(([, v]) => v !== null && v !== false))
      const got = await list({ ...(query as Record<string, string>), size: 500 })
      expect([filter, got.elementi.map((b) => b.id_bando)]).toEqual([filter, expected])
      expect(got.totale).toBe(expected.length)
    }
    const second = await list({ start: 10, size: 10 })
    expect(second.elementi).toEqual(all.slice(10, 20))
    expect(second.totale).toBe(all.length)
    await clear()
  })
})

test.runIf(process.env.BANCHE_VERE)(
  '[BA6] the published list of 2025 comes in whole, and is filtered in under 50 ms',
  async () => {
    world.orologio.set('2025-07-10T10:00:00.000Z')
    const path = join(process.env.BANCHE_VERE as string, 'bandi-2025/concorsi_geolocalizzati.json')
    const { codice, out } = await command(world.deps, 'bandi', 'importa', path, '--json')
    expect(codice).toBe(0)
    const report = JSON.parse(out.join(''))
    expect(report).toMatchObject({ bandi: 965, nuovi: 965, ignorati: ['lat', 'lon'] })
    expect(report.dedotti).toBeGreaterThan(700)
    const { elementi, totale } = await list({ size: 500 })
    expect([elementi.length, totale]).toEqual([500, 965 - report.scaduti])
    const times: number[] = []
    for (let i = 0; i < 15; i++) {
      const start = performance.now()
      const { totale: n } = await list({
        area_geografica: 'nord-est',
        tipo_ente: 'universita',
        giorni: 30,
        search: 'ricercatore',
        size: 20,
      })
      times.push(performance.now() - start)
      expect(n).toBeGreaterThan(10)
    }
    expect(Math.min(...times)).toBeLessThan(50)
    console.log(`bandi-2025: filter and page, median ${times.sort((a, b) => a - b)[7]?.toFixed(1)} ms`)
    await clear()
  },
)
