import { IDBKeyRange } from 'fake-indexeddb'
import { beforeAll, describe, expect, it } from 'vitest'
import { newFactory, platformOf } from './platforms.ts'
import { free, tell, tellMemoria } from './tell-story.ts'

Object.assign(globalThis, { IDBKeyRange })

describe('one contract for every rung of the ladder [D32][DB11][DB12][DB14]', () => {
  let wait: Awaited<ReturnType<typeof tell>>
  beforeAll(async () => {
    wait = await tellMemoria({ ampia: true })
  })

  it('the story touches every part of the store', () => {
    const calls = wait.trascrizione.map(([name]) => name)
    expect(new Set(calls.map((c) => c.split(' ')[0])).size).toBeGreaterThan(20)
    expect(wait.tabelle.eventi?.length).toBeGreaterThan(40)
    expect(wait.tabelle.statistiche?.length).toBeGreaterThan(20)
    expect(wait.tabelle.contatori?.length).toBeGreaterThan(3)
    const refused = wait.trascrizione.filter(([, risposta]) => typeof risposta === 'string')
    expect(refused.map(([name]) => name)).toContain('after close')
    expect(refused.map(([, codice]) => codice)).not.toContain('INDEXEDDB_GENERIC_ERROR')
  })

  const rungs: [string, string, { senzaWasm?: boolean; ogni: number }][] = [
    ['IndexedDB, the whole log run again', 'indexeddb', { ogni: 1_000_000 }],
    ['IndexedDB, a snapshot every third transaction', 'indexeddb', { ogni: 3 }],
    ['plain JavaScript, the whole log run again', 'asm', { senzaWasm: true, ogni: 1_000_000 }],
    ['plain JavaScript, a snapshot every third transaction', 'asm', { senzaWasm: true, ogni: 3 }],
  ]
  it.each(rungs)('%s: same answers, same rows', async (_, rung, opzioni) => {
    const factory = newFactory()
    const found = await tell(() => ({ ...platformOf({ factory, ...opzioni }), lock: free }), rung, { ampia: true })
    expect(found.trascrizione).toEqual(wait.trascrizione)
    expect(found.tabelle).toEqual(wait.tabelle)
  })

  it.each([
    ['with WebAssembly', {}],
    ['without WebAssembly', { senzaWasm: true }],
  ])('nothing kept, %s: same answers while the page lives', async (_, opzioni) => {
    const platform = { ...platformOf({ factory: undefined, ...opzioni }), lock: free }
    const found = await tell(() => platform, 'nessuno', { effimera: true, ampia: true })
    expect(found.trascrizione).toEqual(wait.trascrizione)
    expect(found.tabelle).toEqual(wait.tabelle)
  })
})
