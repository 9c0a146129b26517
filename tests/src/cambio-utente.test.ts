import { expect, it, vi } from 'vitest'
import { fail, ok, type Result } from '#contract/result'
import { makeUtente, stubBrowser } from './aiuti.ts'

let elenco: Result<unknown>
vi.mock('../../src/state/archivio.ts', () => ({
  withArchivio: async () => ok({ listFiltri: async () => elenco, listModelli: async () => elenco }),
  archivio: { stato: 'aperto' },
}))

it('saved searches and trials of an account are not seen by the next one, not even when its store does not open (D29)', async () => {
  stubBrowser()
  const { sessione } = await import('#src/state/credenziale')
  const { salvati, loadFiltri } = await import('#src/state/filtri-salvati')
  const { modelli, loadModelli } = await import('#src/state/modelli-prova')
  const account = (id_utente_idoneo: number) => ({
    token: 't'.repeat(20),
    utente: makeUtente({ id_utente_idoneo }),
    ricordami: true,
    emessa: 0,
  })
  sessione.credenziale = account(7)
  elenco = ok([{ id: 'a', nome: 'di Anna' }])
  await Promise.all([loadFiltri(), loadModelli()])
  expect([salvati.elenco.length, modelli.elenco.length]).toEqual([1, 1])
  sessione.credenziale = account(8)
  elenco = fail('ARCHIVIO_OCCUPATO')
  await Promise.all([loadFiltri(), loadModelli()])
  expect([salvati.elenco, modelli.elenco, salvati.letti]).toEqual([[], [], false])
})
