import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Database, SEVERAL_BANCHE } from '#contract/database'
import { ok } from '#contract/result'
import { hrefOrigin, hrefRicerca, keepRicerca } from '#src/domain/hrefs'
import { readRiepilogo } from '#src/features/sedute/riepilogo/read-riepilogo'
import {
  answer,
  closeSeduta,
  goToPlace,
  isPreferitaAt,
  openSeduta,
  sedutaState,
} from '#src/features/sedute/seduta-state'
import { toggleShownPreferita } from '#src/features/sedute/toggle-preferita'
import { closeError, notices } from '#src/session/notices'
import { memoryPlatform } from '#tests/workers/memory'
import { createDatabase } from '#workers/store/database'
import { creaBanca, giusta, nuovaSeduta, orologio, sbagliata, serve, UTENTE, value } from '../workers/mondo.ts'

let db: Database
vi.mock('../../src/store/opening.ts', async () => ({
  withStore: async () => ok(db),
  openStore: async () => ok({}),
  store: (await import('valtio')).proxy({ stato: 'aperto' }),
}))

/** A sitting of 24 questions, one of each of two banks by turns, on the real store in memory. */
async function open() {
  const [prima, seconda] = await Promise.all([creaBanca({ n: 20 }), creaBanca({ id_concorso: 2, n: 20 })])
  db = createDatabase(memoryPlatform({ fetch: serve(prima, seconda) }))
  const at = orologio()
  value(await db.open({ id_utente: UTENTE }))
  for (const { concorso } of [prima, seconda]) value(await db.downloadBanca({ concorso, at: at() }, () => {}))
  const scelte = Int32Array.from({ length: 24 }, (_, i) => (1 + (i % 2)) * 100_000 + 1 + (i >> 1))
  const chiesta = nuovaSeduta({
    at: at(),
    scelte,
    id_concorso: SEVERAL_BANCHE,
    filtro: { id_concorso: SEVERAL_BANCHE },
  })
  const seduta = value(await db.createSeduta(chiesta))
  await openSeduta(seduta.id)
  return { seduta, seconda }
}
const guasti = () => notices.errors.map((a) => a.error.codice)

beforeEach(() => {
  closeSeduta()
  while (notices.errors.length > 0) closeError()
})

describe('a sitting over two banks', () => {
  it('shows, answers and marks each question in its own bank', async () => {
    await open()
    expect(sedutaState.domanda).toMatchObject({ id_domanda: 100_001, id_concorso: 1 })
    await answer(giusta(1))
    await goToPlace(1)
    expect(sedutaState.domanda).toMatchObject({ id_domanda: 200_001, id_concorso: 2 })
    await answer(sbagliata(1))
    await toggleShownPreferita()
    expect(guasti()).toEqual([])
    expect([sedutaState.corrette, sedutaState.errate]).toEqual([1, 1])
    const [domanda] = value(await db.readDomande({ id_concorso: 2, id_domande: [200_001] }))
    expect(domanda?.statistica).toMatchObject({ id_concorso: 2, livello_conoscenza: -2, preferiti: 1 })
  })

  it('[EX13] opens again with every answer and favourite of both', async () => {
    const { seduta } = await open()
    await toggleShownPreferita()
    await goToPlace(1)
    await toggleShownPreferita()
    await answer(giusta(1))
    closeSeduta()
    await openSeduta(seduta.id)
    expect(sedutaState).toMatchObject({ fase: 'pronta', indice: 1, corrette: 1, n: 24 })
    expect([isPreferitaAt(0), isPreferitaAt(1), isPreferitaAt(2)]).toEqual([true, true, false])
  })

  it('says which place has lost its bank, and goes on with the others', async () => {
    const { seduta, seconda } = await open()
    await answer(giusta(1))
    closeSeduta()
    value(await db.deleteBanca({ id_concorso: 2, dallaLista: false }))
    await openSeduta(seduta.id)
    await goToPlace(1)
    expect(sedutaState).toMatchObject({ domanda: null, missing: { codice: 'CONCORSO_NOT_INITIALIZED' } })
    await goToPlace(2)
    expect(sedutaState).toMatchObject({ domanda: { id_domanda: 100_002 }, missing: null })
    await answer(giusta(2))
    await goToPlace(23)
    expect(sedutaState.missing).not.toBeNull()
    expect(guasti()).toEqual([])
    expect(sedutaState.corrette).toBe(2)
    value(await db.downloadBanca({ concorso: seconda.concorso, at: '2026-11-22T09:00:00.000+01:00' }, () => {}))
    await goToPlace(1)
    expect(sedutaState).toMatchObject({ domanda: { id_domanda: 200_001 }, missing: null })
  })

  it('its summary tells both banks, and only what is left when one is removed', async () => {
    const { seduta } = await open()
    await answer(sbagliata(1))
    await goToPlace(1)
    await answer(sbagliata(1))
    const intero = value(await readRiepilogo(seduta.id))
    expect(intero).toMatchObject({ nome: null, n: 24 })
    expect([...intero.errate]).toEqual([...seduta.id_domande.slice(0, 2)])
    expect([...intero.non_date]).toEqual([...seduta.id_domande.slice(2)])
    expect(intero.righe.map((r) => r.domanda.id_domanda)).toEqual([...seduta.id_domande])
    value(await db.deleteBanca({ id_concorso: 1, dallaLista: true }))
    const resto = value(await readRiepilogo(seduta.id))
    expect(resto.righe.map((r) => r.indice)).toEqual([...Array(12).keys()].map((i) => 2 * i + 1))
    expect(resto).toMatchObject({ n: 24 })
    expect(resto.errate).toHaveLength(1)
    expect(resto.seduta.risposte).toHaveLength(2)
  })

  it('leads back to the search that it came from', () => {
    keepRicerca('q=accesso')
    expect(hrefOrigin(SEVERAL_BANCHE)).toBe('/ricerca?q=accesso')
    expect(hrefRicerca('')).toBe('/ricerca')
    expect(hrefOrigin(4)).toBe('/banca-dati?id_concorso=4')
  })
})
