import type { Rung } from '#contract/database'
import type { ErrorCode } from '#contract/errors'
import { SQLITE_WASM } from '#wasm/address'
import { loadAsm } from '#wasm/asm'
import { loadSqlite } from '#wasm/sqlite'
import { faultOf, StoreFault } from '../core/guard.ts'
import type { Driver, DriverRequest, FileStore, Platform } from '../core/platform.ts'
import { asmEngine } from '../engine/asm-engine.ts'
import type { MemoryEngine } from '../engine/memory-engine.ts'
import { wasmEngine } from '../engine/wasm-engine.ts'
import { channelLock } from './channel-lock.ts'
import { RESERVE_DELAY_MS } from './disk-reserve.ts'
import { ask, type Idb, openIdb } from './idb.ts'
import { idbFiles } from './idb-files.ts'
import { holdsAccount, removeAccount } from './idb-log.ts'
import { logDriver, type SnapshotPace } from './log-driver.ts'
import { nothingKept } from './volatile.ts'

/** Transactions in the log before a snapshot replaces them, and the quiet before it, milliseconds. */
const SNAPSHOT_EVERY = 200
const QUIET_MS = 3000
/** Longest wait, in ms, of a store on OPFS for IndexedDB: the page has its own note. */
const NOTE_MS = 2000
/** Longest wait, in ms, of a store over the log for its journal's renewal. */
const JOURNAL_MS = 1000

export type Rungs = {
  /** The highest rung, and the platform that all rungs share. */
  opfs: Platform
  idb: Idb
  /**
   * Engines load when their rung is tried. The first rejects with WEBASSEMBLY_NOT_AVAILABLE or a CompileError.
   */
  wasm: () => Promise<MemoryEngine>
  asm: () => Promise<MemoryEngine>
  pace?: Partial<SnapshotPace>
}

/** Returns the rungs of this browser, for the worker. */
export function browserRungs(opfs: Platform): Rungs {
  return {
    opfs,
    idb: openIdb(globalThis.indexedDB),
    async wasm() {
      if (typeof WebAssembly !== 'object') throw new StoreFault('WEBASSEMBLY_NOT_AVAILABLE')
      return wasmEngine(await loadSqlite(SQLITE_WASM))
    },
    asm: async () => asmEngine(await loadAsm()),
  }
}

/**
 * The ladder (D32): tries the rungs in order, and reports each missing one. A lower rung never opens where a higher one
 * that fails today holds the account's data: the person would see an empty account (evolu#705).
 */
