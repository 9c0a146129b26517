import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#contract/database'
import { STORE_METHODS } from '#contract/database'
import { memoryPlatform } from '#tests/workers/memory'
import type { Platform } from '#workers/core/platform'
import { createDatabase } from '#workers/store/database'
import { codice, creaBanca, nuovaSeduta, orologio, raccolta, serve, UTENTE, value } from '../mondo.ts'
import { apriScheda, createBrowser, type Tab, tick } from './tab.ts'

/** One browser, its first tab owning the store with one bank on the device. */
async function mondo(override: Partial<Platform> = {}) {
  const banca = await creaBanca()
  const browser = createBrowser({ fetch: serve(banca), ...override })
  const at = orologio()
  const aperte: Tab[] = []
  const apri = async () => {
    const tab = apriScheda(browser)
    aperte.push(tab)
    value(await tab.scheda.open({ id_utente: UTENTE }))
    return tab
  }
  const before = await apri()
  value(await before.scheda.downloadBanca({ concorso: banca.concorso, at: at() }, () => {}))
  end = async () => {
    for (const tab of aperte) tab.uccidi()
    await tick()
  }
  const risposta = (n: number, id_evento = `e${n}`) => ({
    id_concorso: 1,
    id_domanda: 100_000 + n,
    risposta: 1,
    modalita: 'ESEGUITA' as const,
    at: at(),
    id_evento,
    id_seduta: null,
    indice: null,
  })
  return { banca, browser, at, prima: before, apri, risposta, ...browser }
}
let end: () => Promise<void> = async () => {}
afterEach(() => end())

const inAttesa = async (scheda: Database) => value(await scheda.countUnsynced()).totale
/** Name of an ownership of that tab. */
const di = (tab: Tab) => expect.stringMatching(`^${tab.nome}\\.\\d+$`)
const padrona = (tab: Tab) => tab.notizie.filter((n) => n.tipo === 'leader').at(-1)

describe('every method of the store', () => {
  it('is in the list of what a tab may ask, or is its own business', () => {
    const tutti = Object.keys(createDatabase(memoryPlatform()))
    expect(tutti.filter((m) => !Object.hasOwn(STORE_METHODS, m))).toEqual(['close'])
  })
})

describe('a second tab', () => {
  it('is served by the first: what one writes the other reads', async () => {
    const { prima, apri, risposta } = await mondo()
    const seconda = await apri()
    expect(padrona(seconda)).toMatchObject({ leader: di(prima), mine: false })
    expect(value(await seconda.scheda.answer(risposta(1))).id_evento).toBe('e1')
    expect(await inAttesa(prima.scheda)).toBe(1)
    value(await prima.scheda.answer(risposta(2)))
    expect(await inAttesa(seconda.scheda)).toBe(2)
    expect(
      value(await seconda.scheda.selectDomande({ filtro: { id_concorso: 1 }, ordine: 'UFFICIALE', seme: 0 }))
        .id_domande,
    ).toBeInstanceOf(Int32Array)
  })

  it('hears at once what the other changed, and never its own changes', async () => {
    const { prima, apri, risposta, at } = await mondo()
    const seconda = await apri()
    value(await seconda.scheda.createSeduta(nuovaSeduta({ at: at() })))
    value(await seconda.scheda.answer({ ...risposta(1), id_seduta: 'seduta-1', indice: 0 }))
    value(
      await prima.scheda.setPreferiti({
        id_concorso: 1,
        id_domanda: 100_002,
        preferiti: true,
        at: at(),
        id_evento: 'p',
      }),
    )
    value(await seconda.scheda.undo({ id_evento_annullato: 'e1', at: at(), id_evento: 'u' }))
    value(await prima.scheda.selectBanca({ id_concorso: 1, at: at() }))
    await tick()
    expect(prima.novita()).toMatchObject([
      { tipo: 'seduta', id: 'seduta-1' },
      { tipo: 'record', id_seduta: 'seduta-1', risposta: { indice: 0, id_evento: 'e1' } },
      { tipo: 'annullata', id_evento: 'e1' },
    ])
    expect(seconda.novita()).toMatchObject([
      { tipo: 'record', statistica: { id_domanda: 100_002 } },
      { tipo: 'banche' },
    ])
  })

  it('hears of notes, templates and marks beside the answers too: going on from what it read before would undo them', async () => {
    const { prima, apri, at } = await mondo()
    const seconda = await apri()
    value(await seconda.scheda.createSeduta(nuovaSeduta({ at: at() })))
    value(await seconda.scheda.saveNota({ id_concorso: 1, id_domanda: 100_001, testo: 'art. 97', at: at() }))
    value(await seconda.scheda.saveSegno({ id: 'seduta-1', indice: 0, da_rivedere: true, escluse: 0 }))
    value(await seconda.scheda.saveModello({ id: 'm', nome: 'Mio', dati: {}, creato: at() }))
    value(await seconda.scheda.deleteModello({ id: 'm' }))
    await tick()
    expect(prima.novita().slice(1)).toEqual([
      { tipo: 'nota', id_domanda: 100_001 },
      { tipo: 'segni', id: 'seduta-1' },
      { tipo: 'modelli' },
      { tipo: 'modelli' },
    ])
  })

  it('sees the progress of a download that another started, and its end', async () => {
    const { prima, apri, banca, at } = await mondo()
    const seconda = await apri()
    value(await prima.scheda.deleteBanca({ id_concorso: 1, dallaLista: false }))
    const { tutti, onAvanzamento: onProgress } = raccolta()
    value(await seconda.scheda.downloadBanca({ concorso: banca.concorso, at: at() }, onProgress))
    expect(tutti.map((a) => a.fase)).toContain('registrazione')
    await tick()
    const scarico = prima.novita().filter((n) => n.tipo === 'scarico')
    expect(scarico.length).toBeGreaterThan(1)
    expect(scarico.at(-1)).toEqual({ tipo: 'scarico', id_concorso: 1, avanzamento: null })
    expect(prima.novita().at(-1)).toEqual({ tipo: 'banche' })
  })

  it('of another account has its own store and hears nothing', async () => {
    const { browser, prima, risposta } = await mondo()
    const other = apriScheda(browser)
    expect(value(await other.scheda.open({ id_utente: 8 }))).toMatchObject({ banche: [], da_sincronizzare: 0 })
    value(await prima.scheda.answer(risposta(1)))
    await tick()
    expect(other.novita()).toEqual([])
    other.uccidi()
  })

  it('that wants the store for itself alone is told ARCHIVIO_OCCUPATO', async () => {
    const { browser } = await mondo()
    const other = apriScheda(browser)
    expect(codice(await other.scheda.open({ id_utente: UTENTE, alone: true }))).toBe('ARCHIVIO_OCCUPATO')
  })
})

