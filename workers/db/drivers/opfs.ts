import type { Database, SAHPoolUtil, Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import { SQLITE_WASM } from '#wasm/address'
import { loadSqlite } from '#wasm/sqlite'
import { StoreFault } from '../guard.ts'
import { mendTestate } from '../recupero/testate.ts'
import { vacuumInto } from './bytes.ts'
import { connectionOver } from './connection.ts'
import { poolOfficina } from './officina.ts'
import type { Driver, FileStore, Platform } from './platform.ts'
import { keepReserveIn } from './riserva.ts'

const UTENTE = '/utente.db'
const COPIA = '/copia.db'
const NOME_RISERVA = 'riserva'
/** Slots of a new pool: the person's database, its WAL and a first bank with room for the next version. */
const FIRST_SLOTS = 4

const folderOf = (id_utente: number) => `idoneo-${id_utente}`

/**
 * The rung of OPFS: each account has its own folder, hence its own pool, so that two accounts never meet (D29).
 * @param handed the engine, when the page compiles it.
 */
export function opfsPlatform(handed?: Promise<WebAssembly.Module | null>): Platform {
  // The engine and the way to the files start with the worker, not with the first call.
  const sqlite = typeof WebAssembly === 'object' ? loadSqlite(SQLITE_WASM, handed) : undefined
  sqlite?.catch(() => {})
  void root().catch(() => {})
  const pools = new Map<number, SAHPoolUtil>()
  return {
    lock: requestLock,
    async openDriver(id_utente) {
      if (!sqlite) throw new StoreFault('WEBASSEMBLY_NOT_AVAILABLE')
      // Its files are looked at while the engine is on its way.
      const seen = mendPool(folderOf(id_utente))
      seen.catch(() => {})
      const engine = await loadSqlite(SQLITE_WASM)
      await seen
      const pool = await openPool(engine, folderOf(id_utente))
      pools.set(id_utente, pool)
      return { ...poolDriver(engine, pool), ...reserveOf(folderOf(id_utente)) }
    },
    openFiles: async (id_utente) => opfsFiles(await subfolder(await root(), [folderOf(id_utente), 'file'])),
    async removeAll(id_utente) {
      // A pool of this worker is only paused: it must forget its folder too, or it could not be opened again.
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

/** Resolves with the release once the lock is held; with null when it is taken and nobody waits. */
function requestLock(...[name, wait, signal, altro]: Parameters<Platform['lock']>): ReturnType<Platform['lock']> {
  if (!navigator.locks) throw new StoreFault('INDEXEDDB_NOT_AVAILABLE', 'no Web Locks')
  const options: LockOptions = altro?.ruba ? { steal: true } : wait ? { signal } : { ifAvailable: true }
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
      // A request that had its lock is only refused when another one stole it.
      .catch((error: unknown) => (held ? altro?.onPerso?.() : reject(error)))
  })
}

/** OPFS with handles for a worker. Plain http, private windows of Firefox and old Safari have none (data-engine §8). */
async function root(): Promise<FileSystemDirectoryHandle> {
  if (!navigator.storage?.getDirectory || !globalThis.FileSystemFileHandle?.prototype.createSyncAccessHandle)
    throw new StoreFault('INDEXEDDB_NOT_AVAILABLE', 'no OPFS')
  return navigator.storage.getDirectory().catch((error: unknown) => {
    throw (error as { name?: string }).name === 'SecurityError'
      ? new StoreFault('INDEXEDDB_NOT_AVAILABLE', String(error))
      : error
  })
}

async function subfolder(from: FileSystemDirectoryHandle, names: string[]): Promise<FileSystemDirectoryHandle> {
  let folder = from
  for (const name of names) folder = await folder.getDirectoryHandle(name, { create: true })
  return folder
}

async function removeFrom(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  try {
    await folder.removeEntry(name, { recursive: true })
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error
  }
}

/** Puts the headers of an account's pool right before it opens; one that is not there yet has none. */
async function mendPool(folder: string): Promise<void> {
  let pool = await root()
  try {
    for (const name of [folder, 'archivio']) pool = await pool.getDirectoryHandle(name)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return
    throw error
  }
  await mendTestate(pool, UTENTE)
}

async function openPool(sqlite: Sqlite3Static, folder: string): Promise<SAHPoolUtil> {
  const options = {
    name: folder,
    directory: `${folder}/archivio`,
    initialCapacity: FIRST_SLOTS,
    // Otherwise a handle still held by a closing tab would make the package delete the whole pool.
    preserveOnInitFailure: true,
    forceReinitIfPreviouslyFailed: true,
    verbosity: 0,
  }
  const installed = await sqlite.installOpfsSAHPoolVfs(options)
  const pool = installed.isPaused() ? await installed.unpauseVfs() : installed
  // The package fills only an empty pool: one that was cut while it was made would stay too small to be opened for ever.
  await pool.reserveMinimumCapacity(Math.max(FIRST_SLOTS, Number(pool.getFileCount()) + 2))
  return pool
}

function reserveOf(name: string): Pick<Driver, 'keepReserve' | 'freeReserve'> {
  const folder = async () => (await root()).getDirectoryHandle(name)
  return {
    keepReserve: async () => keepReserveIn(await folder(), NOME_RISERVA),
    async freeReserve() {
      try {
        await (await folder()).removeEntry(NOME_RISERVA)
        return true
      } catch {
        return false
      }
    },
  }
}

function poolDriver(sqlite: Sqlite3Static, pool: SAHPoolUtil): Driver {
  let open: Database | undefined
  // A copy that a crash left behind.
  pool.unlink(COPIA)
  return {
    gradino: 'opfs-sahpool',
    connect() {
      open = new sqlite.oo1.DB(UTENTE, 'c', pool.vfsName)
      return connectionOver(sqlite, open)
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
      // Its own place and a journal's.
      await pool.reserveMinimumCapacity(Number(pool.getFileCount()) + 2)
      try {
        vacuumInto(open as Database, `file:${COPIA}?vfs=${pool.vfsName}`)
        return pool.exportFile(COPIA) as Uint8Array<ArrayBuffer>
      } finally {
        pool.unlink(COPIA)
      }
    },
    officina: poolOfficina(sqlite, pool, UTENTE),
    // A commit of WAL/FULL is durable when it returns.
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
