import type { Database, SAHPoolUtil, Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import { SQLITE_WASM } from '#wasm/address'
import { loadSqlite } from '#wasm/sqlite'
import { StoreFault } from '../core/guard.ts'
import type { Driver, FileStore, Platform } from '../core/platform.ts'
import { vacuumInto } from '../engine/bytes.ts'
import { connectionOver } from '../engine/connection.ts'
import { withCause, withCauses } from '../engine/error-cause.ts'
import { bornWhole, closeAll, emptyForGood, openAhead, openPool, reserveSlots } from '../engine/sahpool.ts'
import { writeLogTogether } from '../engine/write-coalescing.ts'
import { keepReserveIn, LOG_RESERVE_BYTES, RESERVE_BYTES } from './disk-reserve.ts'
import { removeFrom, root, subfolder } from './opfs-folders.ts'
import { poolFileRecovery } from './pool-recovery.ts'

const USER_FILE = '/utente.db'
const COPY_FILE = '/copia.db'
const RESERVE_FILE = 'riserva'
const LOG_RESERVE_FILE = 'riserva-log'

const folderOf = (id_utente: number) => `idoneo-${id_utente}`

/**
 * The rung of OPFS: each account has its own folder, hence its own pool, so that two accounts never mix (D29).
 * @param handed the engine, when the page compiles it.
 */
export function opfsPlatform(handed?: Promise<WebAssembly.Module | null>): Platform {
  emptyForGood()
  bornWhole()
  writeLogTogether()
  // Load the engine and open the files with the worker, not with the first call.
  const sqlite = typeof WebAssembly === 'object' ? loadSqlite(SQLITE_WASM, handed) : undefined
  sqlite?.catch(() => {})
  void root().catch(() => {})
  const pools = new Map<number, SAHPoolUtil>()
  const wanted = new Map<number, Promise<FileStore>>()
  const plain = async (id_utente: number) => opfsFiles(await subfolder(await root(), [folderOf(id_utente), 'file']))
  return {
    lock: requestLock,
    async openDriver(id_utente) {
      if (!sqlite) throw new StoreFault('WEBASSEMBLY_NOT_AVAILABLE')
      const ahead = openAhead(folderOf(id_utente), USER_FILE)
      ahead.catch(() => {})
      const engine = await loadSqlite(SQLITE_WASM, handed).catch((error: unknown) => {
        void ahead.then(closeAll, () => {})
        throw error
      })
      // List the plain files, needed next, while no other tab can write them any more.
      const folder = plain(id_utente)
      folder.catch(() => {})
      const listed = ahead.then(() => folder).then(async (files) => ({ ...files, listedAhead: await files.list() }))
      listed.catch(() => {})
      const pool = await openPool(engine, folderOf(id_utente), await ahead)
      pools.set(id_utente, pool)
      try {
        await reserveSlots(pool, USER_FILE)
        wanted.set(id_utente, listed)
        return { ...poolDriver(engine, pool), ...reserveOf(folderOf(id_utente)) }
      } catch (error) {
        // Pause the pool: the next owner finds its files free.
        pool.pauseVfs()
        throw error
      }
    },
    openFiles(id_utente) {
      const files = wanted.get(id_utente) ?? plain(id_utente)
      wanted.delete(id_utente)
      return files
    },
    async removeAll(id_utente) {
      // Remove the VFS too: a paused pool of this worker keeps its folder, and could not be opened again.
      await pools.get(id_utente)?.removeVfs()
      pools.delete(id_utente)
      await removeFrom(await root(), folderOf(id_utente))
    },
    fetch: (address, init) => fetch(address, init),
    newDevice: () =>
      crypto.getRandomValues(new Uint8Array(12)).reduce((id, b) => id + b.toString(16).padStart(2, '0'), ''),
    wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
  }
}

/** Resolves with the release once the lock is held; with null when another holds it and `wait` is false. */
function requestLock(...[name, wait, signal, request]: Parameters<Platform['lock']>): ReturnType<Platform['lock']> {
  if (!navigator.locks) throw new StoreFault('INDEXEDDB_NOT_AVAILABLE', 'no Web Locks')
  const options: LockOptions = request?.steal ? { steal: true } : wait ? { signal } : { ifAvailable: true }
  let held = false
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, options, (lock) => {
        if (!lock) return resolve(null)
        held = true
        return new Promise<void>((release) =>
          resolve(() => {
            held = false
            release()
          }),
        )
      })
      // A held request is only rejected when another tab stole the lock.
      .catch((error: unknown) => (held ? request?.onLost?.() : reject(error)))
  })
}

