import { IDBFactory as Fabbrica, IDBKeyRange as Intervallo } from 'fake-indexeddb'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createDatabase } from '#workers/db/database'
import type { Idb } from '#workers/db/drivers/idb'
import type { Platform } from '#workers/db/drivers/platform'
import { indexedDbSpecchio } from '#workers/db/specchio/indexeddb'
import type { Specchio } from '#workers/db/specchio/specchio'
import { platformOf } from '../contratto/mondi.ts'
import { UTENTE, valore } from '../mondo.ts'
import { AT, browser, DOPO, names, passano, TOCCATE, visita, writeVecchio } from './vecchio.ts'

beforeAll(() => {
  globalThis.IDBKeyRange = Intervallo
})
afterEach(() => void vi.restoreAllMocks())

describe('[MI3] the taking over of the old database, interrupted', () => {
  /** A mirror whose `k`-th write about the old database fails, as if the browser ended there. */
  function fragile(base: Specchio, k: number): Specchio {
    let n = 0
    return {
      ...base,
      async writeVecchio(v) {
        if (++n === k) throw new Error('ended')
        await base.writeVecchio(v)
      },
    }
  }

  it.each([1, 2])('at its mark number %i it logs, loses nothing and is finished at the next start', async (k) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { factory, specchio, platform } = browser()
    await writeVecchio(factory, 7)
    const prima = createDatabase({ ...platform, specchio: fragile(specchio, k) })
    expect((await visita(prima)).stato).toBe('fallita')
    expect(log.mock.calls[0]?.[0]).toBe('Migration failed')
    await prima.close()
    const dopo = createDatabase(platform)
    expect(['fatta', 'gia_fatta']).toContain((await visita(dopo)).stato)
    expect(valore(await dopo.countUnsynced()).totale).toBe(4)
    expect(await names(factory)).toContain('concorsi')
    const eventi = (await specchio.read(UTENTE)).eventi.map(({ id }) => id)
    expect(new Set(eventi).size).toBe(eventi.length)
  })

  // Every step that writes, for every version: a browser that ended there did nothing more (reliability R9).
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])(
    'of version %i, ended at every write in turn: the next start has all of it, once',
    async (versione) => {
      vi.spyOn(console, 'error').mockImplementation(() => {})
      vi.spyOn(console, 'warn').mockImplementation(() => {})
      const attese = TOCCATE + (versione >= 4 ? 1 : 0)
      let passi = 0
      for (let k = 1; k === 1 || passi >= k - 1; k++) {
        const factory = new Fabbrica() as unknown as IDBFactory
        const specchio = indexedDbSpecchio(factory)
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
        const fragile: Specchio = {
          ...specchio,
          async write(id, cambio) {
            step()
            await specchio.write(id, cambio)
          },
          async writeVecchio(v) {
            step()
            await specchio.writeVecchio(v)
          },
        }
        const visit = (altro: Partial<Platform>, opzioni: object) =>
          createDatabase({
            ...platformOf({ factory, ...opzioni }),
            indexedDB: factory,
            lock: async () => () => {},
            ...altro,
          })
        const prima = visit({ specchio: fragile }, { guasta })
        valore(await prima.open({ id_utente: UTENTE }))
        conta = true
        await prima.migrateVecchio({ at: AT })
        passi = scritte
        // Nobody closed it: the browser is gone.
        const dopo = visit({ specchio }, {})
        const { stato, copiate } = await visita(dopo)
        expect({ versione, k, stato, copiate }).toEqual({
          ...{ versione, k, copiate: attese },
          stato: expect.stringMatching(/^(?:fatta|gia_fatta)$/),
        })
        expect(valore(await dopo.countUnsynced()).totale).toBe(4)
        expect(await names(factory)).toContain('concorsi')
        expect(await visita(dopo)).toEqual({ stato: 'gia_fatta', copiate: attese })
        await dopo.close()
      }
      expect(passi).toBeGreaterThan(2)
    },
  )

  it('[MI2] a copy that the log did not keep is not marked: it is made at the next start, and what is old stays until then', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const factory = new Fabbrica() as unknown as IDBFactory
    const specchio = indexedDbSpecchio(factory)
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
        specchio,
        lock: async () => () => {},
      })
    const prima = visit()
    expect(valore(await prima.open({ id_utente: UTENTE })).rung).toBe('indexeddb')
    pieno = true
    expect((await prima.migrateVecchio({ at: AT })).ok).toBe(false)
    expect(log.mock.calls[0]?.[0]).toBe('Migration failed')
    expect(await specchio.readVecchio()).toEqual({ id_utente: UTENTE, fino_ms: null })
    expect(valore(await prima.countUnsynced()).totale).toBe(0)
    await prima.close()
    pieno = false
    const dopo = visit()
    expect((await visita(dopo)).stato).toBe('fatta')
    await dopo.close()
    const poi = visit()
    expect((await visita(poi)).stato).toBe('gia_fatta')
    expect(valore(await poi.countUnsynced()).totale).toBe(4)
    await poi.close()
  })

  it('a mark outside without the copy’s own is not believed, whenever and by whoever it is read', async () => {
    const { factory, specchio, open } = browser()
    await writeVecchio(factory, 9)
    await specchio.writeVecchio({ id_utente: UTENTE, fino_ms: Date.parse(AT) })
    const db = open()
    expect((await visita(db, 8, DOPO(31))).stato).toBe('assente')
    expect(await names(factory)).toContain('concorsi')
    expect((await visita(db, UTENTE, DOPO(31))).stato).toBe('fatta')
    expect(valore(await db.countUnsynced()).totale).toBe(4)
  })

  it('[AU4] what the person cleared does not come back from the old database', async () => {
    const { factory, open } = browser()
    await writeVecchio(factory, 9)
    const db = open()
    await visita(db)
    valore(await db.clearUser({ id_utente: UTENTE }))
    expect((await visita(db)).stato).toBe('gia_fatta')
    expect(valore(await db.countUnsynced()).totale).toBe(0)
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
    expect(valore(await db.countUnsynced()).totale).toBe(0)
    expect(valore(await db.listBanche())).toEqual([])
    rotto = false
    expect(valore(await db.migrateVecchio({ at: AT }))).toEqual({ stato: 'fatta', copiate: TOCCATE + 1 })
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
    expect(valore(await db.countUnsynced()).per_banca).toContainEqual({ id_concorso: 2, n: waiting })
  })
})
