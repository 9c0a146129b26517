import type { SAHPoolUtil, Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import type { FileRecovery, ScratchDb } from '../core/recovery-sources.ts'
import { connectionOver } from '../engine/connection.ts'

export function poolFileRecovery(sqlite: Sqlite3Static, pool: SAHPoolUtil, userPath: string): FileRecovery {
  const log = `${userPath}-wal`
  const read = (path: string) =>
    pool.getFileNames().includes(path) ? (pool.exportFile(path) as Uint8Array<ArrayBuffer>) : null
  return {
    exists: () => pool.getFileNames().includes(userPath),
    readStore: () => ({ db: read(userPath), log: read(log) }),
    async writeStore(bytes) {
      // Throw: a pool that was given up would make a second file of that name.
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
