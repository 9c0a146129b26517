import { IDBFactory as Fabbrica, IDBKeyRange as Intervallo } from 'fake-indexeddb'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Idb } from '#workers/backends/idb'
import type { Mirror } from '#workers/core/mirror'
import type { Platform } from '#workers/core/platform'
import { indexedDbMirror } from '#workers/recovery/idb-mirror'
import { createDatabase } from '#workers/store/database'
import { platformOf } from '../backends/platforms.ts'
import { UTENTE, value } from '../mondo.ts'
import { AT, browser, DOPO, names, passano, TOCCATE, visita, writeVecchio } from './old-database.ts'

beforeAll(() => {
  globalThis.IDBKeyRange = Intervallo
})
afterEach(() => void vi.restoreAllMocks())

describe('[MI3] the taking over of the old database, interrupted', () => {
  /** A mirror whose `k`-th write about the old database fails, as if the browser ended there. */
  function fragile(base: Mirror, k: number): Mirror {
    let n = 0
    return {
      ...base,
      async writeOld(v) {
        if (++n === k) throw new Error('ended')
        await base.writeOld(v)
      },
    }
  }

  it.each([1, 2])('at its mark number %i it logs, loses nothing and is finished at the next start', async (k) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { factory, specchio: mirror, platform } = browser()
    await writeVecchio(factory, 7)
    const before = createDatabase({ ...platform, mirror: fragile(mirror, k) })
    expect((await visita(before)).stato).toBe('fallita')
    expect(log.mock.calls[0]?.[0]).toBe('Migration failed')
    await before.close()
    const after = createDatabase(platform)
    expect(['fatta', 'gia_fatta']).toContain((await visita(after)).stato)
    expect(value(await after.countUnsynced()).totale).toBe(4)
    expect(await names(factory)).toContain('concorsi')
    const eventi = (await mirror.read(UTENTE)).events.map(({ id }) => id)
    expect(new Set(eventi).size).toBe(eventi.length)
  })

  // Every step that writes, for every version: a browser that ended there did nothing more (docs/FAULTS.md).
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])(
    'of version %i, ended at every write in turn: the next start has all of it, once',
    async (versione) => {
      vi.spyOn(console, 'error').mockImplementation(() => {})
      vi.spyOn(console, 'warn').mockImplementation(() => {})
      const waits = TOCCATE + (versione >= 4 ? 1 : 0)
      let passi = 0
      for (let k = 1; k === 1 || passi >= k - 1; k++) {
        const factory = new Fabbrica() as unknown as IDBFactory
        const mirror = indexedDbMirror(factory)
        await writeVecchio(factory, versione)
        let scritte = 0
        let conta = false
        const step = () => {
          if (conta && ++scritte >= k) throw new DOMException('ended', 'AbortError')
        }
        const guasta = (idb: Idb): Idb => ({
          ...idb,
          async transaction(stores, mode, work) {
            if (mode === 'readwrite') step()
            return idb.transaction(stores, mode, work)
          },
        })
        const fragile: Mirror = {
          ...mirror,
          async write(id, change) {
            step()
            await mirror.write(id, change)
          },
          async writeOld(v) {
            step()
            await mirror.writeOld(v)
          },
        }
        const visit = (other: Partial<Platform>, opzioni: object) =>
          createDatabase({
            ...platformOf({ factory, ...opzioni }),
            indexedDB: factory,
            lock: async () => () => {},
            ...other,
          })
        const before = visit({ mirror: fragile }, { guasta })
        value(await before.open({ id_utente: UTENTE }))
        conta = true
        await before.migrateVecchio({ at: AT })
        passi = scritte
        // Nobody closed it: the browser is gone.
        const after = visit({ mirror }, {})
        const { stato, copiate } = await visita(after)
        expect({ versione, k, stato, copiate }).toEqual({
          ...{ versione, k, copiate: waits },
          stato: expect.stringMatching(/^(?:fatta|gia_fatta)$/),
        })
        expect(value(await after.countUnsynced()).totale).toBe(4)
        expect(await names(factory)).toContain('concorsi')
        expect(await visita(after)).toEqual({ stato: 'gia_fatta', copiate: waits })
        await after.close()
      }
      expect(passi).toBeGreaterThan(2)
    },
  )

  it('[MI2] a copy that the log did not keep is not marked: it is made at the next start, and what is old stays until then', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const factory = new Fabbrica() as unknown as IDBFactory
    const mirror = indexedDbMirror(factory)
    await writeVecchio(factory, 9)
    let pieno = false
    const guasta = (idb: Idb): Idb => ({
      ...idb,
      async transaction(stores, mode, work) {
        if (pieno && mode === 'readwrite' && stores.includes('registro'))
          throw new DOMException('full', 'QuotaExceededError')
        return idb.transaction(stores, mode, work)
      },
    })
    const visit = () =>
      createDatabase({
        ...platformOf({ factory, guasta }),
        indexedDB: factory,
        mirror,
        lock: async () => () => {},
      })
    const before = visit()
    expect(value(await before.open({ id_utente: UTENTE })).rung).toBe('indexeddb')
    pieno = true
    expect((await before.migrateVecchio({ at: AT })).ok).toBe(false)
    expect(log.mock.calls[0]?.[0]).toBe('Migration failed')
    expect(await mirror.readOld()).toEqual({ id_utente: UTENTE, fino_ms: null })
    expect(value(await before.countUnsynced()).totale).toBe(0)
    await before.close()
    pieno = false
    const after = visit()
    expect((await visita(after)).stato).toBe('fatta')
    await after.close()
    const poi = visit()
    expect((await visita(poi)).stato).toBe('gia_fatta')
    expect(value(await poi.countUnsynced()).totale).toBe(4)
    await poi.close()
  })

  it('a mark outside without the copy’s own is not believed, whenever and by whoever it is read', async () => {
    const { factory, specchio: mirror, open } = browser()
    await writeVecchio(factory, 9)
    await mirror.writeOld({ id_utente: UTENTE, fino_ms: Date.parse(AT) })
    const db = open()
    expect((await visita(db, 8, DOPO(31))).stato).toBe('assente')
    expect(await names(factory)).toContain('concorsi')
    expect((await visita(db, UTENTE, DOPO(31))).stato).toBe('fatta')
    expect(value(await db.countUnsynced()).totale).toBe(4)
  })

  it('[AU4] what the person cleared does not come back from the old database', async () => {
    const { factory, open } = browser()
    await writeVecchio(factory, 9)
    const db = open()
    await visita(db)
    value(await db.clearUser({ id_utente: UTENTE }))
    expect((await visita(db)).stato).toBe('gia_fatta')
    expect(value(await db.countUnsynced()).totale).toBe(0)
    expect((await passano(db, 31, 8)).stato).toBe('eliminata')
  })

  it('a copy that fails leaves nothing half done, and the old database as it was', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { factory, platform } = browser()
    await writeVecchio(factory, 9)
    let rotto = true
    const db = createDatabase({
      ...platform,
      async openDriver(id) {
        const driver = await platform.openDriver(id)
        const connect = () => {
          const real = driver.connect()
          return {
            ...real,
            run(sql: string, ...values: never[]) {
              if (rotto && sql.includes('statistiche_percorsi')) throw new Error('disk')
              return real.run(sql, ...values)
            },
          }
        }
        return { ...driver, connect }
      },
    })
    expect((await visita(db)).stato).toBe('fallita')
    expect(log).toHaveBeenCalledOnce()
    expect(value(await db.countUnsynced()).totale).toBe(0)
    expect(value(await db.listBanche())).toEqual([])
    rotto = false
    expect(value(await db.migrateVecchio({ at: AT }))).toEqual({ stato: 'fatta', copiate: TOCCATE + 1 })
  })

  it('many records are all there', async () => {
    const { factory, open } = browser()
    const tante = Array.from({ length: 1000 }, (_, i) => ({
      id_domanda: 200_000 + i,
      id_concorso: 2,
      livello_conoscenza: (i % 4) - 2,
      data_eseguita: '2024-06-01T10:00:00.000Z',
      sincronizzata: i % 3 === 0,
    }))
    await writeVecchio(factory, 9, tante)
    const db = open()
    expect((await visita(db)).copiate).toBe(TOCCATE + 1 + 1000)
    const waiting = tante.filter((r) => !r.sincronizzata).length
    expect(value(await db.countUnsynced()).per_banca).toContainEqual({ id_concorso: 2, n: waiting })
  })
})
