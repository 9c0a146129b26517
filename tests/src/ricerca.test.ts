import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#contract/database'
import { fail, ok } from '#contract/result'
import { STATI_RISPOSTA } from '#rules/filtro'
import { LIVELLI } from '#rules/livello'
import { PROPRIE_FROM, PROPRIE_TO } from '#rules/raccolta'
import { activeFilters } from '#src/features/ricerca/active-filters'
import {
  CHIAVE_VALUES,
  countRicercaFilters,
  formatRicercaFilters,
  fromRicercaFiltro,
  NO_RICERCA_FILTERS,
  parseRicercaFilters,
  RICERCA_ORDINI,
  type RicercaFilters,
  STATO_VALUES,
  toRicercaFiltro,
  WORD_MATCHES,
  withoutRicercaFilters,
} from '#src/features/ricerca/filters'
import { leaveRicerca, ricercaState, searchRicerca } from '#src/features/ricerca/ricerca-state'
import { createRows, ROWS_PER_PAGE } from '#src/features/ricerca/rows'
import {
  deleteFilter,
  loadSavedFilters,
  renameFilter,
  savedFilters,
  saveFilter,
} from '#src/features/ricerca/saved-state'
import { closeError, closeToast, notices } from '#src/session/notices'
import { tellStoreChange } from '#src/store/changes'
import { apri, value } from '../workers/mondo.ts'

let db: Database
vi.mock('../../src/store/opening.ts', async () => ({
  withStore: async () => ok(db),
  openStore: async () => ok({}),
  store: (await import('valtio')).proxy({ stato: 'aperto' }),
}))
beforeEach(() => {
  leaveRicerca()
  while (notices.errors.length > 0) closeError()
})

it('a search under way when the screen is left ends there, and the next one is run', async () => {
  const { db: vero } = await apri()
  let libera = () => {}
  let chieste = 0
  db = new Proxy(vero, {
    get: (di, nome) =>
      nome === 'searchDomande'
        ? async (args: Parameters<Database['searchDomande']>[0]) => {
            chieste++
            if (chieste === 1) await new Promise<void>((r) => (libera = r))
            return di.searchDomande(args)
          }
        : Reflect.get(di, nome),
  })
  const prima = searchRicerca({ filtro: { testo: 'legge' }, ordine: 'UFFICIALE', seme: 1 })
  await vi.waitFor(() => expect(chieste).toBe(1))
  leaveRicerca()
  libera()
  await prima
  expect([chieste, ricercaState.fase]).toEqual([1, 'mai'])
  await searchRicerca({ filtro: { testo: 'atto' }, ordine: 'UFFICIALE', seme: 1 })
  expect([chieste, ricercaState.fase]).toEqual([2, 'pronta'])
})

const parte = <T>(valori: readonly T[]) => fc.uniqueArray(fc.constantFrom(...valori))
const id = fc.oneof(fc.integer({ min: 1, max: PROPRIE_TO }), fc.integer({ min: PROPRIE_FROM, max: PROPRIE_TO }))
const posizione = fc.option(fc.integer({ min: 1, max: 999_999 }), { nil: null })
const filtri: fc.Arbitrary<RicercaFilters> = fc.record({
  testo: fc.string({ maxLength: 60 }).map((s) => s.trim()),
  trova: fc.constantFrom(...WORD_MATCHES),
  concorsi: fc.uniqueArray(id, { maxLength: 5 }),
  materie: fc.uniqueArray(fc.oneof(fc.constant(0), id), { maxLength: 5 }),
  livelli: parte(LIVELLI),
  risposte: parte(STATI_RISPOSTA),
  chiavi: parte(CHIAVE_VALUES),
  stati: parte(STATO_VALUES),
  argomenti: fc.uniqueArray(id, { maxLength: 5 }),
  preferite: fc.boolean(),
  figura: fc.constantFrom(true, false, null),
  da: posizione,
  a: posizione,
  ordine: fc.constantFrom(...RICERCA_ORDINI),
  seme: fc.constant(0),
})

