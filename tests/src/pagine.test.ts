import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fail, ok } from '#contract/result'
import { stubBrowser } from './aiuti.ts'

/** As the server lists: ten at once, a hundred at most. */
const SIZE = { usual: 10, most: 100 }

type Query = { start?: number; size?: number }
const state = { total: 0, failAt: -1, asked: [] as string[] }

function page(name: string, { start = 0, size = SIZE.usual }: Query) {
  state.asked.push(`${name} ${start}`)
  if (start === state.failAt) return fail('REMOTE_REQUEST_FAILED')
  const length = Math.max(0, Math.min(state.total - start, size, SIZE.most))
  const elementi = Array.from({ length }, (_, i) => ({ id_argomento: start + i + 1, id_simulazione: start + i + 1 }))
  return ok({ elementi, totale: state.total })
}

beforeEach(() => {
  vi.resetModules()
  stubBrowser()
  Object.assign(state, { total: 230, failAt: -1, asked: [] })
  vi.doMock('../../src/api/client.ts', () => ({
    call: async (name: string, { query = {} }: { query?: Query } = {}) =>
      name === 'esiti_simulazione' ? fail('NON_TROVATO') : page(name, query),
  }))
  vi.doMock('../../src/store/on-store.ts', () => ({ onStore: async () => fail('ARCHIVIO_NON_APERTO') }))
})
afterEach(() => {
  vi.doUnmock('../../src/api/client.ts')
  vi.doUnmock('../../src/store/on-store.ts')
})

it('[CA26] every published path is found, not the first hundred alone; one page that fails is no list', async () => {
  const { findPercorsi } = await import('#src/sync/raccolte')
  const found = await findPercorsi('')
  expect(found.ok && found.value.map((p) => p.id_argomento)).toEqual(Array.from({ length: 230 }, (_, i) => i + 1))
  expect(state.asked).toEqual(['percorsi 0', 'percorsi 100', 'percorsi 200'])
  state.failAt = 100
  expect(await findPercorsi('')).toEqual(fail('REMOTE_REQUEST_FAILED'))
  // A list that has meanwhile grown shorter ends where it ends.
  Object.assign(state, { total: 0, failAt: -1 })
  expect(await findPercorsi('')).toEqual(ok([]))
})

it('[EN12] the topics of every path have their names', async () => {
  const { loadTopics, topicsState } = await import('#src/domain/topics')
  await loadTopics()
  expect(topicsState.value?.elementi).toHaveLength(230)
})

it('[CA30] every simulation of a bank is listed, and only when all of them are here', async () => {
  const { loadSimulazioni, simulazioniState } = await import('#src/domain/simulazioni-state')
  state.failAt = 200
  await loadSimulazioni(1)
  expect(simulazioniState).toMatchObject({ fase: 'guasto', list: [] })
  state.failAt = -1
  await loadSimulazioni(1)
  expect(simulazioniState.fase).toBe('pronte')
  expect(simulazioniState.list.map((s) => s.id_simulazione)).toEqual(Array.from({ length: 230 }, (_, i) => i + 1))
})
