import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ok } from '#contract/result'
import { stubBrowser } from './aiuti.ts'

const ADESSO = Date.UTC(2026, 10, 22, 12)
let ultima_verifica: string | null = null
const complete: boolean[] = []
const stato = () => ({ gradino: 'opfs-sahpool', byte: 1, ultima_verifica, ultima_copia: null, ultimo_recupero: null })
const db = {
  migrateVecchio: async () => ok({ stato: 'assente', copiate: 0 }),
  async verifyArchivio({ completa }: { completa: boolean }) {
    complete.push(completa)
    return ok({ stato: stato(), recupero: null })
  },
}
vi.mock('#src/store/opening', async (original) => ({
  ...(await original<object>()),
  withStore: async () => ok(db),
}))

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ now: ADESSO })
  stubBrowser()
  complete.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('every byte of the store is checked in the background', () => {
  it.each([
    ['never checked', null, true],
    ['checked an hour ago', new Date(ADESSO - 3_600_000).toISOString(), false],
    ['checked a day ago', new Date(ADESSO - 86_400_000).toISOString(), true],
    ['checked on a day to come, by a clock that was ahead', '2030-01-01T00:00:00.000+01:00', true],
  ])('%s', async (_, ultima, dovuta) => {
    ultima_verifica = ultima
    const { store: archivio } = await import('#src/store/opening')
    const { startStoreHealth: startSalute } = await import('#src/domain/store-health')
    startSalute()
    Object.assign(archivio, { stato: 'aperto', owner: true, id_utente: 7 })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(complete).toEqual([false])
    await vi.advanceTimersByTimeAsync(180_000)
    expect(complete).toEqual(dovuta ? [false, true] : [false])
  })
})
