import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ok } from '#contract/result'
import { network } from '#src/platform/network'
import { correctionOf, toColumns } from '#src/ui/column-roles'

/** The worker that was started: what it answers with, and how it breaks. */
const mondo = vi.hoisted(() => ({
  breaks: (_: string | undefined): void => undefined,
  ended: false,
  read: async (_args?: unknown, _told?: (passo: unknown) => void): Promise<unknown> => new Promise(() => undefined),
}))
vi.mock('comlink', () => ({
  proxy: (told: unknown) => told,
  releaseProxy: Symbol('release'),
  wrap: () => new Proxy({}, { get: (_, name) => (name === 'read' ? mondo.read : () => undefined) }),
}))
vi.mock('#src/platform/worker-urls', () => ({ workerUrl: () => '' }))

class FakeWorker {
  addEventListener(_: string, hear: (e: { message: string | undefined }) => void) {
    mondo.breaks = (message) => hear({ message })
  }
  terminate() {
    mondo.ended = true
  }
}

beforeEach(() => {
  vi.stubGlobal('Worker', FakeWorker)
  mondo.ended = false
  mondo.read = () => new Promise(() => undefined)
  network.online = true
})

const start = async () => (await import('#src/features/banche/propria/reader-worker')).startReader()
const args = { file: new Blob(['x']), nome: 'a.csv', scelte: {} }

describe('the reader of a file in its worker', () => {
  it('answers what the worker read', async () => {
    mondo.read = async () => ok('read')
    expect(await (await start()).read(args)).toEqual(ok('read'))
  })

  it('tells how far it is while it reads, and nothing that comes after the answer', async () => {
    let tell = (_: unknown): void => undefined
    mondo.read = async (_, told) => {
      tell = told ?? tell
      tell({ passo: 'apertura' })
      return ok('read')
    }
    const said: unknown[] = []
    expect(await (await start()).read(args, (passo) => said.push(passo))).toEqual(ok('read'))
    tell({ passo: 'ricerca' })
    expect(said).toEqual([{ passo: 'apertura' }])
  })

  it.each([true, false])(
    'with a network or without (%s): one that breaks is FILE_NON_LETTO, one that did not come LETTORE_ASSENTE',
    async (online) => {
      network.online = online
      const reader = await start()
      const reading = reader.read(args)
      mondo.breaks('out of memory')
      expect(await reading).toMatchObject({ error: { codice: 'FILE_NON_LETTO', detail: 'out of memory' } })
      const second = (await start()).read(args)
      mondo.breaks(undefined)
      expect(await second).toMatchObject({ error: { codice: 'LETTORE_ASSENTE' } })
    },
  )

  it('cancelling ends the worker and what was asked', async () => {
    const reader = await start()
    const reading = reader.read(args)
    reader.end()
    expect(await reading).toMatchObject({ error: { codice: 'FILE_NON_LETTO' } })
    expect(mondo.ended).toBe(true)
  })
})

it('a correction names columns as importing does, and leaves out what is none', () => {
  const read = [
    { ruolo: 'testo', nome: 'Quesito' },
    { ruolo: 'A', nome: 'R1' },
    { ruolo: 'esatta', nome: 'Giusta' },
  ]
  expect(correctionOf(read)).toEqual({ testo: 'Quesito', A: 'R1' })
  expect(toColumns({ testo: 'Quesito', A: 'R1', materia: '' })).toEqual({ domanda: 'Quesito', A: 'R1' })
})
