import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ok } from '#contract/result'
import { apri, giusta, type Mondo, nuovaSeduta, valore } from '../workers/mondo.ts'
import { stubBrowser } from './aiuti.ts'

const PROVA = {
  regole: { durata: '01:00:00' },
  sezioni: [0, 0],
  difficolta: [0, 0],
  tempo_aggiuntivo: 0,
  simulazione: { id_simulazione: 4, gettone: 'g', fine: '2026-11-21T18:00:00.000+01:00' },
  sfida: null,
}

describe('a simulation under way', () => {
  let mondo: Mondo
  let spedite: unknown[]
  beforeEach(async () => {
    vi.resetModules()
    stubBrowser()
    mondo = await apri()
    spedite = []
    vi.doMock('../../src/state/api.ts', () => ({
      call: async (nome: string, args: unknown) => {
        if (nome === 'invia_risposte_simulazione') spedite.push(args)
        return ok(null)
      },
    }))
    vi.doMock('../../src/state/scrittura.ts', () => ({
      onArchivio: (f: (db: Mondo['db']) => Promise<unknown>) => f(mondo.db),
    }))
    const scelte = Int32Array.of(100_001, 100_002)
    const seduta = nuovaSeduta({ id: 'g', tipo: 'SIMULAZIONE', at: mondo.at() })
    valore(await mondo.db.createProva({ ...seduta, scelte, prova: PROVA }))
    const evento = { tipo: 'segna' as const, indice: 1, risposta: giusta(2) }
    valore(await mondo.db.stepProva({ id: 'g', at: mondo.at(), evento }))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.doUnmock('../../src/state/api.ts')
    vi.doUnmock('../../src/state/scrittura.ts')
  })

  /** The page as it is while a trial is on screen, with one change of it. */
  async function follow(simulazione: typeof PROVA.simulazione | null, online = true) {
    const { followSimulazione, QUIETE_BOZZA_MS } = await import('#src/state/bozza-simulazione')
    const { prova } = await import('#src/state/prova')
    const { rete } = await import('#src/state/rete')
    const { provaInVista } = await import('#src/state/spedizione')
    rete.online = online
    const stop = followSimulazione()
    const move = async () => {
      prova.versione++
      await Promise.resolve()
      await vi.advanceTimersByTimeAsync(QUIETE_BOZZA_MS)
      vi.useRealTimers()
      // The store answers on its own time.
      await vi.waitFor(async () => valore(await mondo.db.readProva({ id: 'g', at: mondo.at() })))
      await new Promise((r) => setImmediate(r))
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    }
    Object.assign(prova, { testa: { id: 'g', simulazione }, fase: 'pronta', stato: 'in_corso' })
    return { move, stop, provaInVista }
  }

  it('stores its answers on the server when the person rests, and not twice the same', async () => {
    const { move, stop, provaInVista } = await follow(PROVA.simulazione)
    await move()
    expect(provaInVista()).toBe('g')
    expect(spedite).toEqual([
      {
        query: { gettone: 'g', indice: 0, mescola: 'true' },
        corpo: [
          { id_domanda: '100001', risposta: null, ms: 0, cambi: 0 },
          { id_domanda: '100002', risposta: giusta(2), ms: 0, cambi: 0 },
        ],
      },
    ])
    await move()
    expect(spedite).toHaveLength(1)
    stop()
    expect(provaInVista()).toBeNull()
  })

  it('stores the place and the flags as well: another device goes on with them', async () => {
    const { move, stop } = await follow(PROVA.simulazione)
    await move()
    for (const evento of [
      { tipo: 'apri' as const, indice: 1 },
      { tipo: 'rivedi' as const, indice: 0, vero: true },
    ]) {
      valore(await mondo.db.stepProva({ id: 'g', at: mondo.at(), evento }))
      await move()
    }
    expect(spedite).toHaveLength(3)
    expect(spedite[2]).toMatchObject({
      query: { indice: 1 },
      corpo: [{ id_domanda: '100001', da_rivedere: true }, { id_domanda: '100002' }],
    })
    stop()
  })

  it('sends nothing without a network, nor of a trial that is no simulation', async () => {
    for (const [simulazione, online] of [
      [PROVA.simulazione, false],
      [null, true],
    ] as const) {
      const { move, stop } = await follow(simulazione, online)
      await move()
      stop()
    }
    expect(spedite).toEqual([])
  })
})
