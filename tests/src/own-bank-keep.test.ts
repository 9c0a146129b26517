import { beforeEach, expect, it, vi } from 'vitest'
import type { OwnBankReader } from '#contract/own-bank'
import { fail, ok, type Result } from '#contract/result'
import { PROPRIE_FROM } from '#rules/raccolta'

/** Numbers that the store gives, one after the other, and those that another tab took meanwhile. */
const mondo = vi.hoisted(() => ({ next: 0, taken: new Set<number>(), installed: [] as number[] }))
vi.mock('#src/store/on-store', () => ({
  onStore: (f: (db: unknown) => unknown) =>
    f({
      nextPropria: async () => ok(mondo.next++),
      installPropria: async ({ manifest }: { manifest: { id_concorso: number } }) => {
        if (mondo.taken.has(manifest.id_concorso)) return fail('RICHIESTA_NON_VALIDA')
        mondo.installed.push(manifest.id_concorso)
        return ok({})
      },
    }),
}))
vi.mock('#src/domain/banche-state', () => ({ reloadBanche: async () => ok([]) }))

const build = vi.fn(async ({ id_concorso }: { id_concorso: number }) => ok({ manifest: { id_concorso } }))
const keep = async (): Promise<Result<number>> =>
  (await import('#src/features/banche/propria/own-bank')).keepOwnBank(
    { build } as Partial<OwnBankReader> as OwnBankReader,
    'Mia',
  )

beforeEach(() => {
  mondo.next = PROPRIE_FROM
  mondo.taken = new Set()
  mondo.installed = []
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
