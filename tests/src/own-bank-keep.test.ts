import { beforeEach, expect, it, vi } from 'vitest'
import type { OwnBankReader } from '#contract/own-bank'
import { fail, ok, type Result } from '#contract/result'
import { PROPRIE_FROM } from '#rules/raccolta'

/** Numbers that the store gives, one after the other, and those that another tab took meanwhile. */
const mondo = vi.hoisted(() => ({
  next: 0,
  taken: new Set<number>(),
  installed: [] as number[],
  deleted: [] as number[],
  hidden: new Set<number>(),
  onInstall: (): void => undefined,
}))
vi.mock('#src/store/on-store', () => ({
  onStore: (f: (db: unknown) => unknown) =>
    f({
      nextPropria: async () => ok(mondo.next++),
      installPropria: async ({ manifest }: { manifest: { id_concorso: number } }) => {
        if (mondo.taken.has(manifest.id_concorso)) return fail('RICHIESTA_NON_VALIDA')
        expect(mondo.hidden).toContain(manifest.id_concorso)
        mondo.installed.push(manifest.id_concorso)
        mondo.onInstall()
        return ok({})
      },
    }),
}))
vi.mock('#src/domain/banche-state', () => ({
  reloadBanche: async () => ok(null),
  hideBanca: (id: number, hide: boolean) => (hide ? mondo.hidden.add(id) : mondo.hidden.delete(id)),
  deleteBanca: async (id: number, fromList: boolean) => {
    expect(fromList).toBe(true)
    mondo.deleted.push(id)
    return ok(null)
  },
}))

const build = vi.fn(
  async ({ id_concorso }: { id_concorso: number }): Promise<Result<unknown>> => ok({ manifest: { id_concorso } }),
)
const keep = async (signal = new AbortController().signal): Promise<Result<number | null>> =>
  (await import('#src/features/banche/propria/own-bank')).keepOwnBank({
    reader: { build } as Partial<OwnBankReader> as OwnBankReader,
    concorso: 'Mia',
    signal,
    told: (step) => steps.push(step),
  })
const steps: string[] = []

beforeEach(() => {
  mondo.next = PROPRIE_FROM
  mondo.taken = new Set()
  mondo.installed = []
  mondo.deleted = []
  mondo.hidden = new Set()
  mondo.onInstall = () => undefined
  steps.length = 0
  build.mockClear()
})

it('a number that another tab took meanwhile is left for the next', async () => {
  mondo.taken = new Set([PROPRIE_FROM, PROPRIE_FROM + 1])
  expect(await keep()).toEqual(ok(PROPRIE_FROM + 2))
  expect(mondo.installed).toEqual([PROPRIE_FROM + 2])
  expect(build.mock.calls.map(([given]) => given.id_concorso)).toEqual([0, 1, 2].map((n) => PROPRIE_FROM + n))
})

it('a store that refuses every number is heard', async () => {
  mondo.taken = new Set(Array.from({ length: 20 }, (_, n) => PROPRIE_FROM + n))
  expect(await keep()).toMatchObject({ error: { codice: 'RICHIESTA_NON_VALIDA' } })
  expect(build.mock.calls.length).toBeLessThan(10)
})

it('says what it is doing, and shows the bank when it is whole', async () => {
  expect(await keep()).toEqual(ok(PROPRIE_FROM))
  expect(steps).toEqual(['preparo', 'scrivo'])
  expect(mondo.hidden.size).toBe(0)
})

it('cancelled while the bank is made, it writes nothing', async () => {
  const cancel = new AbortController()
  build.mockImplementationOnce(async () => {
    cancel.abort()
    return fail('FILE_NON_LETTO')
  })
  expect(await keep(cancel.signal)).toEqual(ok(null))
  expect(mondo).toMatchObject({ installed: [], deleted: [] })
})

it('cancelled while the bank is written, it takes it away before anybody saw it', async () => {
  const cancel = new AbortController()
  mondo.onInstall = () => cancel.abort()
  expect(await keep(cancel.signal)).toEqual(ok(null))
  expect(mondo.deleted).toEqual(mondo.installed)
  expect(mondo.hidden.size).toBe(0)
})
