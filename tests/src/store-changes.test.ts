import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { StoreChange } from '#contract/tabs'
import { stubBrowser } from './aiuti.ts'

const load = async () => ({
  ...(await import('#src/store/changes')),
  ...(await import('#src/session/account')),
})
const scarico = (id_concorso: number, ricevuti: number | null): StoreChange => ({
  tipo: 'scarico',
  id_concorso,
  avanzamento: ricevuti === null ? null : { fase: 'domande', ricevuti, totali: 9 },
})

beforeEach(() => {
  vi.resetModules()
  stubBrowser()
})

describe('what changed before the code that follows it had come', () => {
  it('is told to it, the newest of each kind and bank, once', async () => {
    const { tellStoreChange, followStoreChanges } = await load()
    const changes = [{ tipo: 'banche' }, scarico(1, 1), scarico(2, 1), scarico(1, 2)] as const
    for (const change of changes) tellStoreChange(change)
    const heard: StoreChange[] = []
    followStoreChanges([(n) => heard.push(n)])
    expect(heard).toEqual([{ tipo: 'banche' }, scarico(1, 2), scarico(2, 1)])
    tellStoreChange(scarico(1, null))
    expect(heard.slice(3)).toEqual([scarico(1, null)])
    const later: StoreChange[] = []
    followStoreChanges([(n) => later.push(n)])
    expect(later).toEqual([])
  })

  it('is forgotten with its account; a download, with the tab that did it', async () => {
    const { tellStoreChange, tellOwnerChange, followStoreChanges, endAccount } = await load()
    tellStoreChange({ tipo: 'banche' })
    endAccount()
    tellStoreChange({ tipo: 'filtri' })
    tellStoreChange(scarico(1, 1))
    tellOwnerChange()
    const heard: StoreChange[] = []
    followStoreChanges([(n) => heard.push(n)])
    expect(heard).toEqual([{ tipo: 'filtri' }])
  })
})

it('what follows changes goes on after one that threw, with what came meanwhile', async () => {
  vi.useFakeTimers()
  const said = vi.spyOn(console, 'error').mockReturnValue()
  const { coalesce } = await load()
  let runs = 0
  const follow = coalesce(async () => {
    runs++
    if (runs === 1) throw new Error('once')
  })
  follow()
  follow()
  await vi.runAllTimersAsync()
  expect(runs).toBe(2)
  follow()
  await vi.runAllTimersAsync()
  expect(runs).toBe(3)
  expect(said).toHaveBeenCalledOnce()
  vi.useRealTimers()
})
