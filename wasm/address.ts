import address from '@sqlite.org/sqlite-wasm/sqlite3.wasm?url'

/** Where the binary of SQLite is, for a preload by the page: the same file that the worker compiles. */
export const SQLITE_WASM: string = address
