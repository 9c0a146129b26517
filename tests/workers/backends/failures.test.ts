import { IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { memoryPlatform } from '#tests/workers/memory'
import { IDB_NAME, type Idb, openIdb } from '#workers/backends/idb'
import { StoreFault } from '#workers/core/guard'
import { createDatabase } from '#workers/store/database'
import { codice, UTENTE, value } from '../mondo.ts'
import { answer, banca, download, fetch, free, ORA, open, waiting } from './open-store.ts'
import { newFactory, type Opzioni, platformOf } from './platforms.ts'

Object.assign(globalThis, { IDBKeyRange })

/** Refuses every write of the log while `errore` is set. */
function gate() {
  const porta: { errore: unknown; scritte: number; riserve: number } = { errore: null, scritte: 0, riserve: 0 }
  const guasta = (idb: Idb): Idb => ({
    ...idb,
    async transaction(stores, mode, work) {
      if (mode === 'readwrite' && stores.includes('registro') && !stores.includes('istantanee')) {
        porta.scritte++
        if (porta.errore !== null) throw porta.errore
      }
      const result = await idb.transaction(stores, mode, work)
      // The reserve is the one thing that is put into `pezzi` when nobody asked for anything.
      if (mode === 'readwrite' && stores.join() === 'pezzi') porta.riserve++
      return result
    },
  })
  return { porta, guasta }
}

describe('a write that does not become durable', () => {
  it.each([
    ['QuotaExceededError', 'INDEXEDDB_NOT_ENOUGH_SPACE'],
    ['UnknownError', 'INDEXEDDB_GENERIC_ERROR'],
  ])('%s: the call says %s and nothing of it is left [ER2][ER3]', async (name, atteso) => {
    const { porta, guasta } = gate()
    const factory = newFactory()
    const { db } = await open({ factory, guasta })
    await download(db)
    value(await answer(db, 1))
    porta.errore = new DOMException('no', name)
    expect(codice(await answer(db, 2))).toBe(atteso)
    porta.errore = null
    expect(await waiting(db)).toBe(1)
    const [domanda] = value(await db.readDomande({ id_concorso: 1, id_domande: [100_002] }))
    expect(domanda?.statistica.livello_conoscenza).toBe(-99)
    // The chain goes on where the durable one ends.
    value(await answer(db, 3))
    value(await db.close())
    const { db: poi } = await open({ factory })
    expect(await waiting(poi)).toBe(2)
  })

  it('answers given at the same moment all fail with it, and can be given again', async () => {
    const { porta, guasta } = gate()
    const { db } = await open({ factory: newFactory(), guasta })
    await download(db)
    porta.errore = new DOMException('no', 'QuotaExceededError')
    const esiti = await Promise.all([1, 2, 3].map((n) => answer(db, n)))
    expect(esiti.map(codice)).toEqual(Array(3).fill('INDEXEDDB_NOT_ENOUGH_SPACE'))
    porta.errore = null
    for (const n of [1, 2, 3]) value(await answer(db, n))
    expect(await waiting(db)).toBe(3)
  })

  it('a bank whose registration was not kept is not there, and is again after the next download', async () => {
    const { porta, guasta } = gate()
    const { db } = await open({ factory: newFactory(), guasta })
    porta.errore = new DOMException('no', 'QuotaExceededError')
    expect(codice(await db.downloadBanca({ concorso: banca.concorso, at: ORA }, () => {}))).toBe(
      'INDEXEDDB_NOT_ENOUGH_SPACE',
    )
    porta.errore = null
    expect(value(await db.listBanche()).filter((b) => b.n_domande > 0)).toEqual([])
    await download(db)
    value(await answer(db, 1))
  })

  it('a bank is deleted even when no room is left for it: the reserve is given up', async () => {
    const { porta, guasta } = gate()
    let given = 0
    const { db } = await open({
      factory: newFactory(),
      guasta: (idb) => {
        const gated = guasta(idb)
        return {
          ...gated,
          async transaction(stores, mode, work) {
            const result = await gated.transaction(stores, mode, work)
            // Only giving the reserve up answers true.
            if (mode === 'readwrite' && (result as unknown) === true) {
              given++
              porta.errore = null
            }
            return result
          },
        }
      },
    })
    await download(db)
    await expect.poll(() => porta.riserve).toBeGreaterThan(0)
    porta.errore = new DOMException('no', 'QuotaExceededError')
    value(await db.deleteBanca({ id_concorso: 1, dallaLista: true }))
    expect(given).toBe(1)
    expect(value(await db.listBanche())).toEqual([])
  })

  it('a call acknowledges only after its write', async () => {
    const { porta, guasta } = gate()
    const { db } = await open({ factory: newFactory(), guasta })
    await download(db)
    const before = porta.scritte
    value(await answer(db, 1))
    expect(porta.scritte).toBe(before + 1)
    value(await db.countUnsynced())
    value(await db.completamento({ id_concorso: 1 }))
    expect(porta.scritte).toBe(before + 1)
  })
})

describe('the browser closes IndexedDB', () => {
  it('the connection is opened again and the answer is kept', async () => {
    const factory = newFactory()
    const connections: IDBDatabase[] = []
    const spying = {
      open(name: string, version?: number) {
        const request = factory.open(name, version)
        if (name === IDB_NAME)
          request.addEventListener('success', () => connections.push(request.result as unknown as IDBDatabase))
        return request
      },
    } as unknown as typeof factory
    const { db } = await open({ factory: spying })
    await download(db)
    for (const c of connections) c.close()
    value(await answer(db, 1))
    expect(connections).toHaveLength(2)
  })

  it('a second failure is told, not tried for ever', async () => {
    const factory = newFactory()
    let opened = 0
    const dying = {
      open(name: string, version?: number) {
        const request = factory.open(name, version)
        opened++
        request.addEventListener('success', () => request.result.close())
        return request
      },
    } as unknown as IDBFactory
    await expect(openIdb(dying).transaction(['registro'], 'readonly', () => null)).rejects.toMatchObject({
      name: 'InvalidStateError',
    })
    expect(opened).toBe(2)
  })
})

describe('one writer without Web Locks', () => {
  it('the newer owner writes, the older one is told and stops', async () => {
    const factory = newFactory()
    const { db: primo } = await open({ factory })
    await download(primo)
    value(await answer(primo, 1))
    const { db: secondo } = await open({ factory })
    expect(codice(await answer(primo, 2))).toBe('ARCHIVIO_OCCUPATO')
    expect(codice(await primo.listBanche())).not.toBe('ok')
    value(await answer(secondo, 3))
    expect(await waiting(secondo)).toBe(2)
  })

  it('an owner that lives answers who asks, who waits gets it at its end', async () => {
    const factory = newFactory()
    const { db: primo } = await open({ factory }, null)
    await download(primo)
    const { aperta, db: secondo } = await open({ factory }, null)
    expect(codice(aperta)).toBe('ARCHIVIO_OCCUPATO')
    const wait = secondo.open({ id_utente: UTENTE, wait: true })
    value(await answer(primo, 1))
    value(await primo.close())
    value(await wait)
    expect(await waiting(secondo)).toBe(1)
    value(await secondo.close())
  })
})

describe('choice of the rung [D32]', () => {
  it('says what it met: no OPFS, no WebAssembly, no IndexedDB [CD6][ER1]', async () => {
    const met = async (opzioni: Opzioni) => {
      const { aperta } = await open(opzioni)
      const { rung, avvisi: notices } = value(aperta)
      return [rung, ...notices]
    }
    expect(await met({ factory: newFactory() })).toEqual(['indexeddb', 'OPFS_NOT_AVAILABLE'])
    const noWasm = { openDriver: () => Promise.reject(new StoreFault('WEBASSEMBLY_NOT_AVAILABLE')) }
    expect(await met({ factory: newFactory(), senzaWasm: true, opfs: noWasm })).toEqual([
      'asm',
      'WEBASSEMBLY_NOT_AVAILABLE',
    ])
    expect(await met({ factory: undefined })).toEqual(['nessuno', 'INDEXEDDB_NOT_AVAILABLE'])
    expect(await met({ factory: undefined, senzaWasm: true, opfs: noWasm })).toEqual([
      'nessuno',
      'INDEXEDDB_NOT_AVAILABLE',
      'WEBASSEMBLY_NOT_AVAILABLE',
    ])
  })

  it('a forbidden IndexedDB is no IndexedDB', async () => {
    const forbidden = {
      open() {
        throw new DOMException('denied', 'SecurityError')
      },
    } as unknown as IDBFactory
    const { aperta } = await open({ factory: forbidden as never })
    expect(value(aperta).avvisi).toEqual(['INDEXEDDB_NOT_AVAILABLE'])
  })

  it.each([
    ['OPFS', new StoreFault('INDEXEDDB_NOT_AVAILABLE', 'no OPFS'), 'INDEXEDDB_NOT_AVAILABLE'],
    ['OPFS by an error', new DOMException('x', 'UnknownError'), 'INDEXEDDB_GENERIC_ERROR'],
    ['WebAssembly', new StoreFault('WEBASSEMBLY_NOT_AVAILABLE'), 'WEBASSEMBLY_NOT_AVAILABLE'],
  ])('an account whose data is on OPFS never looks empty when %s is gone', async (_, errore, atteso) => {
    const factory = newFactory()
    const memory = memoryPlatform({ fetch })
    const opfs = { openDriver: memory.openDriver, openFiles: memory.openFiles }
    const { db } = await open({ factory, opfs })
    await download(db)
    value(await db.close())
    const { aperta } = await open({ factory, opfs: { openDriver: () => Promise.reject(errore) } })
    expect(aperta).toMatchObject({ ok: false, error: { codice: atteso, dati: { archivio: 'opfs' } } })
    const { db: poi } = await open({ factory, opfs })
    expect(value(await poi.listBanche())).toHaveLength(1)
  })

  const refusing = (name: string) => {
    const porta = { chieste: 0 }
    const factory = {
      open() {
        porta.chieste++
        throw new DOMException('a mutation operation', name)
      },
    } as unknown as IDBFactory
    return { porta, factory: factory as never }
  }

  it.each([
    ['opfs-sahpool', 'SecurityError', 'INDEXEDDB_NOT_AVAILABLE', 'opfs'],
    ['opfs-sahpool', 'InvalidStateError', 'INDEXEDDB_NOT_AVAILABLE', 'opfs'],
    ['indexeddb', 'SecurityError', 'INDEXEDDB_NOT_AVAILABLE', 'indexeddb'],
    ['indexeddb', 'InvalidStateError', 'INDEXEDDB_GENERIC_ERROR', 'indexeddb'],
    ['asm', 'UnknownError', 'INDEXEDDB_GENERIC_ERROR', 'indexeddb'],
  ] as const)(
    'data known on %s, OPFS gone and IndexedDB failing with %s: refused, not empty',
    async (rung, name, atteso, store) => {
      const db = createDatabase({ ...platformOf({ fetch, ...refusing(name) }), lock: free })
      expect(await db.open({ id_utente: UTENTE, rung: rung })).toMatchObject({
        ok: false,
        error: { codice: atteso, dati: { archivio: store } },
      })
    },
  )

  it('data known in IndexedDB never looks empty on an OPFS that came meanwhile', async () => {
    const memory = memoryPlatform({ fetch })
    const opfs = { openDriver: memory.openDriver, openFiles: memory.openFiles }
    const db = createDatabase({ ...platformOf({ opfs, ...refusing('InvalidStateError') }), lock: free })
    expect(await db.open({ id_utente: UTENTE, rung: 'indexeddb' })).toMatchObject({
      ok: false,
      error: { dati: { archivio: 'indexeddb' } },
    })
  })

  it('an InvalidStateError is asked once more, and never taken for a browser without IndexedDB', async () => {
    const { porta, factory } = refusing('InvalidStateError')
    await expect(openIdb(factory).transaction(['registro'], 'readonly', () => null)).rejects.toMatchObject({
      name: 'InvalidStateError',
    })
    expect(porta.chieste).toBe(2)
    const { aperta } = await open({ factory })
    expect(codice(aperta)).toBe('INDEXEDDB_GENERIC_ERROR')
  })

  it('on OPFS nothing is acknowledged before the note of where the data is', async () => {
    const factory = newFactory()
    const memory = memoryPlatform({ fetch })
    const opfs = { openDriver: memory.openDriver, openFiles: memory.openFiles }
    let noted = false
    const guasta = (idb: Idb): Idb => ({
      ...idb,
      async transaction(stores, mode, work) {
        if (mode !== 'readwrite' || !stores.includes('gradini')) return idb.transaction(stores, mode, work)
        for (let i = 0; i < 50; i++) await new Promise((r) => setImmediate(r))
        const value = await idb.transaction(stores, mode, work)
        noted = true
        return value
      },
    })
    const { aperta } = await open({ factory, opfs, guasta })
    value(aperta)
    expect(noted).toBe(true)
  })

  it('data that began in IndexedDB stays there when OPFS comes', async () => {
    const factory = newFactory()
    const { db } = await open({ factory })
    await download(db)
    value(await db.close())
    const memory = memoryPlatform({ fetch })
    const { aperta } = await open({ factory, opfs: { openDriver: memory.openDriver, openFiles: memory.openFiles } })
    expect(value(aperta)).toMatchObject({ rung: 'indexeddb', avvisi: [], banche: [{ n_domande: 60 }] })
  })

  it('both engines serve the same log', async () => {
    const factory = newFactory()
    const { db } = await open({ factory, ogni: 2 })
    await download(db)
    for (const n of [1, 2, 3]) value(await answer(db, n))
    value(await db.close())
    const { db: poi, aperta } = await open({ factory, senzaWasm: true })
    expect(value(aperta)).toMatchObject({ rung: 'asm', da_sincronizzare: 3 })
    value(await answer(poi, 4))
    value(await poi.close())
    const { aperta: ancora } = await open({ factory })
    expect(value(ancora)).toMatchObject({ rung: 'indexeddb', da_sincronizzare: 4 })
  })

  it('a full disk or a held handle is no reason for a lower rung', async () => {
    const full = new DOMException('full', 'QuotaExceededError')
    const { aperta } = await open({ factory: newFactory(), opfs: { openDriver: () => Promise.reject(full) } })
    expect(codice(aperta)).toBe('INDEXEDDB_NOT_ENOUGH_SPACE')
  })

  it('an account leaves nothing behind in idoneo-archivio [DB15]', async () => {
    const factory = newFactory()
    const { db } = await open({ factory })
    await download(db)
    value(await answer(db, 1))
    value(await db.clearUser({ id_utente: UTENTE }))
    const left = await openIdb(factory).transaction(['registro', 'istantanee', 'pezzi', 'gradini'], 'readonly', (tx) =>
      Promise.all(
        ['registro', 'istantanee', 'pezzi', 'gradini'].map(
          (s) =>
            new Promise<number>((done) => {
              const request = tx.objectStore(s).count()
              request.onsuccess = () => done(request.result)
            }),
        ),
      ),
    )
    expect(left).toEqual([0, 0, 0, 0])
    expect(IDB_NAME).toBe('idoneo-archivio')
  })
})
