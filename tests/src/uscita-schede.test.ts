import { expect, it, vi } from 'vitest'
import type { OnlyHere } from '#contract/database'
import { ok } from '#contract/result'
import type { TabNotice } from '#contract/tabs'
import { makeUtente, stubBrowser } from './aiuti.ts'

const world = { notice: (_: TabNotice): void => {}, opened: 0, meanwhile: [] as boolean[] }
const here = {
  ...{ risposte: 0, simulazioni: 0, concluse: 0, note: 0, chiavi: 0, ricerche: 0, modelli: 0, impostazioni: 0 },
  ...{ sedute: 0, restano: 0, banche: 0 },
} satisfies OnlyHere
vi.mock('#src/store/client', () => ({
  onStoreReopened: () => {},
  onTabNotice: (f: (n: TabNotice) => void) => {
    world.notice = f
  },
  openDb: async () => {
    world.opened++
    return ok({ banche: [], da_sincronizzare: 0, rung: 'opfs', avvisi: [] })
  },
  closeDb: async () => {},
  db: async () => ({
    countSoloQui: async () => ok(here),
    // The tab that owned the store has left it to this one, which finds its files gone.
    clearUser: async () => {
      world.notice({ tipo: 'closed', failure: { codice: 'INDEXEDDB_GENERIC_ERROR', dati: { archivio: 1 } } })
      return ok(null)
    },
  }),
}))
vi.mock('#src/api/create-call', () => ({
  createCall: () => async () => {
    // Whatever reads while the server is told.
    const { withStore } = await import('#src/store/opening')
    world.meanwhile.push((await withStore()).ok)
    return ok(null)
  },
}))

it('whoever signs out hears nothing of the store that goes with them, and nothing opens it again', async () => {
  stubBrowser()
  vi.stubGlobal('document', { querySelector: () => null })
  const { session } = await import('#src/session/session')
  const { followAccount } = await import('#src/session/account')
  const { notices } = await import('#src/session/notices')
  const { withStore } = await import('#src/store/opening')
  const { signOut } = await import('#src/domain/sign-out')
  followAccount()
  session.credentials = { token: 't'.repeat(20), utente: makeUtente({}), ricordami: true, emessa: 0 }
  await withStore()
  expect(await signOut()).toEqual({ done: true })
  expect(session.credentials).toBeNull()
  expect(notices.errors).toEqual([])
  expect([world.opened, world.meanwhile]).toEqual([1, [false]])
  // Whoever signs in next has a store.
  session.credentials = {
    token: 'u'.repeat(20),
    utente: makeUtente({ id_utente_idoneo: 8 }),
    ricordami: true,
    emessa: 0,
  }
  expect((await withStore()).ok).toBe(true)
  expect(world.opened).toBe(2)
})
