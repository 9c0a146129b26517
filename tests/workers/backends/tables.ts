import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm'

/** Every row of every table of a database file, in a fixed order. */
export function readTabelle(sqlite: Sqlite3Static, bytes: Uint8Array): Record<string, unknown[]> {
  const path = '/tabelle-di-prova.db'
  sqlite.capi.sqlite3_js_posix_create_file(path, bytes)
  const db = new sqlite.oo1.DB(path, 'r')
  try {
    const names = db.selectValues("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") as string[]
    return Object.fromEntries(
      names.map((name) => {
        const rows = db.selectObjects(`SELECT * FROM "${name}"`)
        const plain = rows.map((row) =>
          JSON.stringify(row, (_, v) => (v instanceof Uint8Array ? Array.from(v) : typeof v === 'bigint' ? `${v}` : v)),
        )
        return [name, plain.sort()]
      }),
    )
  } finally {
    db.close()
  }
}
