import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import type { OpenFile } from '../core/platform.ts'

/** Returns the bytes of a database file of the engine's memory file system. */
export function bytesOf(sqlite: Sqlite3Static, path: string): Uint8Array<ArrayBuffer> {
  const db = new sqlite.oo1.DB(path, 'r')
  try {
    return sqlite.capi.sqlite3_js_db_export(db) as Uint8Array<ArrayBuffer>
  } finally {
    db.close()
  }
}

/** Writes the whole of an open database into a new file. `target` is a file name or a `file:` address of an empty place. */
export const vacuumInto = (db: Database, target: string): void =>
  void db.exec({ sql: 'VACUUM main INTO ?', bind: [target] })

/** Writes all bytes, and throws on a write cut short, which the last free bytes of a disk cause. */
export function writeAll(file: Pick<OpenFile, 'write'>, bytes: Uint8Array<ArrayBuffer>, at: number): void {
  const written = file.write(bytes, { at })
  if (written !== bytes.length)
    throw new DOMException(`${written} of ${bytes.length} bytes written`, 'QuotaExceededError')
}
