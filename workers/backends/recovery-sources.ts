import type { SAHPoolUtil, Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import type { Connection } from '../core/platform.ts'
import { connectionOver } from '../engine/connection.ts'
import type { LoggedStatement } from '../engine/memory-engine.ts'
import type { LogContents } from './idb-log.ts'

/** A database in memory, to read a copy or to make another one. */
export type ScratchDb = { db: Connection; bytes: () => Uint8Array<ArrayBuffer> }

/** Where a rung keeps the person's database in a file: the tools that put a damaged one right. Nothing of it is open. */
export interface FileRecovery {
  exists(): boolean
  /** Bytes as they lie on the storage, and those of the log of what was not yet written into it; null when absent. */
  readStore(): { db: Uint8Array<ArrayBuffer> | null; log: Uint8Array<ArrayBuffer> | null }
  /** Puts a whole database in its place, without a log. */
  writeStore(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  scratch(bytes?: Uint8Array<ArrayBuffer>): ScratchDb
}

/** The same where it is a snapshot and a log of transactions (D32). */
export interface LogRecovery {
  /** What is left of both, whatever it is. */
  readRemains(): Promise<LogContents>
  /** Runs one transaction of the log. */
  replay(into: Connection, transaction: readonly LoggedStatement[]): void
  /** Puts a whole database in the place of both, all or nothing; the next `connect` opens it. */
  replace(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  scratch(bytes?: Uint8Array<ArrayBuffer>): ScratchDb
}

export function poolFileRecovery(sqlite: Sqlite3Static, pool: SAHPoolUtil, userPath: string): FileRecovery {
  const log = `${userPath}-wal`
  const read = (path: string) =>
    pool.getFileNames().includes(path) ? (pool.exportFile(path) as Uint8Array<ArrayBuffer>) : null
  return {
    exists: () => pool.getFileNames().includes(userPath),
    readStore: () => ({ db: read(userPath), log: read(log) }),
    async writeStore(bytes) {
      // A pool that was given up would make itself a second file of that name.
      if (pool.isPaused()) throw new Error('the pool was given up')
      pool.unlink(log)
      await pool.reserveMinimumCapacity(Number(pool.getFileCount()) + 2)
      await pool.importDb(userPath, bytes)
    },
    scratch: (bytes) => memoryScratch(sqlite, bytes),
  }
}

function memoryScratch(sqlite: Sqlite3Static, bytes?: Uint8Array<ArrayBuffer>): ScratchDb {
  const { capi, wasm, oo1 } = sqlite
  const db = new oo1.DB(':memory:', 'c')
  if (bytes) {
    const at = wasm.allocFromTypedArray(bytes)
    const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_RESIZEABLE
    const code = capi.sqlite3_deserialize(db, 'main', at, bytes.length, bytes.length, flags)
    db.checkRc(code)
  }
  return {
    db: connectionOver(sqlite, db),
    bytes: () => capi.sqlite3_js_db_export(db) as Uint8Array<ArrayBuffer>,
  }
}
