import { IDBKeyRange } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { memoryPlatform } from '#tests/workers/memory'
import { loadSqlite } from '#wasm/sqlite'
import { openIdb } from '#workers/backends/idb'
import { ladder } from '#workers/backends/ladder'
import { StoreFault } from '#workers/core/guard'
import { wasmEngine } from '#workers/engine/wasm-engine'
import { createDatabase } from '#workers/store/database'
import { workerEnvironment } from '#workers/tabs/environment'
import { createTab } from '#workers/tabs/tab'
import { codice, UTENTE, value } from '../mondo.ts'
import { newFactory, platformOf } from './platforms.ts'

Object.assign(globalThis, { IDBKeyRange })

const ORA = '2026-11-21T10:00:00.000+01:00'
const filtro = (id: string) => ({ id, nome: id, filtro: {}, ordine: 'UFFICIALE' as const, creato: ORA })

it('two tabs opened together on plain http: one owns the store, both write [D32]', async () => {
  await loadSqlite()
  const factory = newFactory()
  const absent = async () => {
    throw new StoreFault('INDEXEDDB_NOT_AVAILABLE', 'no OPFS')
  }
  /** Engines asked for, in order: who asks has taken the lock. */
  const chiesti: (() => void)[] = []
  let both = () => {}
  const taken = new Promise<void>((done) => (both = done))
  const tab = () => {
    let owner = () => {}
    const owns = new Promise<void>((done) => (owner = done))
    let first = true
    const opfs = memoryPlatform({ openDriver: absent, openFiles: absent, removeAll: absent })
    const platform = {
      ...ladder({
        opfs,
        idb: openIdb(factory),
        async wasm() {
          if (first) {
            first = false
            await new Promise<void>((go) => {
              chiesti.push(Object.assign(go, { owns }))
              if (chiesti.length === 2) both()
            })
          }
          return wasmEngine(await loadSqlite())
        },
        asm: absent,
        pace: { quiet: 0 },
      }),
    }
    const scheda = createTab((eventi) => createDatabase(platform, eventi), workerEnvironment())
    void scheda.onNotice((n) => void (n.tipo === 'leader' && n.mine && owner()))
    return scheda
  }
  const [a, b] = [tab(), tab()]
  const aperture = [a, b].map((t) => t.open({ id_utente: UTENTE }))
  await taken
  const [overtaken, holder] = chiesti as [() => void, (() => void) & { owns: Promise<void> }]
  holder()
  await holder.owns
  overtaken()
  await Promise.all(aperture)
  for (const [i, t] of [a, b].entries())
    await expect.poll(async () => codice(await t.saveFiltro(filtro(`f${i}`))), { timeout: 10_000 }).toBe('ok')
  for (const t of [a, b]) expect(value(await t.listFiltri()).map(({ id }) => id)).toEqual(['f0', 'f1'])
  for (const t of [a, b]) value(await t.close())
})

it('an owner that the row of epochs overtook gives the store up as if its lock had been stolen', async () => {
  const factory = newFactory()
  const persi: number[] = []
  const lock = async () => () => {}
  const make = () =>
    createDatabase({ ...platformOf({ factory }), lock }, { onLost: (id_utente) => void persi.push(id_utente) })
  const [primo, secondo] = [make(), make()]
  value(await primo.open({ id_utente: UTENTE }))
  value(await secondo.open({ id_utente: UTENTE }))
  expect(codice(await primo.saveFiltro(filtro('a')))).toBe('ARCHIVIO_OCCUPATO')
  expect(persi).toEqual([UTENTE])
  expect(codice(await primo.listFiltri())).toBe('ARCHIVIO_NON_APERTO')
  // It competes again, and then it is the one that writes.
  value(await primo.open({ id_utente: UTENTE }))
  value(await primo.saveFiltro(filtro('b')))
  expect(codice(await secondo.saveFiltro(filtro('c')))).toBe('ARCHIVIO_OCCUPATO')
  expect(persi).toEqual([UTENTE, UTENTE])
  value(await primo.close())
})

it('a tab hands on what its page knows of the rung: an account with data is refused, not opened empty', async () => {
  const scheda = createTab(
    (eventi) => createDatabase({ ...platformOf({}), lock: async () => () => {} }, eventi),
    workerEnvironment(),
  )
  expect(await scheda.open({ id_utente: UTENTE, rung: 'indexeddb' })).toMatchObject({
    ok: false,
    error: { codice: 'INDEXEDDB_NOT_AVAILABLE', dati: { archivio: 'indexeddb' } },
  })
  expect(value(await scheda.open({ id_utente: UTENTE })).rung).toBe('nessuno')
  value(await scheda.close())
})
