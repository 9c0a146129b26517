import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#contract/database'
import { fail, ok } from '#contract/result'
import { STATI_RISPOSTA } from '#rules/filtro'
import { LIVELLI } from '#rules/livello'
import { etichette } from '#src/screens/ricerca/etichette'
import {
  CHIAVI,
  CORRISPONDENZE,
  countFiltri,
  type Filtri,
  formatFiltri,
  fromFiltro,
  ORDINI,
  parseFiltri,
  SENZA_FILTRI,
  STATI,
  toFiltro,
  withoutFiltri,
} from '#src/screens/ricerca/filtri'
import { avvisi, closeGuasto, closeToast } from '#src/state/avvisi'
import { deleteFiltro, loadFiltri, renameFiltro, salvati, saveFiltro } from '#src/state/filtri-salvati'
import { tellNovita } from '#src/state/novita'
import { leaveRicerca, ricerca, searchRicerca } from '#src/state/ricerca'
import { createRighe, PAGINA } from '#src/state/righe'
import { apri, valore } from '../workers/mondo.ts'

let db: Database
vi.mock('../../src/state/archivio.ts', async () => ({
  withArchivio: async () => ok(db),
  openArchivio: async () => ok({}),
  archivio: (await import('valtio')).proxy({ stato: 'aperto' }),
}))
beforeEach(() => {
  leaveRicerca()
  while (avvisi.attenzione.length > 0) closeGuasto()
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
  expect([chieste, ricerca.fase]).toEqual([1, 'mai'])
  await searchRicerca({ filtro: { testo: 'atto' }, ordine: 'UFFICIALE', seme: 1 })
  expect([chieste, ricerca.fase]).toEqual([2, 'pronta'])
})

const parte = <T>(valori: readonly T[]) => fc.uniqueArray(fc.constantFrom(...valori))
const id = fc.integer({ min: 1, max: 999_999_999 })
const posizione = fc.option(fc.integer({ min: 1, max: 999_999 }), { nil: null })
const filtri: fc.Arbitrary<Filtri> = fc.record({
  testo: fc.string({ maxLength: 60 }).map((s) => s.trim()),
  trova: fc.constantFrom(...CORRISPONDENZE),
  concorsi: fc.uniqueArray(id, { maxLength: 5 }),
  materie: fc.uniqueArray(fc.oneof(fc.constant(0), id), { maxLength: 5 }),
  livelli: parte(LIVELLI),
  risposte: parte(STATI_RISPOSTA),
  chiavi: parte(CHIAVI),
  stati: parte(STATI),
  preferite: fc.boolean(),
  figura: fc.constantFrom(true, false, null),
  da: posizione,
  a: posizione,
  ordine: fc.constantFrom(...ORDINI),
  seme: fc.constant(0),
})

describe('the address of a search', () => {
  it('[RT37] says everything that is asked', () => {
    fc.assert(fc.property(filtri, (f) => void expect(parseFiltri(`?${formatFiltri(f)}`)).toEqual(f)))
  })

  it('keeps the seed of a shuffled order, and of no other', () => {
    const f = { ...SENZA_FILTRI, seme: 77 }
    expect(parseFiltri(formatFiltri({ ...f, ordine: 'CASUALE' })).seme).toBe(77)
    expect(formatFiltri({ ...f, ordine: 'ALFABETICO' })).toBe('ordine=ALFABETICO')
  })

  it.each(['livelli=7,-2,x', 'trova=NIENTE&livelli=-2', 'livelli=-2&figura=forse&ix_start=-4&banche=0,-1,a'])(
    'leaves out what it does not understand: %s',
    (search) => expect(formatFiltri(parseFiltri(search))).toBe('livelli=-2'),
  )

  it('a search that is kept comes back the same', () => {
    const unquoted = filtri.filter((f) => !f.testo.includes('"') && (f.testo !== '' || f.trova === 'ALL'))
    fc.assert(fc.property(unquoted, (f) => void expect(fromFiltro(toFiltro(f), f.ordine, 0)).toEqual(f)))
  })

  it('a sentence goes to the store between quotes', () => {
    const f: Filtri = { ...SENZA_FILTRI, testo: 'accesso «civico', trova: 'FRASE' }
    expect(toFiltro(f)).toEqual({ testo: '"accesso civico"', corrispondenza: 'ALL' })
  })
})

