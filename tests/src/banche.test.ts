import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, ok, type Result } from '#contract/result'
import { PROPRIE_FROM } from '#rules/raccolta'
import { followAccount, makeBanca, makeUtente, stubBrowser } from './aiuti.ts'

const BANCA = makeBanca()
const ALTRA = makeBanca({ id_concorso: 13, concorso: 'Altra' })
/** What the store and the server answer. */
let apri: () => Promise<Result<unknown>>
let elenca: () => Promise<Result<unknown>>
let chiama: (nome: string) => Promise<Result<unknown>>

/** What was written of the server's list. */
let registered: unknown = null

const archivioFinto = {
  openDb: () => apri(),
  onTabNotice: () => {},
  onStoreReopened: () => {},
  closeDb: async () => {},
  db: async () => ({
    listBanche: () => elenca(),
    registerBanche: (args: unknown) => {
      registered = args
      return elenca()
    },
    deleteBanca: async ({ dallaLista }: { dallaLista: boolean }) => {
      acts.push(dallaLista ? 'store: list' : 'store: file')
      return ok(null)
    },
  }),
}
/** Acts of a deletion, in their order. */
const acts: string[] = []

const aperta = (banche: unknown[]) => ok({ banche, avvisi: [], rung: 'opfs', da_sincronizzare: 0 })
const account = (id_utente: number) => ({
  token: 't'.repeat(20),
  utente: makeUtente({ id_utente_idoneo: id_utente }),
  ricordami: true,
  emessa: 0,
})

/** The modules as a page finds them that has just been opened, with a picture of the last visit or without. */
async function openPage(quadro: unknown[] | null) {
  vi.resetModules()
  vi.doMock('#src/store/client', () => archivioFinto)
  await import('#src/store/client')
  vi.doMock('#src/api/client', () => ({ call: (nome: string) => chiama(nome) }))
  const { session: sessione } = await import('#src/session/session')
  sessione.credentials = account(7)
  if (quadro) (await import('#src/session/first-paint')).keepFirstPaint({ elenco: quadro as never })
  const { network: rete } = await import('#src/platform/network')
  await followAccount()
  const banche = await import('#src/domain/banche-state')
  const opening = await import('#src/store/opening')
  banche.restoreBanche()
  const { subscribe } = await import('valtio')
  subscribe(opening.store, () => opening.store.stato === 'aperto' && banche.retryBanche())
  return { sessione, rete, ...opening, ...banche }
}

