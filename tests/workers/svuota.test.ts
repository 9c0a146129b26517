import { expect, it } from 'vitest'
import { memoryPlatform } from '#workers/db/drivers/memory'
import type { FileStore, Platform } from '#workers/db/drivers/platform'
import type { Specchio } from '#workers/db/specchio/specchio'
import { apri, creaBanca, rispondi, serve, UTENTE, valore } from './mondo.ts'

/** A mirror that only notes that it was emptied. */
const specchio = (clear: () => Promise<void>): Specchio => ({
  read: async () => ({ testa: null, eventi: [], sedute: [] }),
  readFine: async () => ({ testa: null, sedute: [] }),
  readSommario: async () => ({ testa: null, eventi: [], sedute: [] }),
  write: async () => {},
  clear,
  readVecchio: async () => null,
  writeVecchio: async () => {},
})

async function mondo(clear: () => Promise<void>, fatti: string[] = []) {
  const banca = await creaBanca({ n: 10 })
  const base = memoryPlatform({ fetch: serve(banca) })
  const tolto = (files: FileStore): FileStore => ({
    ...files,
    async remove(name) {
      // A download that is used up goes in its own time.
      if (!name.endsWith('.zip')) fatti.push(name)
      await files.remove(name)
    },
  })
  const platform: Platform = {
    ...base,
    specchio: specchio(clear),
    openFiles: async (id) => tolto(await base.openFiles(id)),
    async removeAll(id) {
      fatti.push('archivio')
      await base.removeAll(id)
    },
  }
  return { ...(await apri({ n: 10 }, platform)), platform }
}

it('[AU4] ended while the mirror is emptied, nothing is half cleared: the store is whole and the person is told', async () => {
  const fatti: string[] = []
  const m = await mondo(async () => {
    throw new Error('ended')
  }, fatti)
  valore(await rispondi(m, 1, 1))
  expect((await m.db.clearUser({ id_utente: UTENTE })).ok).toBe(false)
  expect(fatti).toEqual([])
  valore(await m.db.open({ id_utente: UTENTE }))
  expect(valore(await m.db.countUnsynced()).totale).toBe(1)
})

it('[AU4] what a store could be rebuilt from goes before the store', async () => {
  const fatti: string[] = []
  const m = await mondo(async () => void fatti.push('specchio'), fatti)
  const files = await m.platform.openFiles(UTENTE)
  for (const name of ['copia-0', 'guasto-1.db']) (await files.open(name)).close()
  valore(await m.db.clearUser({ id_utente: UTENTE }))
  expect(fatti).toEqual(['specchio', 'copia-0', 'guasto-1.db', 'archivio'])
})
