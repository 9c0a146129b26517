import { expect, it, vi } from 'vitest'
import { fail, ok, type Result } from '#contract/result'
import { followAccount, makeUtente, stubBrowser } from './aiuti.ts'

let elenco: Result<unknown>
vi.mock('../../src/store/opening.ts', () => ({
  withStore: async () => ok({ listFiltri: async () => elenco, listModelli: async () => elenco }),
  store: { stato: 'aperto' },
}))

it('saved searches and trials of an account are not seen by the next one, not even when its store does not open (D29)', async () => {
  stubBrowser()
  const { session: sessione } = await import('#src/session/session')
  const { savedFilters: salvati, loadSavedFilters: loadFiltri } = await import('#src/features/ricerca/saved-state')
  const { modelliState: modelli, loadModelli } = await import('#src/features/prove/modelli')
  const account = (id_utente_idoneo: number) => ({
    token: 't'.repeat(20),
    utente: makeUtente({ id_utente_idoneo }),
    ricordami: true,
    emessa: 0,
  })
  await followAccount()
  sessione.credentials = account(7)
  elenco = ok([{ id: 'a', nome: 'di Anna' }])
  await Promise.all([loadFiltri(), loadModelli()])
  expect([salvati.list.length, modelli.list.length]).toEqual([1, 1])
  sessione.credentials = account(8)
  elenco = fail('ARCHIVIO_OCCUPATO')
  await Promise.all([loadFiltri(), loadModelli()])
  expect([salvati.list, modelli.list, salvati.loaded]).toEqual([[], [], false])
})