describe('when the owner', () => {
  const addii: [string, (tab: Tab) => unknown][] = [
    ['closes', (tab) => tab.scheda.close()],
    ['ends without a word', (tab) => tab.uccidi()],
  ]
  it.each(addii)('%s, the next tab opens the store with everything in it and serves the third', async (_, addio) => {
    const { prima, apri, risposta } = await mondo()
    const seconda = await apri()
    const terza = await apri()
    value(await terza.scheda.answer(risposta(1)))
    await addio(prima)
    value(await terza.scheda.answer(risposta(2)))
    expect(padrona(terza)).toMatchObject({ leader: di(seconda) })
    expect(padrona(seconda)).toMatchObject({ mine: true })
    expect(await inAttesa(seconda.scheda)).toBe(2)
  })

  it('ends in the middle of calls, they are asked again of the next one, in their order, and count once', async () => {
    const { prima, apri, risposta, at } = await mondo()
    await apri()
    const terza = await apri()
    value(await terza.scheda.createSeduta(nuovaSeduta({ at: at() })))
    // What it hears from now on it may do, but nobody will learn of it.
    const args = [1, 2, 3].map((n) => ({ ...risposta(n), id_seduta: 'seduta-1', indice: n - 1 }))
    value(await prima.scheda.answer(args[0]!))
    const calls = args.map((a) => terza.scheda.answer(a))
    prima.uccidi()
    const esiti = (await Promise.all(calls)).map(value)
    expect(esiti.map((e) => e.risposta?.id_evento)).toEqual(['e1', 'e2', 'e3'])
    const seduta = value(await terza.scheda.readSeduta({ id: 'seduta-1' }))
    expect(seduta.risposte.map((r) => r.id_evento)).toEqual(['e1', 'e2', 'e3'])
  })

  it('ends after a forced merge, the next owner does not do it again over what was acknowledged since', async () => {
    const vero = memoryPlatform()
    let muto = false
    const { prima, apri, risposta } = await mondo({
      async openDriver(id_utente) {
        const driver = await vero.openDriver(id_utente)
        // What the slow disk holds up is done and never said.
        const settle = () => (muto ? new Promise<void>(() => {}) : driver.settle())
        return { ...driver, settle }
      },
    })
    const seconda = await apri()
    const vecchia = {
      id_concorso: 1,
      id_domanda: 100_001,
      livello_conoscenza: -1 as const,
      data_eseguita: '2026-01-01T00:00:00.000+01:00',
      preferiti: false,
      modalita: ['ESEGUITA' as const],
    }
    const dalCloud = { id_concorso: 1, risposte: [vecchia], cursore: 3, forzato: true }
    const record = async ({ scheda }: Tab) =>
      value(await scheda.readDomande({ id_concorso: 1, id_domande: [100_001] }))[0]?.statistica
    muto = true
    const forzata = seconda.scheda.applyRemote(dalCloud)
    await tick()
    muto = false
    expect(await record(prima)).toMatchObject({ livello_conoscenza: -1, sincronizzata: 1 })
    const { statistica } = value(await prima.scheda.answer(risposta(1)))
    prima.uccidi()
    expect(codice(await forzata)).toBe('ARCHIVIO_OCCUPATO')
    expect(padrona(seconda)).toMatchObject({ mine: true })
    expect(await record(seconda)).toEqual(statistica)
    expect(statistica).toMatchObject({ sincronizzata: 0 })
    // Asked by a person who knows, it is done.
    value(await seconda.scheda.applyRemote(dalCloud))
    expect(await record(seconda)).toMatchObject({ livello_conoscenza: -1, sincronizzata: 1 })
  })

  it('gives no sign of life, a call fails in time, and another tab takes the store', async () => {
    const { prima, apri, risposta, tempo } = await mondo()
    const seconda = await apri()
    prima.blocca()
    const muta = passando(tempo, seconda.scheda.answer(risposta(1)))
    expect(codice(await muta)).toBe('ARCHIVIO_OCCUPATO')
    await tempo.passa(3_000)
    expect(padrona(seconda)).toMatchObject({ mine: false })
    // Its files are still in its hands: the lock alone makes no owner.
    expect(codice(await passando(tempo, seconda.scheda.answer(risposta(2))))).toBe('ARCHIVIO_OCCUPATO')
    prima.sveglia()
    await tempo.passa(1_000)
    expect(padrona(seconda)).toMatchObject({ mine: true })
    value(await seconda.scheda.answer(risposta(1)))
    // The one that woke is served like any other, and what it missed is not done twice.
    value(await passando(tempo, prima.scheda.answer(risposta(3))))
    expect(padrona(prima)).toMatchObject({ leader: di(seconda), mine: false })
    expect(await inAttesa(prima.scheda)).toBe(2)
  })

  it('wakes before it is given up, the tab that was refused hears that its answer is stored', async () => {
    const { prima, apri, risposta, at, tempo } = await mondo()
    const seconda = await apri()
    value(await seconda.scheda.createSeduta(nuovaSeduta({ at: at() })))
    prima.blocca()
    const refused = passando(tempo, seconda.scheda.answer({ ...risposta(1), id_seduta: 'seduta-1', indice: 0 }))
    expect(codice(await refused)).toBe('ARCHIVIO_OCCUPATO')
    expect(seconda.novita()).toEqual([])
    prima.sveglia()
    await vi.waitFor(() =>
      expect(seconda.novita()).toMatchObject([
        { tipo: 'record', id_seduta: 'seduta-1', risposta: { indice: 0, id_evento: 'e1' } },
      ]),
    )
    // The person's retry finds it, and is no change.
    value(await seconda.scheda.answer({ ...risposta(1), id_seduta: 'seduta-1', indice: 0 }))
    await tick()
    expect(seconda.novita()).toHaveLength(1)
    expect(await inAttesa(seconda.scheda)).toBe(1)
  })

  it('wakes before it is given up, the tab whose opening was refused is told when the store is there', async () => {
    const { prima, apri, tempo } = await mondo()
    const seconda = await apri()
    prima.blocca()
    expect(codice(await passando(tempo, seconda.scheda.open({ id_utente: UTENTE })))).toBe('ARCHIVIO_OCCUPATO')
    prima.sveglia()
    await vi.waitFor(() => expect(seconda.notizie.at(-1)).toMatchObject({ tipo: 'opened' }))
    expect(padrona(seconda)).toMatchObject({ mine: false })
  })

  it('is lost before a tab could open, that tab is told when the store is there', async () => {
    const { prima, browser, tempo } = await mondo()
    prima.blocca()
    const nuova = apriScheda(browser)
    const apre = () => passando(tempo, nuova.scheda.open({ id_utente: UTENTE }))
    for (let time = 0; time < 3; time++) expect(codice(await apre())).toBe('ARCHIVIO_OCCUPATO')
    prima.uccidi()
    await vi.waitFor(async () => {
      await tempo.passa(100)
      expect(nuova.notizie.map((n) => n.tipo)).toContain('opened')
    })
    expect(value(await nuova.scheda.listBanche())).toHaveLength(1)
    nuova.uccidi()
  })

  it('cannot open what the one before left, the tab that waited is told why', async () => {
    const { prima, browser, apri } = await mondo()
    const seconda = await apri()
    browser.platform.openDriver = async () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    const call = seconda.scheda.listBanche()
    prima.uccidi()
    await vi.waitFor(() => expect(seconda.notizie.at(-1)).toMatchObject({ tipo: 'closed' }))
    expect(['INDEXEDDB_NOT_ENOUGH_SPACE', 'ok']).toContain(codice(await call))
    expect(codice(await seconda.scheda.listBanche())).toBe('ARCHIVIO_NON_APERTO')
  })

  it('ends during a download of another tab, the next owner goes on with it', async () => {
    const { prima, apri, browser, banca, at } = await mondo()
    value(await prima.scheda.deleteBanca({ id_concorso: 1, dallaLista: false }))
    const seconda = await apri()
    await apri()
    let chieste = 0
    const vera = browser.platform.fetch
    browser.platform.fetch = (address, init) => (++chieste === 1 ? new Promise(() => {}) : vera(address, init))
    const scarico = seconda.scheda.downloadBanca({ concorso: banca.concorso, at: at() }, () => {})
    await vi.waitFor(() => expect(chieste).toBe(1))
    prima.uccidi()
    expect(value(await scarico)).toMatchObject({ stato: 1, n_domande: 60 })
    expect(chieste).toBe(2)
  })
})

