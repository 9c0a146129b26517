import { StoreFault } from '../core/guard.ts'

/**
 * Database of the rungs without OPFS (D32); 'concorsi' is the old one of the ninth version. This file owns its stores.
 */
export const IDB_NAME = 'idoneo-archivio'
/** Made only to be deleted (`renewJournal`). */
const JOURNAL_PROBE = 'idoneo-giro'
const IDB_VERSION = 1
export const STORES = ['registro', 'istantanee', 'pezzi', 'epoche', 'gradini'] as const
type StoreName = (typeof STORES)[number]

/** Transactions over one IndexedDB database that may be closed by the browser at any time. */
export interface Idb {
  /** Runs `work` in one transaction, durable when the promise resolves. `work` awaits nothing but requests of `tx`. */
  transaction<T>(
    stores: readonly StoreName[],
    mode: IDBTransactionMode,
    work: (tx: IDBTransaction) => Promise<T> | T,
  ): Promise<T>
  /**
   * Makes the browser begin a new journal, before anything is written. After a kill Chromium goes on writing behind a
   * half-written record. The database is readable until then; the next opening but one discards all of it
   * (decision 0036). Deleting a database makes Chromium compact the journal, which removes the torn record.
   */
  renewJournal(): Promise<void>
  close(): void
}

/** Resolves with the result of one request. */
export const ask = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Returns whether the connection is gone: WebKit ends its IndexedDB process while a tab is in the background. */
const isGone = (error: unknown): boolean => {
  const { name, message } = (error ?? {}) as { name?: string; message?: string }
  return name === 'InvalidStateError' || (name === 'UnknownError' && /connection|server lost/i.test(message ?? ''))
}

/**
 * Opens the database at its first use, and once more after the browser closed it; then throws. INDEXEDDB_NOT_AVAILABLE
 * when the browser has none or forbids it.
 */
export function openIdb(factory: IDBFactory | undefined): Idb {
  let opening: Promise<IDBDatabase> | undefined

  function connect(): Promise<IDBDatabase> {
    opening ??= open(factory, () => {
      opening = undefined
    }).catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }

  async function drop(): Promise<void> {
    const old = opening
    opening = undefined
    ;(await old?.catch(() => undefined))?.close()
  }

  return {
    async transaction(stores, mode, work) {
      try {
        return await attempt(await connect(), stores, mode, work)
      } catch (error) {
        if (!isGone(error)) throw error
        await drop()
        return attempt(await connect(), stores, mode, work)
      }
    },
    renewJournal: () => renewJournal(factory),
    close: () => void drop(),
  }
}

async function renewJournal(factory: IDBFactory | undefined): Promise<void> {
  if (!factory) return
  const request = factory.open(JOURNAL_PROBE, 1)
  request.onupgradeneeded = () => request.result.createObjectStore('giro').put(1, 1)
  const made = await ask(request)
  made.close()
  await ask(factory.deleteDatabase(JOURNAL_PROBE))
}

function open(factory: IDBFactory | undefined, onClose: () => void): Promise<IDBDatabase> {
  if (!factory) return Promise.reject(new StoreFault('INDEXEDDB_NOT_AVAILABLE', 'no IndexedDB'))
  return new Promise((resolve, reject) => {
    const refuse = (error: unknown) => {
      const { name } = (error ?? {}) as { name?: string }
      // A private window, a policy or a sandboxed frame. A full disk and a broken database have their own codes, and an
      // InvalidStateError may be over a moment later.
      const forbidden = name === 'SecurityError' || name === 'NotAllowedError'
      reject(forbidden ? new StoreFault('INDEXEDDB_NOT_AVAILABLE', String(error)) : error)
    }
    try {
      const request = factory.open(IDB_NAME, IDB_VERSION)
      request.onupgradeneeded = () => {
        for (const name of STORES)
          if (!request.result.objectStoreNames.contains(name)) request.result.createObjectStore(name)
      }
      request.onsuccess = () => {
        const db = request.result
        db.onclose = onClose
        db.onversionchange = () => {
          db.close()
          onClose()
        }
        resolve(db)
      }
      request.onerror = () => refuse(request.error)
    } catch (error) {
      refuse(error)
    }
  })
}

async function attempt<T>(
  db: IDBDatabase,
  stores: readonly StoreName[],
  mode: IDBTransactionMode,
  work: (tx: IDBTransaction) => Promise<T> | T,
): Promise<T> {
  const tx = db.transaction([...stores], mode, { durability: 'strict' })
  const done = new Promise<void>((resolve, reject) => {
    tx.oncomplete = () => resolve()
    tx.onabort = () => reject(tx.error ?? new DOMException('aborted', 'AbortError'))
  })
  done.catch(() => {})
  let value: T
  try {
    value = await work(tx)
  } catch (error) {
    try {
      tx.abort()
    } catch {
      // The transaction has ended by itself.
    }
    await done.catch((reason: unknown) => {
      // Throw the transaction's reason rather than its request's: a full disk is a reason, an abort is none.
      if (reason && (reason as { name?: string }).name !== 'AbortError') throw reason
    })
    throw error
  }
  await done
  return value
}

/** Returns the range of every key of one account, in a store whose keys begin with its id. */
export const ofAccount = (id_utente: number, ...rest: IDBValidKey[]): IDBKeyRange =>
  IDBKeyRange.bound([id_utente, ...rest], [id_utente, ...rest, []])
