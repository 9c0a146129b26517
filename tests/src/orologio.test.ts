import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#contract/database'
import { fail, ok, type Result } from '#contract/result'
import { formatIso } from '#rules/dates'
import { apri, giusta, value } from '../workers/mondo.ts'
import { stubBrowser } from './aiuti.ts'

let db: Database
/** The server's clock; null: there is no network. */
let server: (() => number) | null = null
let chiamate: string[] = []
vi.mock('../../src/store/opening.ts', () => ({ withStore: async () => ok(db), store: { stato: 'aperto' } }))
vi.mock('../../src/api/client.ts', () => ({
  call: async (nome: string): Promise<Result<unknown>> => {
    chiamate.push(nome)
    if (!server) return fail('RETE_ASSENTE')
    const { hearServerClock: hearOra } = await import('#src/platform/clock')
    hearOra(server() - Date.now())
    return nome === 'uptime' ? ok(1) : fail('NON_TROVATO')
  },
}))

const INIZIO = Date.UTC(2026, 10, 21, 9)
const MINUTO = 60_000
let vero = INIZIO
let muro = INIZIO
let monotono = 1000
/** Time goes on and every clock counts it. */
const passa = (ms: number) => {
  vero += ms
  muro += ms
  monotono += ms
}
/** The page's own clock stands still meanwhile. */
const dorme = (ms: number) => {
  vero += ms
  muro += ms
}

/** The page and its modules anew, as after a reload. */
async function reload() {
  vi.resetModules()
  const [p, battiti, segni, avvio, ora, { network: rete }, { registerSync: registerLavoro }] = await Promise.all([
    import('#src/features/prove/prova-state'),
    import('#src/features/prove/heartbeat'),
    import('#src/features/prove/prova-marks'),
    import('#src/domain/start-prova'),
    import('#src/platform/clock'),
    import('#src/platform/network'),
    import('#src/sync/requests'),
  ])
  registerLavoro({ changed: () => undefined, pull: async () => ok({ cambiate: 0 }) })
  rete.online = server !== null
  return { ...p, ...battiti, ...segni, ...avvio, ...ora, rete }
}

const at = (ms: number) => formatIso(ms, 60)
const POSIZIONI = [1, 2, 3]

/** A sitting of twenty minutes: a simulation whose end the server set, or one's own. */
async function inizia(tipo: 'SIMULAZIONE' | 'PROVA_PERSONALIZZATA', pausa = false) {
  const pagina = await reload()
  db = (await apri()).db
  if (server) pagina.hearServerClock(server() - Date.now())
  const ticket = { id_simulazione: 4, gettone: 'g', fine: at(INIZIO + 20 * MINUTO), iniziata: at(INIZIO) }
  const { id } = value(
    await pagina.startProva({
      tipo,
      id_concorso: 1,
      scelte: Int32Array.from(POSIZIONI, (p) => 100_000 + p),
      prova: {
        regole: { punti: { tipo: 'fissi', corretta: 1, sbagliata: 0, omessa: 0 }, durata: '00:20:00', pausa },
        sezioni: POSIZIONI.map(() => 0),
        difficolta: POSIZIONI.map(() => 0),
        tempo_aggiuntivo: 0,
        simulazione: tipo === 'SIMULAZIONE' ? ticket : null,
        sfida: null,
      },
    }),
  )
  await pagina.openProva(id)
  await pagina.markAnswer(giusta(1))
  chiamate = []
  return { ...pagina, id }
}
type Pagina = Awaited<ReturnType<typeof inizia>>

/** A beat, and all that follows of it. */
async function batti(
  { beatProva: beat, provaState: prova }: Pick<Pagina, 'beatProva' | 'provaState'>,
  quando: Parameters<Pagina['beatProva']>[0],
) {
  beat(quando)
  for (let i = 0; i < 20; i++) await new Promise((r) => setImmediate(r))
  await vi.waitFor(() => expect([prova.writing, prova.delivering]).toEqual([0, false]))
}

beforeEach(() => {
  stubBrowser()
  vero = INIZIO
  muro = INIZIO
  monotono = 1000
  chiamate = []
  server = () => vero
  vi.spyOn(Date, 'now').mockImplementation(() => muro)
  vi.spyOn(performance, 'now').mockImplementation(() => monotono)
})

