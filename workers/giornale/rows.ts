import { fromBase64 } from '../core/base64.ts'
import type { Connection, SqlValue } from '../core/platform.ts'
import { idsOf } from '../sedute/places.ts'

/** Decodes ids in a base64 text; undefined when they are cut. */
export function idsIn(text: string): Int32Array | undefined {
  const bytes = fromBase64(text)
  return bytes.length % 4 === 0 && bytes.length > 0 ? idsOf(bytes) : undefined
}

/** Writes a row of another device, its columns by name. */
export function insert(db: Connection, table: string, row: Record<string, SqlValue>): void {
  const names = Object.keys(row)
  db.run(`INSERT INTO ${table}(${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`, ...Object.values(row))
}
