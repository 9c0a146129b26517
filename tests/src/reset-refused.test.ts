import { beforeEach, expect, it, vi } from 'vitest'
import { fail, ok } from '#contract/result'

const world = vi.hoisted(() => ({
  remote: '' as '' | 'ERRORE_INTERNO',
  local: '' as '' | 'ARCHIVIO_NON_APERTO',
  writes: 0,
  calls: 0,
  queries: [] as unknown[],
}))
vi.mock('#src/api/client', () => ({
  call: async (_name: string, { query }: { query: unknown }) => {
    world.calls += 1
    world.queries.push(query)
    return world.remote ? fail(world.remote) : ok(null)
  },
}))
vi.mock('#src/store/on-store', () => ({
  onStore: async () => {
    world.writes += 1
    return world.local ? fail(world.local) : ok({ domande: 3 })
  },
}))
vi.mock('#src/sync/requests', () => ({ recordChanged: () => {} }))
const { resetBanca } = await import('#src/features/banche/reset')

beforeEach(() => void Object.assign(world, { remote: '', local: '', writes: 0, calls: 0, queries: [] }))
const reset = (everywhere: boolean) => resetBanca({ id_concorso: 1, materie: [11, 12], everywhere })

it('[EB31] a reset that the server refuses is REMOTE_REQUEST_FAILED, and takes nothing here', async () => {
  world.remote = 'ERRORE_INTERNO'
  expect(await reset(true)).toMatchObject({
    ok: false,
    error: { codice: 'REMOTE_REQUEST_FAILED', dati: { azione: 'azzeramento' } },
  })
  expect(world.writes).toBe(0)
})

it('[EB30] a reset that the device cannot write is INDEXEDDB_GENERIC_ERROR', async () => {
  world.local = 'ARCHIVIO_NON_APERTO'
  expect(await reset(false)).toMatchObject({
    ok: false,
    error: { codice: 'INDEXEDDB_GENERIC_ERROR', dati: { azione: 'azzeramento' } },
  })
  expect(world.calls).toBe(0)
})

it('on this device alone the server hears nothing; everywhere it is asked first', async () => {
  expect(await reset(false)).toEqual(ok({ domande: 3 }))
  expect([world.calls, world.writes]).toEqual([0, 1])
  expect(await reset(true)).toEqual(ok({ domande: 3 }))
  expect([world.calls, world.writes]).toEqual([1, 2])
})

it('[RS1] of a path the nodes that were chosen are named in one call, without what is below them, as they are counted here', async () => {
  await resetBanca({ id_concorso: -5, materie: [-11, -12], everywhere: true })
  await resetBanca({ id_concorso: -5, materie: null, everywhere: true })
  expect(world.queries).toEqual([{ id_argomento: '5', nodi: '11;12' }, { id_argomento: '5' }])
})