describe('the address of a search', () => {
  it('[RT37] says everything that is asked', () => {
    fc.assert(fc.property(filtri, (f) => void expect(parseRicercaFilters(`?${formatRicercaFilters(f)}`)).toEqual(f)))
  })

  it('keeps the seed of a shuffled order, whole, and of no other', () => {
    const f = { ...NO_RICERCA_FILTERS, seme: 2 ** 32 - 1 }
    expect(parseRicercaFilters(formatRicercaFilters({ ...f, ordine: 'CASUALE' })).seme).toBe(2 ** 32 - 1)
    expect(formatRicercaFilters({ ...f, ordine: 'ALFABETICO' })).toBe('ordine=ALFABETICO')
  })

  it.each(['livelli=7,-2,x', 'trova=NIENTE&livelli=-2', 'livelli=-2&figura=forse&ix_start=-4&banche=0,a'])(
    'leaves out what it does not understand: %s',
    (search) => expect(formatRicercaFilters(parseRicercaFilters(search))).toBe('livelli=-2'),
  )

  it('a search that is kept comes back the same', () => {
    const unquoted = filtri.filter((f) => !f.testo.includes('"') && (f.testo !== '' || f.trova === 'ALL'))
    fc.assert(fc.property(unquoted, (f) => void expect(fromRicercaFiltro(toRicercaFiltro(f), f.ordine, 0)).toEqual(f)))
  })

  it('a sentence goes to the store between quotes', () => {
    const f: RicercaFilters = { ...NO_RICERCA_FILTERS, testo: 'accesso «civico', trova: 'FRASE' }
    expect(toRicercaFiltro(f)).toEqual({ testo: '"accesso civico"', corrispondenza: 'ALL' })
  })
})

describe('the filters that are on', () => {
  it('every one has a chip that takes it off, and without any nothing is left', () => {
    fc.assert(
      fc.property(filtri, (f) => {
        let resto = f
        for (let giri = 0; giri < 60; giri++) {
          const [prima] = activeFilters(resto, null, new Map())
          if (!prima) break
          resto = { ...resto, ...prima.without }
        }
        expect(countRicercaFilters(resto)).toBe(0)
        expect(countRicercaFilters(withoutRicercaFilters(f))).toBe(0)
      }),
    )
  })
})

describe('rows read as they come into view', () => {
  const trovate = {
    id_domande: Int32Array.from({ length: 1000 }, (_, i) => 100_001 + i),
    id_concorsi: new Int32Array(1000).fill(1),
    posizioni: new Int32Array(1000),
  }
  const domande = (ids: readonly number[]) => ids.map((n) => ({ id_domanda: n, statistica: {} }) as never)

  it('reads the pages around the view, the one in sight first, each once', async () => {
    const lette: number[] = []
    const righe = createRows(async (_, ids) => {
      lette.push(ids[0] as number)
      return ok(domande(ids))
    })
    righe.show(trovate, () => {})
    expect(righe.at(0)).toBeNull()
    righe.want(0, 8)
    righe.want(2, 10)
    await vi.waitFor(() => expect(righe.at(7)?.id_domanda).toBe(100_008))
    righe.want(30, 38)
    await vi.waitFor(() => expect(righe.at(55)?.id_domanda).toBe(100_056))
    expect(lette).toEqual([100_001, 100_001 + ROWS_PER_PAGE])
  })

  it('questions that came with the list are there at once and are not read again', async () => {
    const lette: number[] = []
    const righe = createRows(async (_, ids) => {
      lette.push(ids[0] as number)
      return ok(domande(ids))
    })
    righe.show(trovate, () => {}, domande([...trovate.id_domande.subarray(0, ROWS_PER_PAGE)]))
    expect(righe.at(7)?.id_domanda).toBe(100_008)
    righe.want(30, 38)
    await vi.waitFor(() => expect(righe.at(55)?.id_domanda).toBe(100_056))
    expect(lette).toEqual([100_001 + ROWS_PER_PAGE])
  })

  it('pages flown over are never read', async () => {
    vi.useFakeTimers()
    const lette: number[] = []
    const righe = createRows(async (_, ids) => {
      lette.push(((ids[0] as number) - 100_001) / ROWS_PER_PAGE)
      return ok(domande(ids))
    })
    righe.show(trovate, () => {})
    for (let da = 60; da < 900; da += 60) righe.want(da, da + 8)
    await vi.runAllTimersAsync()
    vi.useRealTimers()
    expect(lette).toEqual([16, 17])
  })

  it('an answer to another search is not shown', async () => {
    let finish = (): void => {}
    const righe = createRows(
      (_, ids) =>
        new Promise((done) => {
          finish = () => done(ok(domande(ids)))
        }),
    )
    righe.show(trovate, () => {})
    righe.want(0, 8)
    righe.show({ ...trovate, id_domande: trovate.id_domande.map((n) => n + 5000) }, () => {})
    finish()
    await Promise.resolve()
    expect(righe.at(0)).toBeNull()
  })

  it('questions that are gone make the search start again; another failure is told, once, with a way on', async () => {
    let esito: Awaited<ReturnType<Parameters<typeof createRows>[0]>> = fail('CONCORSO_NOT_INITIALIZED')
    const righe = createRows(async () => esito)
    const sparite = vi.fn()
    righe.show(trovate, sparite)
    righe.want(0, 8)
    await vi.waitFor(() => expect(sparite).toHaveBeenCalledTimes(1))
    esito = fail('INDEXEDDB_GENERIC_ERROR')
    righe.show(trovate, sparite)
    righe.want(0, 8)
    await vi.waitFor(() => expect(notices.errors.map((a) => a.error.codice)).toEqual(['INDEXEDDB_GENERIC_ERROR']))
    esito = ok(domande([...trovate.id_domande.subarray(0, ROWS_PER_PAGE)]))
    notices.errors[0]?.actions.riprova?.()
    await vi.waitFor(() => expect(righe.at(0)?.id_domanda).toBe(100_001))
  })
})

