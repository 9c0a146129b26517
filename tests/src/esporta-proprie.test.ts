import { beforeEach, expect, it, vi } from 'vitest'
import { fail, ok, type Result } from '#contract/result'
import { PROPRIE_FROM } from '#rules/raccolta'

const mondo = vi.hoisted(() => ({ saved: [] as [string, unknown][], copy: null as unknown, banche: [] as unknown[] }))
vi.mock('#src/api/client', () => ({ call: vi.fn(), download: async () => ok('zip') }))
vi.mock('#src/ui/save-file', () => ({
  saveFile: (name: string, content: unknown) => mondo.saved.push([name, content]),
}))
vi.mock('#src/domain/cookie-consent', () => ({ keepConsent: vi.fn() }))
vi.mock('#src/domain/sign-in', () => ({ refreshUser: vi.fn() }))
vi.mock('#src/store/on-store', () => ({
  onStore: (f: (db: unknown) => unknown) =>
    f({ listBanche: async () => ok(mondo.banche), copyPropria: async () => mondo.copy }),
}))

const exported = async (): Promise<Result<null>> =>
  (await import('#src/features/account/profile/profile-calls')).exportData()
const banca = (id_concorso: number) => ({ id_concorso, concorso: 'La mia', n_domande: 1 })

beforeEach(() => {
  mondo.saved = []
  mondo.copy = ok([{ domanda: 'Uno?', risposte: ['sì', 'no'], corretta: 'A' }])
})

it('the person’s export has the banks of their own files, and no other', async () => {
  mondo.banche = [banca(3), banca(-4), banca(PROPRIE_FROM)]
  expect(await exported()).toEqual(ok(null))
  expect(mondo.saved).toHaveLength(2)
  expect(JSON.parse(String(mondo.saved[1]?.[1]))).toEqual([
    { banca: 'La mia', domanda: 'Uno?', risposte: ['sì', 'no'], corretta: 'A' },
  ])
})

it('without any there is the server’s file alone; a copy that cannot be read is said', async () => {
  mondo.banche = [banca(3)]
  expect(await exported()).toEqual(ok(null))
  expect(mondo.saved).toHaveLength(1)
  mondo.banche = [banca(PROPRIE_FROM)]
  mondo.copy = fail('CONCORSO_NOT_INITIALIZED')
  expect(await exported()).toMatchObject({ error: { codice: 'CONCORSO_NOT_INITIALIZED' } })
})
