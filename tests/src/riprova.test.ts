import { beforeEach, expect, it, vi } from 'vitest'
import { fail, ok } from '#contract/result'
import {
  answer,
  goToPlace,
  openSeduta,
  setSedutaStato,
  sedutaState as sullo_schermo,
} from '#src/features/sedute/seduta-state'
import { setLivello } from '#src/features/sedute/set-livello'
import { toggleShownPreferita } from '#src/features/sedute/toggle-preferita'
import { closeError } from '#src/session/notices'
import { session } from '#src/session/session'
import { registerSync } from '#src/sync/requests'
import { giusta, value } from '../workers/mondo.ts'
import { followAccount, makeUtente, stubBrowser } from './aiuti.ts'
import { clearScreen, guasti, hang, riprova, risposte, store, twoSedute } from './riprova-mondo.ts'

vi.mock('../../src/store/opening.ts', () => ({
  // At the call: the helper imports what this stands for.
  withStore: async () => ok((await import('./riprova-mondo.ts')).store.db),
  store: { stato: 'aperto' },
}))
registerSync({ changed: () => undefined, pull: async () => ok({ cambiate: 0 }) })
stubBrowser()
beforeEach(clearScreen)

it('answers of a sitting that was left are written by trying again, all of them, the one told while it was open too', async () => {
  const { una, altra } = await twoSedute()
  await openSeduta(una.id)
  const prima = hang('answer')
  const data = answer(giusta(1))
  await prima()
  await data
  await goToPlace(1)
  const fallisci = hang('answer')
  const seconda = answer(giusta(2))
  await openSeduta(altra.id)
  await fallisci()
  await seconda
  expect(guasti()).toEqual(['ARCHIVIO_OCCUPATO'])
  riprova()
  await vi.waitFor(async () => expect(await risposte(una.id)).toHaveLength(2))
  expect(await risposte(altra.id)).toEqual([])
  expect([sullo_schermo.seduta?.id, sullo_schermo.corrette]).toEqual([altra.id, 0])
  expect(guasti()).toEqual([])
})

it('what was not tried again is not done by a later retry', async () => {
  const { una, altra } = await twoSedute()
  await openSeduta(una.id)
  const prima = hang('answer')
  const data = answer(giusta(1))
  await openSeduta(altra.id)
  await prima()
  await data
  closeError()
  const poi = hang('answer')
  const seconda = answer(giusta(1))
  await poi()
  await seconda
  riprova()
  await vi.waitFor(async () => expect(await risposte(altra.id)).toHaveLength(1))
  expect(await risposte(una.id)).toEqual([])
})

it('an end that failed ends the sitting that it was of, not the one on screen', async () => {
  const { una, altra } = await twoSedute()
  await openSeduta(una.id)
  const fallisci = hang('updateSeduta')
  const fine = setSedutaStato('consegnata')
  await openSeduta(altra.id)
  await fallisci()
  expect(await fine).toBe(false)
  riprova()
  await vi.waitFor(async () => expect(value(await store.db.readSeduta({ id: una.id })).stato).toBe('consegnata'))
  expect(value(await store.db.readSeduta({ id: altra.id })).stato).toBe('in_corso')
  expect(sullo_schermo.stato).toBe('in_corso')
})

it('a level that failed late is not set over the one chosen after it', async () => {
  const { una } = await twoSedute()
  await openSeduta(una.id)
  const fallisci = hang('setLivello', 1)
  const primo = setLivello(-1)
  await setLivello(-2)
  await fallisci()
  await primo
  riprova()
  await new Promise((done) => setTimeout(done, 20))
  expect(sullo_schermo.domanda?.statistica.livello_conoscenza).toBe(-2)
})

it('what failed for an account is not tried again in the store of the next one', async () => {
  const account = (id_utente_idoneo: number) => ({
    token: 't'.repeat(20),
    utente: makeUtente({ id_utente_idoneo }),
    ricordami: true,
    emessa: 0,
  })
  await followAccount()
  session.credentials = account(7)
  const { una } = await twoSedute()
  await openSeduta(una.id)
  const fallisci = hang('setPreferiti')
  const stella = toggleShownPreferita()
  await fallisci()
  await stella
  expect(guasti()).toEqual(['ARCHIVIO_OCCUPATO'])
  session.credentials = null
  expect(guasti()).toEqual(['ARCHIVIO_OCCUPATO'])
  session.credentials = account(8)
  expect(guasti()).toEqual([])

  // Whoever leaves makes what is under way fail, and is gone by then.
  for (const poi of [null, account(8)]) {
    session.credentials = account(7)
    const rotto = hang('setPreferiti')
    const altra = toggleShownPreferita()
    await rotto.arrivata()
    session.credentials = poi
    await rotto()
    await altra
    expect(guasti()).toEqual(poi ? [] : ['ARCHIVIO_OCCUPATO'])
    session.credentials = account(8)
    expect(guasti()).toEqual([])
  }
  session.credentials = null
})

it('an exercise ends when the answer under way is written, and not when it failed', async () => {
  const { una } = await twoSedute()
  await openSeduta(una.id)
  const fallisci = hang('answer')
  const data = answer(giusta(1))
  const fine = setSedutaStato('consegnata')
  await fallisci()
  await data
  expect(await fine).toBe(false)
  riprova()
  expect(await setSedutaStato('consegnata')).toBe(true)
  expect(await risposte(una.id)).toHaveLength(1)
  expect(guasti()).toEqual([])
})

it('an answer that was not written is told, also where a question that could not be read is told already', async () => {
  const { una } = await twoSedute()
  await openSeduta(una.id)
  const leggi = hang('readDomande')
  const altrove = goToPlace(40)
  await leggi(1, fail('INDEXEDDB_GENERIC_ERROR', { dati: { disco: 'lettura' } }))
  await altrove
  expect(guasti()).toEqual(['INDEXEDDB_GENERIC_ERROR'])
  await goToPlace(0)
  const rispondi = hang('answer')
  const data = answer(giusta(1))
  await rispondi(1, fail('INDEXEDDB_GENERIC_ERROR'))
  await data
  expect(guasti()).toEqual(['INDEXEDDB_GENERIC_ERROR', 'INDEXEDDB_GENERIC_ERROR'])
  closeError()
  riprova()
  await vi.waitFor(async () => expect(await risposte(una.id)).toHaveLength(1))
})