describe('signing out in one tab', () => {
  it.each([0, 1])('empties the store, and every tab of the account hears it (asked in tab %i)', async (chi) => {
    const { prima, apri, risposta, browser } = await mondo()
    const tutte = [prima, await apri(), await apri()]
    value(await prima.scheda.answer(risposta(1)))
    const chiede = tutte[chi] as Tab
    value(await chiede.scheda.clearUser({ id_utente: UTENTE }))
    await chiede.scheda.close()
    await tick()
    for (const tab of tutte.filter((t) => t !== chiede)) {
      expect(tab.novita().at(-1)).toEqual({ tipo: 'cancellato' })
      expect(codice(await tab.scheda.listBanche())).toBe('ARCHIVIO_NON_APERTO')
    }
    const after = apriScheda(browser)
    expect(value(await after.scheda.open({ id_utente: UTENTE }))).toMatchObject({ banche: [], da_sincronizzare: 0 })
    after.uccidi()
  })

  it('closing one tab leaves the others as they are', async () => {
    const { prima, apri, risposta } = await mondo()
    const seconda = await apri()
    const terza = await apri()
    await seconda.scheda.close()
    await prima.scheda.close()
    value(await terza.scheda.answer(risposta(1)))
    expect(codice(await seconda.scheda.listBanche())).toBe('ARCHIVIO_NON_APERTO')
  })
})