describe('the banks of the account', () => {
  beforeEach(() => {
    stubBrowser()
    apri = async () => aperta([BANCA])
    elenca = async () => ok([BANCA])
    chiama = async () => fail('RETE_ASSENTE')
  })

  it('a store that does not open: the picture stays, with why; opened by whoever asks again, its list comes', async () => {
    apri = async () => fail('ARCHIVIO_NON_APERTO')
    const { bancheState: banche, loadBanche, openStore: openArchivio } = await openPage([BANCA])
    expect(banche.fase).toBe('istantanea')
    await loadBanche()
    expect(banche).toMatchObject({ fase: 'guasto', error: { codice: 'ARCHIVIO_NON_APERTO' }, list: [BANCA] })
    apri = async () => aperta([BANCA, ALTRA])
    elenca = async () => ok([BANCA, ALTRA])
    const told: string[] = []
    ;(await import('#src/store/changes')).onStoreChange(({ tipo }) => told.push(tipo))
    await openArchivio()
    expect(told).toEqual(['giornale'])
    await vi.waitFor(() => expect(banche.fase).toBe('pronte'))
    expect(banche).toMatchObject({ error: null, list: [BANCA, ALTRA] })
  })

  it('a bank that the server has withdrawn is written as such', async () => {
    const server = {
      ...BANCA,
      ente: { id_ente: 1, ente: 'Ente' },
      numero_domande: 9,
      con_immagini: 0,
      materie: [],
      versione: 'v',
    }
    chiama = async (nome) => ok({ elementi: nome === 'concorsi_utente' ? [{ ...server, ritirata: true }, server] : [] })
    const { rete, loadBanche } = await openPage(null)
    rete.online = true
    await loadBanche()
    expect(registered).toMatchObject({ banche: [{ ritirata: true }, { ritirata: false }] })
  })

  it('tells the store which banks the server lists no more: none of the person’s own, none added meanwhile', async () => {
    const { bancheState: banche, rete, loadBanche } = await openPage(null)
    const own = makeBanca({ id_concorso: PROPRIE_FROM })
    elenca = async () => ok([BANCA, own])
    rete.online = true
    chiama = async () => {
      banche.list = [BANCA, ALTRA, own]
      return ok({ elementi: [] })
    }
    await loadBanche()
    expect(registered).toMatchObject({ banche: [], assenti: [BANCA.id_concorso] })
  })

  it('[BK2] deletes the file, then on the server, then the row: a page closed between leaves no bank that only this device lists', async () => {
    const { rete, deleteBanca } = await openPage(null)
    rete.online = true
    chiama = async (nome) => {
      acts.push(nome)
      return nome === 'elimina_concorso' && acts.length > 3 ? fail('RETE_ASSENTE') : ok(null)
    }
    acts.length = 0
    expect(await deleteBanca(BANCA.id_concorso, true)).toEqual(ok(null))
    expect(acts).toEqual(['store: file', 'elimina_concorso', 'store: list'])
    expect(await deleteBanca(BANCA.id_concorso, true)).toMatchObject({ ok: false, error: { codice: 'RETE_ASSENTE' } })
    expect(acts.slice(3)).toEqual(['store: file', 'elimina_concorso'])
  })

  it('the code of the store does not come: told as a store that does not open', async () => {
    apri = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
    const { bancheState: banche, store: archivio, loadBanche, openStore: openArchivio } = await openPage(null)
    await loadBanche()
    expect(banche).toMatchObject({ fase: 'guasto', error: { codice: 'ARCHIVIO_NON_APERTO' }, list: [] })
    expect(archivio.stato).toBe('guasto')
    apri = async () => aperta([BANCA])
    await openArchivio()
    await vi.waitFor(() => expect(banche).toMatchObject({ fase: 'pronte', list: [BANCA] }))
  })

  it('a store that has nothing any more and a server that does not answer: no picture of what cannot be opened', async () => {
    apri = async () => aperta([])
    const { bancheState: banche, rete, loadBanche } = await openPage([BANCA])
    rete.online = true
    await loadBanche()
    expect(banche).toMatchObject({ fase: 'guasto', error: { codice: 'RETE_ASSENTE' }, list: [] })
  })

  it('without a network a list that the store does not give is told', async () => {
    elenca = async () => fail('INDEXEDDB_GENERIC_ERROR')
    const { bancheState: banche, rete, loadBanche } = await openPage([BANCA])
    rete.online = false
    await loadBanche()
    expect(banche).toMatchObject({ fase: 'guasto', error: { codice: 'INDEXEDDB_GENERIC_ERROR' }, list: [BANCA] })
  })

  it('an address without a number opens the one in hand of its kind, never one without questions here [RT4][RT12]', async () => {
    const used = (id_concorso: number, ultimo_uso: string) =>
      makeBanca({ id_concorso, selezionata: false, ultimo_uso: `2026-11-${ultimo_uso}T10:00:00.000+01:00` })
    const list = [used(1, '20'), used(2, '21'), { ...used(3, '22'), n_domande: 0 }, { ...BANCA, id_concorso: -4 }]
    elenca = async () => ok(list)
    const { rete } = await openPage(null)
    rete.online = false
    const { lastBanca } = await import('#src/domain/banca-state')
    expect([await lastBanca(false), await lastBanca(true)]).toEqual([2, -4])
    const { hideBanca, reloadBanche } = await import('#src/domain/banche-state')
    hideBanca(2, true)
    expect(await lastBanca(false)).toBe(1)
    elenca = async () => ok([{ ...used(3, '22'), n_domande: 0 }])
    await reloadBanche()
    expect([await lastBanca(false), await lastBanca(true)]).toEqual([null, null])
  })

  it('[BK4] a bank opened by its address asks the server for updates, once while its list is fresh', async () => {
    const asked: string[] = []
    chiama = async (nome) => {
      asked.push(nome)
      return nome.endsWith('_utente') ? ok({ elementi: [], totale: 0 }) : fail('RETE_ASSENTE')
    }
    const { rete } = await openPage([BANCA])
    rete.online = true
    const { refreshBanche } = await import('#src/domain/banche-state')
    registered = null
    await refreshBanche()
    expect([asked.filter((n) => n === 'concorsi_utente').length, registered]).not.toEqual([0, null])
    const before = asked.length
    await refreshBanche()
    expect(asked.length).toBe(before)
  })

  it('what changed while the list was not here is in the list that comes; a failure that is told stays', async () => {
    elenca = async () => ok([])
    const { bancheState: banche, loadBanche, followBanche, reloadBanche } = await openPage(null)
    apri = async () => aperta([])
    await loadBanche()
    expect(banche.fase).toBe('guasto')
    followBanche({ tipo: 'giornale' })
    await Promise.resolve()
    expect(banche).toMatchObject({ fase: 'guasto', error: { codice: 'RETE_ASSENTE' } })
    // Read before the change, shown after it.
    const answers = [ok([BANCA]), ok([BANCA, ALTRA])]
    elenca = async () => answers.shift() ?? ok([BANCA, ALTRA])
    await reloadBanche()
    await vi.waitFor(() => expect(banche.list).toEqual([BANCA, ALTRA]))
    expect(banche.error).toBe(null)
  })

  it('what other devices answered is shown also where a later page of it did not come', async () => {
    const { bancheState, rete, loadBanche, refreshRecords } = await openPage(null)
    rete.online = false
    await loadBanche()
    const { registerSync } = await import('#src/sync/requests')
    const pull = vi.fn(async (): Promise<Result<{ cambiate: number }>> => fail('REMOTE_REQUEST_FAILED'))
    registerSync({ changed: () => {}, pull })
    elenca = async () => ok([BANCA, ALTRA])
    expect([await refreshRecords(12), pull.mock.calls.length, bancheState.list.length]).toEqual([false, 0, 1])
    rete.online = true
    vi.useFakeTimers()
    const shown = refreshRecords(12)
    await vi.advanceTimersByTimeAsync(3000)
    vi.useRealTimers()
    expect([await shown, pull.mock.calls.length, bancheState.list.length]).toEqual([true, 4, 2])
    elenca = async () => ok([BANCA])
    pull.mockResolvedValue(ok({ cambiate: 0 }))
    expect([await refreshRecords(12), bancheState.list.length]).toEqual([false, 2])
  })

  it('without a store it opens none', async () => {
    apri = async () => fail('ARCHIVIO_NON_APERTO')
    await openPage([BANCA])
    const { lastBanca } = await import('#src/domain/banca-state')
    expect(await lastBanca(false)).toBeNull()
  })

  it('an opening that fails for an account that left says nothing to the next', async () => {
    const fallisci: (() => void)[] = []
    apri = () => new Promise((done) => void fallisci.push(() => done(fail('ARCHIVIO_NON_APERTO'))))
    const { bancheState: banche, sessione, loadBanche } = await openPage([BANCA])
    const prima = loadBanche()
    await vi.waitFor(() => expect(fallisci).toHaveLength(1))
    sessione.credentials = account(8)
    await vi.waitFor(() => expect(banche.fase).toBe('mai'))
    fallisci[0]?.()
    await prima
    expect(banche).toMatchObject({ fase: 'mai', error: null })
  })
})

it('the share seen stands beside the count from one in a hundred', async () => {
  const { bancheText } = await import('#src/text/banche')
  expect(bancheText.viste(1, 12_132, 0.01)).toBe('1 vista su 12.132')
  expect(bancheText.viste(16, 125, 12.8)).toBe('16 viste su 125, il 13%')
})
