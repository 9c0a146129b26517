import type { Database } from '@sqlite.org/sqlite-wasm'
import type { OpenFile } from '../core/platform.ts'

/** Writes the whole of an open database into a new file. `target` is a file name or a `file:` address of an empty place. */
export const vacuumInto = (db: Database, target: string): void =>
  void db.exec({ sql: 'VACUUM main INTO ?', bind: [target] })

/** Writes all bytes, and throws on a write cut short, which the last free bytes of a disk cause. */
export function writeAll(file: Pick<OpenFile, 'write'>, bytes: Uint8Array<ArrayBuffer>, at: number): void {
  const written = file.write(bytes, { at })
  if (written !== bytes.length)
    throw new DOMException(`${written} of ${bytes.length} bytes written`, 'QuotaExceededError')
}