export function ladder({ opfs, idb, wasm, asm, pace: requestedPace }: Rungs): Platform {
  const volatile = nothingKept()
  const files = new Map<number, () => Promise<FileStore>>()
  const pace: SnapshotPace = { every: SNAPSHOT_EVERY, quiet: QUIET_MS, wait: (ms) => opfs.wait(ms), ...requestedPace }

  async function openDriver(id_utente: number, request: DriverRequest = {}): Promise<Driver> {
    const notices: ErrorCode[] = []
    try {
      const driver = await opfs.openDriver(id_utente)
      const isNew = driver.listBanks().length === 0
      if (isNew && (await holds(idb, id_utente, isOnLog(request.rung)))) await driver.release()
      else {
        const noted = Promise.race([remember(idb, id_utente).catch(() => {}), pace.wait(NOTE_MS)])
        files.set(id_utente, () => opfs.openFiles(id_utente))
        void pace.wait(RESERVE_DELAY_MS).then(() => driver.keepReserve?.().catch(() => {}))
        // Renew the journal here too: the mirror is in this database.
        void pace.wait(RESERVE_DELAY_MS).then(() => idb.renewJournal().catch(() => {}))
        // Acknowledge nothing before the note is stored, for the day when OPFS fails. A page with its own note needs no
        // wait.
        return request.rung === 'opfs-sahpool' ? driver : { ...driver, settle: () => noted.then(() => driver.settle()) }
      }
    } catch (error) {
      const codice = missing(error)
      if (!codice) throw error
      if (request.rung === 'opfs-sahpool' || (await usedOpfs(idb, id_utente))) throw elsewhere(error, 'opfs')
      notices.push(codice)
    }
    const driver = await overLog(id_utente, notices, request)
    return { ...driver, notices }
  }

  async function overLog(
    id_utente: number,
    notices: ErrorCode[],
    { stolen, rung: knownRung }: DriverRequest,
  ): Promise<Driver> {
    const [memoryEngine] = await Promise.all([
      engine(notices),
      Promise.race([idb.renewJournal().catch(() => {}), pace.wait(JOURNAL_MS)]),
    ])
    // Two tabs that open together may both have taken the lock: only the later one becomes the writer.
    if (stolen?.()) throw new StoreFault('ARCHIVIO_OCCUPATO', 'another tab took the store')
    const rung = notices.includes('WEBASSEMBLY_NOT_AVAILABLE') ? 'asm' : 'indexeddb'
    try {
      const driver = await logDriver(idb, id_utente, memoryEngine, rung, pace)
      files.set(id_utente, async () => idbFiles(idb, id_utente))
      return driver
    } catch (error) {
      const { codice } = faultOf(error)
      if (isOnLog(knownRung) && UNREACHABLE.has(codice)) throw elsewhere(error, 'indexeddb')
      if (codice !== 'INDEXEDDB_NOT_AVAILABLE') throw error
      const i = notices.indexOf('OPFS_NOT_AVAILABLE')
      if (i >= 0) notices.splice(i, 1)
      notices.unshift('INDEXEDDB_NOT_AVAILABLE')
      files.set(id_utente, async () => volatile.openFiles(id_utente))
      return volatile.openDriver(id_utente, memoryEngine)
    }
  }

  async function engine(notices: ErrorCode[]): Promise<MemoryEngine> {
    if (!notices.includes('WEBASSEMBLY_NOT_AVAILABLE'))
      try {
        return await wasm()
      } catch (error) {
        if (missing(error) !== 'WEBASSEMBLY_NOT_AVAILABLE') throw error
        notices.push('WEBASSEMBLY_NOT_AVAILABLE')
      }
    return asm()
  }

  return {
    ...opfs,
    lock: globalThis.navigator?.locks ? opfs.lock : channelLock(),
    openDriver,
    openFiles: (id_utente) => (files.get(id_utente) ?? (() => opfs.openFiles(id_utente)))(),
    async removeAll(id_utente) {
      volatile.removeAll(id_utente)
      const available = (error: unknown) => {
        if (!missing(error) && faultOf(error).codice !== 'INDEXEDDB_NOT_AVAILABLE') throw error
      }
      await opfs.removeAll(id_utente).catch(available)
      await removeAccount(idb, id_utente).catch(available)
    },
  }
}

/** Returns the code of a missing browser feature that made a rung fail; null for any other failure, which is thrown. */
function missing(error: unknown): ErrorCode | null {
  const { codice } = faultOf(error)
  if (codice === 'WEBASSEMBLY_NOT_AVAILABLE') return codice
  if (error instanceof StoreFault) return codice === 'INDEXEDDB_NOT_AVAILABLE' ? 'OPFS_NOT_AVAILABLE' : null
  // Another tab that closes holds the file, or the disk is full: retry the same rung, or let the person make room.
  if (!(error instanceof DOMException)) return null
  return ['NoModificationAllowedError', 'QuotaExceededError', 'AbortError'].includes(error.name)
    ? null
    : 'OPFS_NOT_AVAILABLE'
}

/** Makes the failure of the rung that holds the account's data. */
function elsewhere(error: unknown, backend: 'opfs' | 'indexeddb'): StoreFault {
  const { codice, detail } = faultOf(error)
  return new StoreFault(codice, detail ?? `the store is in ${backend}`, { dati: { archivio: backend } })
}

/** Returns whether a rung is over the log. */
const isOnLog = (rung: Rung | undefined): boolean => rung === 'indexeddb' || rung === 'asm'

/** Failures of IndexedDB that reveal nothing of its content. */
const UNREACHABLE: ReadonlySet<ErrorCode> = new Set(['INDEXEDDB_NOT_AVAILABLE', 'INDEXEDDB_GENERIC_ERROR'])

/** Returns whether the log holds the account; `knownRung`, the last known state, where IndexedDB fails. */
const holds = (idb: Idb, id_utente: number, knownRung: boolean) => holdsAccount(idb, id_utente).catch(() => knownRung)

/** Notes that the account's data is on OPFS, for the day when OPFS fails. */
const remember = (idb: Idb, id_utente: number): Promise<void> =>
  idb.transaction(['gradini'], 'readwrite', async (tx) => {
    const store = tx.objectStore('gradini')
    if ((await ask(store.get(id_utente))) === undefined) store.put('opfs-sahpool', id_utente)
  })

const usedOpfs = (idb: Idb, id_utente: number): Promise<boolean> =>
  idb
    .transaction(
      ['gradini'],
      'readonly',
      async (tx) => (await ask(tx.objectStore('gradini').get(id_utente))) !== undefined,
    )
    .catch(() => false)
