import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import { loadSqlite } from '#wasm/sqlite'
import { memoryFiles } from '#workers/backends/volatile'
import type { Driver, Platform } from '#workers/core/platform'
import { vacuumInto } from '#workers/engine/bytes'
import { connectionOver } from '#workers/engine/connection'
import { unlinkFile } from '#workers/engine/wasm-engine'

/** Data of one account in memory: they outlive a close, as files would. */
type Account = { utente: string; banks: Map<string, string>; files: Map<string, Uint8Array<ArrayBuffer>> }

let stores = 0

/**
 * The rung without a browser: the same engine over the memory file system of sqlite-wasm, for tests in Node. Two
 * databases of one platform are two tabs; another platform is another browser.
 */
export function memoryPlatform(override: Partial<Platform> = {}): Platform {
  const accounts = new Map<number, Account>()
  const account = (id_utente: number): Account => {
    const known = accounts.get(id_utente)
    if (known) return known
    const made: Account = { utente: `/utente-${++stores}.db`, banks: new Map(), files: new Map() }
    accounts.set(id_utente, made)
    return made
  }
  let devices = 0
  return {
    lock: memoryLocks(),
    openDriver: async (id_utente) => memoryDriver(await loadSqlite(), account(id_utente)),
    openFiles: async (id_utente) => memoryFiles(account(id_utente).files),
    removeAll: async (id_utente) => void accounts.delete(id_utente),
    fetch: (address, init) => fetch(address, init),
    newDevice: () => `memoria-${++devices}`,
    wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
    ...override,
  }
}

/** Locks as Web Locks: one holder, the others in the order of their requests, and thieves. */
function memoryLocks(): Platform['lock'] {
  type Turn = { onHeld: (release: () => void) => void; onLost?: (() => void) | undefined }
  const holders = new Map<string, Turn>()
  const queues = new Map<string, Turn[]>()
  const queueOf = (name: string) => queues.get(name) ?? queues.set(name, []).get(name) ?? []
  const give = (name: string, turn: Turn) => {
    holders.set(name, turn)
    turn.onHeld(() => {
      if (holders.get(name) !== turn) return
      holders.delete(name)
      const next = queueOf(name).shift()
      if (next) give(name, next)
    })
  }
  return (name, wait, signal, options) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const turn: Turn = { onHeld: resolve, onLost: options?.onLost }
      const holder = holders.get(name)
      if (!holder) return give(name, turn)
      if (options?.steal) {
        give(name, turn)
        return holder.onLost?.()
      }
      if (!wait) return resolve(null)
      queueOf(name).push(turn)
      signal.addEventListener('abort', () => {
        const queue = queueOf(name)
        const at = queue.indexOf(turn)
        if (at < 0) return
        queue.splice(at, 1)
        reject(signal.reason)
      })
    })
}

function memoryDriver(sqlite: Sqlite3Static, { utente: userPath, banks }: Account): Driver {
  const unlink = (path: string) => unlinkFile(sqlite, path)
  let open: Database | undefined
  const pathOf = (name: string) => banks.get(name) ?? `/missing-${name}`
  return {
    rung: 'memoria',
    connect() {
      open = new sqlite.oo1.DB(userPath, 'c')
      return connectionOver(sqlite, open)
    },
    address: (name) => `file:${pathOf(name)}?mode=ro`,
    listBanks: () => [...banks.keys()],
    async writeBank(name, bytes) {
      const path = banks.get(name) ?? `/${++stores}-${name}`
      if (banks.has(name)) unlink(path)
      sqlite.capi.sqlite3_js_posix_create_file(path, bytes)
      banks.set(name, path)
    },
    deleteBank(name) {
      const path = banks.get(name)
      if (path !== undefined) unlink(path)
      banks.delete(name)
    },
    readBank: async (name) => bytesOf(sqlite, pathOf(name)),
    async copyUtente() {
      const path = `/${++stores}-copia.db`
      try {
        vacuumInto(open as Database, path)
        return bytesOf(sqlite, path)
      } finally {
        unlink(path)
      }
    },
    async settle() {},
    async release() {},
  }
}

/** Returns the bytes of a database file of the engine's memory file system. */
function bytesOf(sqlite: Sqlite3Static, path: string): Uint8Array<ArrayBuffer> {
  const db = new sqlite.oo1.DB(path, 'r')
  try {
    return sqlite.capi.sqlite3_js_db_export(db) as Uint8Array<ArrayBuffer>
  } finally {
    db.close()
  }
}