describe('the search on screen', () => {
  it('[VA11] shows what the store finds, with its counts; only the newest question is asked', async () => {
    db = (await apri()).db
    const vero = db
    const chieste: (string | undefined)[] = []
    db = {
      ...vero,
      searchDomande: (a) => {
        chieste.push(a.filtro.testo)
        return vero.searchDomande(a)
      },
    }
    const ask = (testo: string) => searchRicerca({ filtro: { testo }, ordine: 'UFFICIALE', seme: 0 })
    await Promise.all([ask('q'), ask('qu'), ask('quesito 5')])
    expect(chieste).toEqual(['q', 'quesito 5'])
    const attese = value(await vero.searchDomande({ filtro: { testo: 'quesito 5' }, ordine: 'UFFICIALE', seme: 0 }))
    expect([...(ricercaState.trovate?.id_domande ?? [])]).toEqual([...attese.id_domande])
    expect(ricercaState.counts?.totale).toBe(attese.id_domande.length)
    expect(attese.id_domande.length).toBeGreaterThan(0)
  })

  it('a favourite marked in another tab is counted here', async () => {
    db = (await apri()).db
    await searchRicerca({ filtro: {}, ordine: 'UFFICIALE', seme: 0 })
    expect(ricercaState.counts?.preferiti).toBe(0)
    const at = '2026-11-21T12:00:00.000+01:00'
    const args = { id_concorso: 1, id_domanda: 100_001, preferiti: true, at, id_evento: 'altrove' }
    const statistica = value(await db.setPreferiti(args))
    tellStoreChange({ tipo: 'record', id_evento: 'altrove', statistica, id_seduta: null, risposta: null })
    await vi.waitFor(() => expect(ricercaState.counts?.preferiti).toBe(1))
  })

  it('a bank removed in another tab leaves what was found', async () => {
    db = (await apri()).db
    await searchRicerca({ filtro: {}, ordine: 'UFFICIALE', seme: 0 })
    expect(ricercaState.trovate?.id_domande.length).toBe(60)
    value(await db.deleteBanca({ id_concorso: 1, dallaLista: false }))
    tellStoreChange({ tipo: 'banche' })
    await vi.waitFor(() => expect(ricercaState.trovate?.id_domande.length).toBe(0))
  })

  it('a failure is kept for the screen to tell', async () => {
    db = { ...(await apri()).db, searchDomande: async () => fail('INDEXEDDB_GENERIC_ERROR') }
    await searchRicerca({ filtro: {}, ordine: 'UFFICIALE', seme: 0 })
    expect(ricercaState).toMatchObject({ fase: 'guasto', error: { codice: 'INDEXEDDB_GENERIC_ERROR' } })
  })
})

describe('saved searches', () => {
  it('the same name replaces, another renames, a deletion can be taken back', async () => {
    db = (await apri()).db
    await saveFilter('Errori', { filtro: { livelli: [-2] }, ordine: 'ESATTE' })
    await saveFilter(' errori', { filtro: { livelli: [-1] }, ordine: 'UFFICIALE' })
    expect(savedFilters.list.map((f) => [f.nome, f.filtro, f.ordine])).toEqual([
      ['errori', { livelli: [-1] }, 'UFFICIALE'],
    ])
    const [primo] = savedFilters.list
    await renameFilter(primo!, 'Da rifare')
    expect(savedFilters.list.map((f) => f.nome)).toEqual(['Da rifare'])
    const [dopo] = savedFilters.list
    await deleteFilter(dopo!, 'eliminata')
    expect(savedFilters.list).toEqual([])
    closeToast(true)
    await vi.waitFor(() => expect(savedFilters.list).toEqual([dopo]))
    await loadSavedFilters()
    expect(savedFilters.list).toEqual([dopo])
    // Another search has taken the name meanwhile.
    await deleteFilter(dopo!, 'eliminata')
    await saveFilter('da rifare', { filtro: { livelli: [0] }, ordine: 'UFFICIALE' })
    closeToast(true)
    await vi.waitFor(() => expect(savedFilters.list.map((f) => f.nome)).toEqual(['da rifare', 'Da rifare (2)']))
  })
})
