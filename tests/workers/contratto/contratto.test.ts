import { IDBKeyRange } from 'fake-indexeddb'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#contract/database'
import { loadSqlite } from '#wasm/sqlite'
import { createDatabase } from '#workers/db/database'
import { memoryPlatform } from '#workers/db/drivers/memory'
import type { Platform } from '#workers/db/drivers/platform'
import { creaBanca, serve, valore } from '../mondo.ts'
import { newFactory, platformOf } from './mondi.ts'
import { runStoria, type Scena, UTENTE } from './storia.ts'
import { readTabelle } from './tabelle.ts'

Object.assign(globalThis, { IDBKeyRange })

const makeBanche = async () => {
  const prima = await creaBanca({ id_concorso: 1, n: 60 })
  const seconda = await creaBanca({ id_concorso: 2, n: 55, conImmagini: true })
  const terza = await creaBanca({ id_concorso: 3, n: 20, solo: (p) => p <= 10 })
  const aggiornata = await creaBanca({
    id_concorso: 1,
    n: 50,
    cambia: (d) => ({ ...d, testo: `${d.testo} Nuova`, id_materia: 12 }),
  })
  return [prima, seconda, terza, aggiornata] as const
}

/** Runs the story over new stores of what `make` gives; `make` twice is two runs of the same browser. */
async function tell(make: () => Platform, gradino: string, altro: Partial<Scena> = {}) {
  const banche = await makeBanche()
  const open = async (): Promise<Database> => {
    const db = createDatabase({ ...make(), fetch: serve(...banche) })
    expect(valore(await db.open({ id_utente: UTENTE })).gradino).toBe(gradino)
    return db
  }
  let db = await open()
  const scena: Scena = {
    db,
    riapri: async () => {
      valore(await db.close())
      db = await open()
      return db
    },
    ammazza: async () => {
      db = await open()
      return db
    },
    concorsi: [banche[0].concorso, banche[1].concorso, banche[2].concorso, banche[3].concorso],
    ...altro,
  }
  const { trascrizione, utente } = await runStoria(scena)
  return { trascrizione, tabelle: readTabelle(await loadSqlite(), utente) }
}

/** Whoever was killed gave nothing back: the lock of a dead owner is free. */
const free: Platform['lock'] = async () => () => {}

describe('one contract for every rung of the ladder [D32]', () => {
  let attesa: Awaited<ReturnType<typeof tell>>
  beforeAll(async () => {
    const platform = memoryPlatform({ newDevice: () => 'memoria-1', lock: free })
    attesa = await tell(() => platform, 'memoria')
  }, 60_000)

  it('the story touches every part of the store', () => {
    const chiamate = attesa.trascrizione.map(([nome]) => nome)
    expect(new Set(chiamate.map((c) => c.split(' ')[0])).size).toBeGreaterThan(20)
    expect(attesa.tabelle.eventi?.length).toBeGreaterThan(40)
    expect(attesa.tabelle.statistiche?.length).toBeGreaterThan(20)
    expect(attesa.tabelle.contatori?.length).toBeGreaterThan(3)
    const refused = attesa.trascrizione.filter(([, risposta]) => typeof risposta === 'string')
    expect(refused.map(([nome]) => nome)).toContain('after close')
    expect(refused.map(([, codice]) => codice)).not.toContain('INDEXEDDB_GENERIC_ERROR')
  })

  const rungs: [string, string, { senzaWasm?: boolean; ogni: number }][] = [
    ['IndexedDB, the whole log run again', 'indexeddb', { ogni: 1_000_000 }],
    ['IndexedDB, a snapshot every third transaction', 'indexeddb', { ogni: 3 }],
    ['plain JavaScript, the whole log run again', 'asm', { senzaWasm: true, ogni: 1_000_000 }],
    ['plain JavaScript, a snapshot every third transaction', 'asm', { senzaWasm: true, ogni: 3 }],
  ]
  it.each(rungs)(
    '%s: same answers, same rows',
    async (_, gradino, opzioni) => {
      const factory = newFactory()
      const found = await tell(() => ({ ...platformOf({ factory, ...opzioni }), lock: free }), gradino)
      expect(found.trascrizione).toEqual(attesa.trascrizione)
      expect(found.tabelle).toEqual(attesa.tabelle)
    },
    120_000,
  )

  it.each([
    ['with WebAssembly', {}],
    ['without WebAssembly', { senzaWasm: true }],
  ])(
    'nothing kept, %s: same answers while the page lives',
    async (_, opzioni) => {
      const platform = { ...platformOf({ factory: undefined, ...opzioni }), lock: free }
      const found = await tell(() => platform, 'nessuno', { effimera: true })
      expect(found.trascrizione).toEqual(attesa.trascrizione)
      expect(found.tabelle).toEqual(attesa.tabelle)
    },
    120_000,
  )
})