function reserveOf(name: string): Pick<Driver, 'keepReserve' | 'freeReserve' | 'keepLogReserve' | 'freeLogReserve'> {
  const folder = async () => (await root()).getDirectoryHandle(name)
  const free = async (which: string) => {
    try {
      await (await folder()).removeEntry(which)
      return true
    } catch {
      return false
    }
  }
  const keepLogReserve = async () => keepReserveIn(await folder(), LOG_RESERVE_FILE, LOG_RESERVE_BYTES)
  return {
    async keepReserve() {
      await keepReserveIn(await folder(), RESERVE_FILE, RESERVE_BYTES)
      await keepLogReserve()
    },
    freeReserve: () => free(RESERVE_FILE),
    keepLogReserve,
    freeLogReserve: () => free(LOG_RESERVE_FILE),
  }
}

function poolDriver(sqlite: Sqlite3Static, pool: SAHPoolUtil): Driver {
  let open: Database | undefined
  // Remove a copy that a crash left behind.
  pool.unlink(COPY_FILE)
  return {
    rung: 'opfs-sahpool',
    connect() {
      open = withCause(() => new sqlite.oo1.DB(USER_FILE, 'c', pool.vfsName))
      return withCauses(connectionOver(sqlite, open))
    },
    address: (name) => `file:/${name}?vfs=${pool.vfsName}&mode=ro`,
    listBanks: () =>
      pool
        .getFileNames()
        .filter(isBank)
        .map((path) => path.slice(1)),
    async writeBank(name, bytes) {
      await pool.reserveMinimumCapacity(Number(pool.getFileCount()) + 2)
      await pool.importDb(`/${name}`, bytes)
    },
    deleteBank: (name) => void pool.unlink(`/${name}`),
    readBank: async (name) => pool.exportFile(`/${name}`) as Uint8Array<ArrayBuffer>,
    async copyUtente() {
      // Reserve a slot for the copy and one for its journal.
      await pool.reserveMinimumCapacity(Number(pool.getFileCount()) + 2)
      try {
        withCause(() => vacuumInto(open as Database, `file:${COPY_FILE}?vfs=${pool.vfsName}`))
        return pool.exportFile(COPY_FILE) as Uint8Array<ArrayBuffer>
      } finally {
        pool.unlink(COPY_FILE)
      }
    },
    fileRecovery: poolFileRecovery(sqlite, pool, USER_FILE),
    // Wait for nothing: a commit of WAL/FULL is durable when it returns. The ladder waits for its note here when the page
    // knows no rung.
    settle: async () => {},
    release: async () => void pool.pauseVfs(),
  }
}

const isBank = (path: string) => path.startsWith('/banca-')

function opfsFiles(folder: FileSystemDirectoryHandle): FileStore {
  return {
    async list() {
      const names: string[] = []
      for await (const name of folder.keys()) names.push(name)
      return names
    },
    open: async (name) => (await folder.getFileHandle(name, { create: true })).createSyncAccessHandle(),
    async blob(name) {
      try {
        return await (await folder.getFileHandle(name)).getFile()
      } catch (error) {
        if (error instanceof DOMException && error.name === 'NotFoundError') return null
        throw error
      }
    },
    remove: (name) => removeFrom(folder, name),
  }
}
