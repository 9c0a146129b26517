import type { Driver, FileStore, OpenFile } from '../core/platform.ts'
import type { MemoryEngine } from '../engine/memory-engine.ts'

/** An account's data in this worker: it outlives a close, nothing more. */
type Account = {
  database: Uint8Array<ArrayBuffer> | null
  banks: Map<string, Uint8Array<ArrayBuffer>>
  files: Map<string, Uint8Array<ArrayBuffer>>
}

/** The rung without durable storage: everything works, and the page warns that the data goes with it (D32). */
export function nothingKept() {
  const accounts = new Map<number, Account>()
  const account = (id_utente: number): Account => {
    const known = accounts.get(id_utente)
    if (known) return known
    const made: Account = { database: null, banks: new Map(), files: new Map() }
    accounts.set(id_utente, made)
    return made
  }
  return {
    openDriver: (id_utente: number, engine: MemoryEngine): Driver => volatileDriver(engine, account(id_utente)),
    openFiles: (id_utente: number): FileStore => memoryFiles(account(id_utente).files),
    removeAll: (id_utente: number) => void accounts.delete(id_utente),
  }
}

function volatileDriver(engine: MemoryEngine, mine: Account): Driver {
  const addresses = new Map([...mine.banks].map(([name, bytes]) => [name, engine.putBank(name, bytes)]))
  const drop = (name: string) => {
    const address = addresses.get(name)
    if (address !== undefined) engine.dropBank(address)
    addresses.delete(name)
  }
  let copy: () => Uint8Array<ArrayBuffer> = () => mine.database ?? new Uint8Array(0)
  return {
    rung: 'nessuno',
    journal: 'memory',
    connect() {
      const db = engine.connect(mine.database)
      copy = () => db.bytes()
      return {
        ...db,
        close() {
          mine.database = db.bytes()
          db.close()
        },
      }
    },
    address: (name) => addresses.get(name) ?? `missing-${name}`,
    listBanks: () => [...addresses.keys()],
    async writeBank(name, bytes) {
      drop(name)
      mine.banks.set(name, bytes)
      addresses.set(name, engine.putBank(name, bytes))
    },
    deleteBank(name) {
      drop(name)
      mine.banks.delete(name)
    },
    readBank: async (name) => (mine.banks.get(name) ?? new Uint8Array(0)).slice(),
    copyUtente: async () => copy(),
    // Wait for nothing: no storage is durable here, and the page has warned.
    settle: async () => {},
    async release() {
      for (const name of [...addresses.keys()]) drop(name)
    },
  }
}

/** A folder of plain files in memory. */
export function memoryFiles(files: Map<string, Uint8Array<ArrayBuffer>>): FileStore {
  return {
    list: async () => [...files.keys()],
    open: async (name) => memoryFile(files, name),
    async blob(name) {
      const bytes = files.get(name)
      return bytes ? new Blob([bytes]) : null
    },
    remove: async (name) => void files.delete(name),
  }
}

function memoryFile(files: Map<string, Uint8Array<ArrayBuffer>>, name: string): OpenFile {
  const bytes = () => files.get(name) ?? new Uint8Array(0)
  const resize = (size: number) => {
    const larger = new Uint8Array(size)
    larger.set(bytes().subarray(0, size))
    files.set(name, larger)
    return larger
  }
  if (!files.has(name)) resize(0)
  return {
    getSize: () => bytes().length,
    read(into, { at }) {
      const part = bytes().subarray(at, at + into.length)
      into.set(part)
      return part.length
    },
    write(part, { at }) {
      const target = at + part.length > bytes().length ? resize(at + part.length) : bytes()
      target.set(part, at)
      return part.length
    },
    truncate: (size) => void resize(size),
    flush() {},
    close() {},
  }
}