describe('the filters that are on', () => {
  it('every one has a chip that takes it off, and without any nothing is left', () => {
    fc.assert(
      fc.property(filtri, (f) => {
        let resto = f
        for (let giri = 0; giri < 60; giri++) {
          const [prima] = etichette(resto, null)
          if (!prima) break
          resto = { ...resto, ...prima.senza }
        }
        expect(countFiltri(resto)).toBe(0)
        expect(countFiltri(withoutFiltri(f))).toBe(0)
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
    const righe = createRighe(async (_, ids) => {
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
    expect(lette).toEqual([100_001, 100_001 + PAGINA])
  })

  it('pages flown over are never read', async () => {
    vi.useFakeTimers()
    const lette: number[] = []
    const righe = createRighe(async (_, ids) => {
      lette.push(((ids[0] as number) - 100_001) / PAGINA)
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
    const righe = createRighe(
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
    let esito: Awaited<ReturnType<Parameters<typeof createRighe>[0]>> = fail('CONCORSO_NOT_INITIALIZED')
    const righe = createRighe(async () => esito)
    const sparite = vi.fn()
    righe.show(trovate, sparite)
    righe.want(0, 8)
    await vi.waitFor(() => expect(sparite).toHaveBeenCalledTimes(1))
    esito = fail('INDEXEDDB_GENERIC_ERROR')
    righe.show(trovate, sparite)
    righe.want(0, 8)
    await vi.waitFor(() => expect(avvisi.attenzione.map((a) => a.guasto.codice)).toEqual(['INDEXEDDB_GENERIC_ERROR']))
    esito = ok(domande([...trovate.id_domande.subarray(0, PAGINA)]))
    avvisi.attenzione[0]?.vie.riprova?.()
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
    const attese = valore(await vero.searchDomande({ filtro: { testo: 'quesito 5' }, ordine: 'UFFICIALE', seme: 0 }))
    expect([...(ricerca.trovate?.id_domande ?? [])]).toEqual([...attese.id_domande])
    expect(ricerca.conteggi?.totale).toBe(attese.id_domande.length)
    expect(attese.id_domande.length).toBeGreaterThan(0)
  })

  it('a favourite marked in another tab is counted here', async () => {
    db = (await apri()).db
    await searchRicerca({ filtro: {}, ordine: 'UFFICIALE', seme: 0 })
    expect(ricerca.conteggi?.preferiti).toBe(0)
    const at = '2026-11-21T12:00:00.000+01:00'
    const args = { id_concorso: 1, id_domanda: 100_001, preferiti: true, at, id_evento: 'altrove' }
    const statistica = valore(await db.setPreferiti(args))
    tellNovita({ tipo: 'record', id_evento: 'altrove', statistica, id_seduta: null, risposta: null })
    await vi.waitFor(() => expect(ricerca.conteggi?.preferiti).toBe(1))
  })

  it('a bank removed in another tab leaves what was found', async () => {
    db = (await apri()).db
    await searchRicerca({ filtro: {}, ordine: 'UFFICIALE', seme: 0 })
    expect(ricerca.trovate?.id_domande.length).toBe(60)
    valore(await db.deleteBanca({ id_concorso: 1, dallaLista: false }))
    tellNovita({ tipo: 'banche' })
    await vi.waitFor(() => expect(ricerca.trovate?.id_domande.length).toBe(0))
  })

  it('a failure is kept for the screen to tell', async () => {
    db = { ...(await apri()).db, searchDomande: async () => fail('INDEXEDDB_GENERIC_ERROR') }
    await searchRicerca({ filtro: {}, ordine: 'UFFICIALE', seme: 0 })
    expect(ricerca).toMatchObject({ fase: 'guasto', guasto: { codice: 'INDEXEDDB_GENERIC_ERROR' } })
  })
})

describe('saved searches', () => {
  it('the same name replaces, another renames, a deletion can be taken back', async () => {
    db = (await apri()).db
    await saveFiltro('Errori', { livelli: [-2] }, 'ESATTE')
    await saveFiltro(' errori', { livelli: [-1] }, 'UFFICIALE')
    expect(salvati.elenco.map((f) => [f.nome, f.filtro, f.ordine])).toEqual([
      ['errori', { livelli: [-1] }, 'UFFICIALE'],
    ])
    const [primo] = salvati.elenco
    await renameFiltro(primo!, 'Da rifare')
    expect(salvati.elenco.map((f) => f.nome)).toEqual(['Da rifare'])
    const [dopo] = salvati.elenco
    await deleteFiltro(dopo!, 'eliminata')
    expect(salvati.elenco).toEqual([])
    closeToast(true)
    await vi.waitFor(() => expect(salvati.elenco).toEqual([dopo]))
    await loadFiltri()
    expect(salvati.elenco).toEqual([dopo])
    // Another search has taken the name meanwhile.
    await deleteFiltro(dopo!, 'eliminata')
    await saveFiltro('da rifare', { livelli: [0] }, 'UFFICIALE')
    closeToast(true)
    await vi.waitFor(() => expect(salvati.elenco.map((f) => f.nome)).toEqual(['da rifare', 'Da rifare (2)']))
  })
})