describe('[SI10] a simulation and the device’s clock (D24)', () => {
  it.each([40 * MINUTO, -40 * MINUTO])(
    'a clock moved by %i ms takes and adds nothing: the server is asked',
    async (ms) => {
      const p = await inizia('SIMULAZIONE')
      passa(MINUTO)
      muro += ms
      await batti(p, 'batte')
      expect([p.provaState.stato, p.provaLeft(), chiamate]).toEqual(['in_corso', 19 * MINUTO, ['uptime']])
      passa(MINUTO)
      await batti(p, 'batte')
      expect([p.provaLeft(), chiamate]).toEqual([18 * MINUTO, ['uptime']])
    },
  )

  it('without a network it ends nothing, also after a reload', async () => {
    const p = await inizia('SIMULAZIONE')
    passa(MINUTO)
    server = null
    p.rete.online = false
    muro += 40 * MINUTO
    await batti(p, 'batte')
    expect([p.provaState.stato, p.provaLeft(), chiamate]).toEqual(['in_corso', 19 * MINUTO, []])
    p.closeProva()
    const dopo = await reload()
    await dopo.openProva(p.id)
    expect([dopo.provaState.stato, dopo.provaLeft()]).toEqual(['in_corso', 19 * MINUTO])
    // Back again: the server knows.
    server = () => vero
    dopo.rete.online = true
    passa(MINUTO)
    await batti(dopo, 'batte')
    expect([dopo.provaState.stato, dopo.provaLeft()]).toEqual(['in_corso', 18 * MINUTO])
  })

  it('a device that slept loses that time once the server has said so, and not before', async () => {
    const p = await inizia('SIMULAZIONE')
    await batti(p, 'nascosta')
    server = null
    p.rete.online = false
    dorme(5 * MINUTO)
    await batti(p, 'torna')
    expect(p.provaLeft()).toBe(20 * MINUTO)
    server = () => vero
    p.rete.online = true
    await batti(p, 'batte')
    expect(p.provaLeft()).toBe(15 * MINUTO)
    dorme(16 * MINUTO)
    await batti(p, 'torna')
    expect(p.provaState.stato).toBe('consegnata')
  })
})

describe('a trial of one’s own without a pause, on a device that sleeps', () => {
  it('[SI10] loses the time that the server confirms', async () => {
    const p = await inizia('PROVA_PERSONALIZZATA')
    await batti(p, 'nascosta')
    dorme(5 * MINUTO)
    await batti(p, 'torna')
    expect([p.provaLeft(), chiamate]).toEqual([15 * MINUTO, ['uptime']])
    // A lid that closes hides no page.
    dorme(3 * MINUTO)
    await batti(p, 'batte')
    expect(p.provaLeft()).toBe(12 * MINUTO)
    await batti(p, 'batte')
    expect(p.provaLeft()).toBe(12 * MINUTO)
  })

  it('[SI10] loses nothing by a clock set ahead, hidden or not', async () => {
    const p = await inizia('PROVA_PERSONALIZZATA')
    await batti(p, 'nascosta')
    muro += 40 * MINUTO
    await batti(p, 'torna')
    muro += 40 * MINUTO
    await batti(p, 'batte')
    expect([p.provaState.stato, p.provaLeft()]).toEqual(['in_corso', 20 * MINUTO])
  })

  it('another call that was answered first hides no sleep', async () => {
    const p = await inizia('PROVA_PERSONALIZZATA')
    await batti(p, 'nascosta')
    dorme(5 * MINUTO)
    p.hearServerClock(vero - muro)
    await batti(p, 'torna')
    expect([p.provaLeft(), chiamate]).toEqual([15 * MINUTO, []])
  })

  it('[SI10] without a network: the gap of a hidden page counts, a clock moved in sight waits for the server', async () => {
    const p = await inizia('PROVA_PERSONALIZZATA')
    server = null
    p.rete.online = false
    muro += 40 * MINUTO
    await batti(p, 'batte')
    expect(p.provaLeft()).toBe(20 * MINUTO)
    server = () => vero
    p.rete.online = true
    await batti(p, 'batte')
    expect(p.provaLeft()).toBe(20 * MINUTO)
    server = null
    p.rete.online = false
    await batti(p, 'nascosta')
    dorme(5 * MINUTO)
    await batti(p, 'torna')
    expect(p.provaLeft()).toBe(15 * MINUTO)
  })

  it('one with a pause waits for whoever sleeps', async () => {
    const p = await inizia('PROVA_PERSONALIZZATA', true)
    await batti(p, 'nascosta')
    dorme(5 * MINUTO)
    await batti(p, 'torna')
    expect([p.provaLeft(), chiamate]).toEqual([20 * MINUTO, []])
  })
})