describe('what is not one of our messages', () => {
  it('is ignored, on either channel', async () => {
    const { prima, apri, risposta } = await mondo()
    const seconda = await apri()
    const estraneo = [`idoneo-schede-${UTENTE}`, `idoneo-schede-${UTENTE}-${seconda.nome}`].map(
      (n) => new BroadcastChannel(n),
    )
    const a = `${prima.nome}.1`
    const spazzatura = [
      null,
      7,
      'follower-hello',
      {},
      { tipo: 'follower-hello' },
      { tipo: 'follower-hello', tab: 'x'.repeat(1000) },
      { tipo: 'change', from: 'x' },
      { tipo: 'call', to: a, id: 1, method: 'constructor', args: {} },
      { tipo: 'call', to: a, id: 1, method: 'close', args: {} },
      { tipo: 'call', to: a, id: 'uno', method: 'answer', args: {} },
      { tipo: 'call', to: a, id: 2, method: 'answer', args: 'testo' },
      { tipo: 'call', to: 'nobody', id: 3, method: 'listBanche' },
      { tipo: 'result', leader: a, id: 1 },
      { tipo: 'result', leader: 'nobody', id: 1, result: { ok: true } },
    ]
    for (const channel of estraneo) for (const data of spazzatura) channel.postMessage(data)
    // A well-formed call with nothing in it is refused like any other.
    estraneo[1]?.postMessage({ tipo: 'call', to: a, id: 99, method: 'answer', args: {} })
    await tick()
    for (const channel of estraneo) channel.close()
    value(await seconda.scheda.answer(risposta(1)))
    expect(await inAttesa(prima.scheda)).toBe(1)
    expect(prima.novita()).toHaveLength(1)
  })
})

/** Awaits a call while time passes. */
async function passando<T>(tempo: { passa: (ms: number) => Promise<void> }, call: Promise<T>): Promise<T> {
  let finita = false
  void call.finally(() => {
    finita = true
  })
  while (!finita) await tempo.passa(50)
  return call
}
