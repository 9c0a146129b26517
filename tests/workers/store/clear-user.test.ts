import { expect, it } from 'vitest'
import { memoryPlatform } from '#tests/workers/memory'
import type { Mirror } from '#workers/core/mirror'
import type { FileStore, Platform } from '#workers/core/platform'
import { apri, creaBanca, rispondi, serve, UTENTE, value } from '../mondo.ts'

/** A mirror that only notes that it was emptied. */
const mirror = (clear: () => Promise<void>): Mirror => ({
  read: async () => ({ head: null, events: [], sedute: [] }),
  readEnd: async () => ({ head: null, sedute: [] }),
  readSummary: async () => ({ head: null, events: [], sedute: [] }),
  write: async () => {},
  clear,
  readOld: async () => null,
  writeOld: async () => {},
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
    mirror: mirror(clear),
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
  value(await rispondi(m, 1, 1))
  expect((await m.db.clearUser({ id_utente: UTENTE })).ok).toBe(false)
  expect(fatti).toEqual([])
  value(await m.db.open({ id_utente: UTENTE }))
  expect(value(await m.db.countUnsynced()).totale).toBe(1)
})

it('[AU4] what a store could be rebuilt from goes before the store', async () => {
  const fatti: string[] = []
  const m = await mondo(async () => void fatti.push('specchio'), fatti)
  const files = await m.platform.openFiles(UTENTE)
  for (const name of ['copia-0', 'guasto-1.db']) (await files.open(name)).close()
  value(await m.db.clearUser({ id_utente: UTENTE }))
  expect(fatti).toEqual(['specchio', 'copia-0', 'guasto-1.db', 'archivio'])
})
