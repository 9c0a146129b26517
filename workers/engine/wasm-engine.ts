import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import { connectionOver } from './connection.ts'
import type { MemoryEngine } from './memory-engine.ts'

let files = 0

/** Removes a file of the engine's memory file system. */
export function unlinkFile({ wasm }: Sqlite3Static, path: string): void {
  const scope = wasm.scopedAllocPush()
  try {
    const call = wasm.exports.sqlite3__wasm_vfs_unlink as (vfs: number, name: number) => number
    call(0, Number(wasm.scopedAllocCString(path, false)))
  } finally {
    wasm.scopedAllocPop(scope)
  }
}

/** Wraps sqlite-wasm over its own memory file system. */
export function wasmEngine(sqlite: Sqlite3Static): MemoryEngine {
  const unlink = (path: string) => unlinkFile(sqlite, path)
  return {
    connect(bytes) {
      const path = `/registro-${++files}.db`
      if (bytes) sqlite.capi.sqlite3_js_posix_create_file(path, bytes)
      const db = new sqlite.oo1.DB(path, 'c')
      const connection = connectionOver(sqlite, db)
      return {
        ...connection,
        bytes: () => sqlite.capi.sqlite3_js_db_export(db) as Uint8Array<ArrayBuffer>,
        close() {
          connection.close()
          unlink(path)
        },
      }
    },
    putBank(name, bytes) {
      const path = `/${++files}-${name}`
      sqlite.capi.sqlite3_js_posix_create_file(path, bytes)
      return `file:${path}?mode=ro`
    },
    dropBank: (address) => unlink(address.slice('file:'.length, -'?mode=ro'.length)),
  }
}
