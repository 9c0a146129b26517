import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, ok, type Result } from '#contract/result'
import { apri, giusta, type Mondo, nuovaSeduta, value } from '../workers/mondo.ts'
import { stubBrowser } from './aiuti.ts'

const PROVA = {
  regole: { durata: '01:00:00', pausa: true },
  sezioni: [0, 0],
  difficolta: [0, 0],
  tempo_aggiuntivo: 0,
  simulazione: { id_simulazione: 4, gettone: 'g', fine: '2026-11-21T18:00:00.000+01:00' },
  sfida: null,
}

describe('a simulation under way', () => {
  let mondo: Mondo
  type Spedita = { query: { indice?: number }; corpo: { id_domanda: string; risposta: number | null }[] }
  let spedite: Spedita[]
  /** Names of the calls, in their order; what each answers when it is not well; how drafts were sent. */
  let chiamate: string[]
  let risponde: Record<string, () => Result<unknown> | Promise<Result<unknown>>>
  let modi: unknown[]
  let pagina: EventTarget & { visibilityState: string }
  let finestra: EventTarget
  beforeEach(async () => {
    vi.resetModules()
    stubBrowser()
    mondo = await apri()
    spedite = []
    chiamate = []
    risponde = {}
    modi = []
    pagina = Object.assign(new EventTarget(), { visibilityState: 'visible' })
    finestra = new EventTarget()
    vi.stubGlobal('document', pagina)
    vi.stubGlobal('addEventListener', finestra.addEventListener.bind(finestra))
    vi.stubGlobal('removeEventListener', finestra.removeEventListener.bind(finestra))
    vi.doMock('../../src/api/client.ts', () => ({
      call: async (nome: string, args: unknown, modo: unknown) => {
        chiamate.push(nome)
        if (nome === 'invia_risposte_simulazione') {
          spedite.push(args as Spedita)
          modi.push(modo)
        }
        return (await risponde[nome]?.()) ?? ok(null)
      },
    }))
    vi.doMock('../../src/store/on-store.ts', () => ({
      onStore: (f: (db: Mondo['db']) => Promise<unknown>) => f(mondo.db),
    }))
    const scelte = Int32Array.of(100_001, 100_002)
    const seduta = nuovaSeduta({ id: 'g', tipo: 'SIMULAZIONE', at: mondo.at() })
    value(await mondo.db.createProva({ ...seduta, scelte, prova: PROVA }))
    const evento = { tipo: 'segna' as const, indice: 1, risposta: giusta(2) }
    value(await mondo.db.stepProva({ id: 'g', at: mondo.at(), evento }))
    vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 21, 9, 5))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
    vi.doUnmock('../../src/api/client.ts')
    vi.doUnmock('../../src/store/on-store.ts')
  })

  /** The page as it is while a trial is on screen, with one change of it. */
  async function follow(simulazione: typeof PROVA.simulazione | null, online = true) {
    const { followDraft: followSimulazione } = await import('#src/features/prove/follow-draft')
    const { DRAFT_QUIET_MS: QUIETE_BOZZA_MS } = await import('#src/sync/draft')
    const { provaState: prova } = await import('#src/features/prove/prova-state')
    const { network: rete } = await import('#src/platform/network')
    const { provaOnScreen: provaInVista } = await import('#src/sync/sent-simulazioni')
    rete.online = online
    const stop = followSimulazione()
    const move = async () => {
      prova.version++
      await Promise.resolve()
      await vi.advanceTimersByTimeAsync(QUIETE_BOZZA_MS)
      vi.useRealTimers()
      // The store answers on its own time.
      await vi.waitFor(async () => value(await mondo.db.readProva({ id: 'g', at: mondo.at() })))
      await new Promise((r) => setImmediate(r))
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    }
    Object.assign(prova, { head: { id: 'g', simulazione }, fase: 'pronta', stato: 'in_corso' })
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
      value(await mondo.db.stepProva({ id: 'g', at: mondo.at(), evento }))
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
      [null, true],
      [PROVA.simulazione, false],
    ] as const) {
      const { move, stop } = await follow(simulazione, online)
      await move()
      stop()
    }
    expect(spedite).toEqual([])
  })

  /** The trial as its screen opens it, one mark made, and nothing sent yet. */
  async function open() {
    const { network: rete, onNetworkBack } = await import('#src/platform/network')
    const prova = await import('#src/features/prove/prova-state')
    const { markAnswer: mark } = await import('#src/features/prove/prova-marks')
    const { followDraft: followSimulazione } = await import('#src/features/prove/follow-draft')
    const { nowIso: oraIso } = await import('#src/platform/network')
    // Nothing is asked of the server at the opening: what it has is not what is tested here.
    rete.online = false
    await prova.openProva('g')
    rete.online = true
    const { storeDrafts } = await import('#src/sync/draft')
    onNetworkBack(storeDrafts)
    const stop = followSimulazione()
    await prova.goToProvaPlace(0)
    await mark(giusta(1))
    await Promise.resolve()
    await vi.advanceTimersByTimeAsync(4_000)
    expect(chiamate).toEqual([])
    return { ...prova, rete, stop, oraIso }
  }
  const settle = () => vi.waitFor(() => expect(spedite.length).toBeGreaterThan(0))
  const marks = (n = 0) => spedite[n]?.corpo.map((r) => r.risposta)
  const TUTTE = [giusta(1), giusta(2)]

  it('that is left within the quiet leaves its last marks on the server [D25]', async () => {
    const { closeProva, stop } = await open()
    // As React does: the trial is closed first.
    closeProva()
    stop()
    await settle()
    expect(marks()).toEqual(TUTTE)
  })

  it('that is paused within the quiet has its last marks on the server before its time stops [D25]', async () => {
    const { setStatoProva, stop, oraIso } = await open()
    risponde.sospendi_simulazione = () => ok({ fine: PROVA.simulazione.fine, adesso: oraIso(), in_pausa: true })
    expect(await setStatoProva('pausa')).toBe(true)
    expect(chiamate).toEqual(['invia_risposte_simulazione', 'sospendi_simulazione'])
    expect(marks()).toEqual(TUTTE)
    stop()
  })

  it.each([
    ['fails', async () => fail('REMOTE_REQUEST_FAILED')],
    ['is never answered', () => new Promise<never>(() => undefined)],
  ] as const)(
    'is paused all the same when the sending %s, and sends again what did not arrive',
    async (_come, risposta) => {
      const { setStatoProva, stop, oraIso } = await open()
      const { DRAFT_WAIT_MS: ATTESA_BOZZA_MS, DRAFT_RETRY_MS: RIPROVA_BOZZA_MS } = await import('#src/sync/draft')
      risponde.sospendi_simulazione = () => ok({ fine: PROVA.simulazione.fine, adesso: oraIso(), in_pausa: true })
      risponde.invia_risposte_simulazione = risposta
      const pausa = setStatoProva('pausa')
      await settle()
      await vi.advanceTimersByTimeAsync(ATTESA_BOZZA_MS)
      expect(await pausa).toBe(true)
      stop()
      if (_come !== 'fails') return
      delete risponde.invia_risposte_simulazione
      await vi.waitFor(() => expect(spedite.length).toBeGreaterThan(1))
      // Whatever the leaving sent was refused or stored: after the pause nothing is left to send.
      await vi.advanceTimersByTimeAsync(RIPROVA_BOZZA_MS)
      expect(marks(1)).toEqual(TUTTE)
    },
  )

  it('whose page is hidden or goes is sent without the store, by a request that outlives the page, once', async () => {
    const { stop } = await open()
    pagina.visibilityState = 'hidden'
    pagina.dispatchEvent(new Event('visibilitychange'))
    await Promise.resolve()
    expect(marks()).toEqual(TUTTE)
    expect(modi).toEqual([{ keepalive: true }])
    await vi.advanceTimersByTimeAsync(0)
    finestra.dispatchEvent(new Event('pagehide'))
    await vi.advanceTimersByTimeAsync(0)
    expect(spedite).toHaveLength(1)
    stop()
  })

  it('whose page goes at once is sent by the farewell alone', async () => {
    const { stop } = await open()
    finestra.dispatchEvent(new Event('pagehide'))
    expect(marks()).toEqual(TUTTE)
    stop()
  })

  it('is sent when the network returns, left or not', async () => {
    const { rete, closeProva, stop } = await open()
    rete.online = false
    closeProva()
    stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(spedite).toEqual([])
    rete.online = true
    await settle()
    expect(marks()).toEqual(TUTTE)
  })

  it('is sent again after a failure, until it is there; a ticket that is no more is asked for once', async () => {
    const { closeProva, stop } = await open()
    const { DRAFT_RETRY_MS: RIPROVA_BOZZA_MS } = await import('#src/sync/draft')
    risponde.invia_risposte_simulazione = () => fail(spedite.length < 3 ? 'REMOTE_REQUEST_FAILED' : 'NON_TROVATO')
    closeProva()
    stop()
    for (let n = 1; n <= 5; n++) {
      await vi.waitFor(() => expect(spedite.length).toBe(Math.min(n, 3)))
      // The failure has been heard.
      await new Promise((r) => setImmediate(r))
      await vi.advanceTimersByTimeAsync(RIPROVA_BOZZA_MS)
    }
    expect(spedite).toHaveLength(3)
  })

  it('left open by an earlier visit is sent once at the start of the next, without the place', async () => {
    const { rememberDraft: rememberBozza } = await import('#src/sync/draft')
    rememberBozza('g')
    await settle()
    expect(marks()).toEqual([null, giusta(2)])
    expect(spedite[0]?.query.indice).toBeUndefined()
    rememberBozza('g')
    await new Promise((r) => setImmediate(r))
    expect(spedite).toHaveLength(1)
  })
})
