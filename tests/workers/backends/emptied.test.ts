import { IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { memoryPlatform } from '#tests/workers/memory'
import { IDB_NAME, type Idb } from '#workers/backends/idb'
import type { Platform } from '#workers/core/platform'
import { createDatabase } from '#workers/store/database'
import { codice, UTENTE, value } from '../mondo.ts'
import { answer, download, fetch, free, open, waiting } from './open-store.ts'
import { newFactory, platformOf } from './platforms.ts'

Object.assign(globalThis, { IDBKeyRange })

describe('a browser that throws away what it kept (decision 0036)', () => {
  it.each([
    ['in IndexedDB', 'indexeddb', {}],
    ['on OPFS', 'opfs-sahpool', { opfs: memoryPlatform({ fetch }) }],
  ] as const)(
    'a store that the browser emptied is told until there is something in it again, %s',
    async (_, rung, world) => {
      const factory = newFactory()
      const db = createDatabase({ ...platformOf({ fetch, factory, ...world }), lock: free })
      const told = async (id_utente = UTENTE) =>
        value(await db.open({ id_utente, rung: rung })).avvisi.includes('ARCHIVIO_SVUOTATO')
      // The page knew of data, and there is none; the next page finds no more than that.
      expect(await told()).toBe(true)
      value(await db.close())
      expect(await told()).toBe(true)
      // Nobody is told of what is lost in front of what is there: neither another page, nor the next visit.
      await download(db)
      value(await answer(db, 1))
      expect(await told()).toBe(false)
      value(await db.close())
      expect(await told()).toBe(false)
      // An account that was never here, and a second page of it that knows of a store by now.
      const other = value(await db.open({ id_utente: UTENTE + 1 }))
      expect(other.avvisi).not.toContain('ARCHIVIO_SVUOTATO')
      expect(await told(UTENTE + 1)).toBe(false)
    },
  )

  it('a store emptied on a full disk is told when it can be made at last', async () => {
    const memory = memoryPlatform({ fetch })
    let full = true
    const openDriver: Platform['openDriver'] = async (...args) => {
      const driver = await memory.openDriver(...args)
      return {
        ...driver,
        connect() {
          const db = driver.connect()
          const exec = db.exec.bind(db)
          db.exec = (sql) => {
            if (full && /ADD COLUMN id_concorsi/.test(sql)) throw new DOMException('full', 'QuotaExceededError')
            exec(sql)
          }
          return db
        },
      }
    }
    const world = platformOf({ fetch, factory: newFactory(), opfs: { ...memory, openDriver } })
    const db = createDatabase({ ...world, lock: free })
    const open = () => db.open({ id_utente: UTENTE, rung: 'opfs-sahpool' })
    expect(codice(await open())).toBe('INDEXEDDB_NOT_ENOUGH_SPACE')
    full = false
    expect(value(await open()).avvisi).toContain('ARCHIVIO_SVUOTATO')
  })

  it('the browser begins a new journal before a store over its log opens, and keeps nothing of that', async () => {
    const factory = newFactory()
    const done: string[] = []
    const guasta = (idb: Idb): Idb => ({
      ...idb,
      async renewJournal() {
        await idb.renewJournal()
        done.push('renewed')
      },
      transaction(stores, mode, work) {
        if (mode === 'readwrite') done.push('written')
        return idb.transaction(stores, mode, work)
      },
    })
    value((await open({ factory, guasta })).aperta)
    expect(done.slice(0, 2)).toEqual(['renewed', 'written'])
    expect((await factory.databases()).map(({ name }) => name)).toEqual([IDB_NAME])
  })

  it('on OPFS it does so a while after the opening: the mirror is in IndexedDB', async () => {
    const memory = memoryPlatform({ fetch })
    const waits: { milliseconds: number; end: () => void }[] = []
    const wait = (milliseconds: number) => new Promise<void>((end) => waits.push({ milliseconds, end }))
    let renewed = 0
    const guasta = (idb: Idb): Idb => ({
      ...idb,
      async renewJournal() {
        renewed++
      },
    })
    const opfs = { openDriver: memory.openDriver, openFiles: memory.openFiles, wait }
    value((await open({ factory: newFactory(), opfs, guasta })).aperta)
    expect(renewed).toBe(0)
    for (const { milliseconds, end } of waits) if (milliseconds >= 1000) end()
    await expect.poll(() => renewed).toBe(1)
  })

  it.each([
    ['fails', () => Promise.reject(new DOMException('no', 'UnknownError'))],
    ['never ends', () => new Promise<void>(() => {})],
  ])('a new journal that %s keeps nobody waiting', async (_, renewJournal) => {
    const { db, aperta } = await open({ factory: newFactory(), guasta: (idb) => ({ ...idb, renewJournal }) })
    value(aperta)
    await download(db)
    value(await answer(db, 1))
    expect(await waiting(db)).toBe(1)
  })
})
