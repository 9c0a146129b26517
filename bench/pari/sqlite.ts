import { createRequire } from 'node:module'

/** What the benches use of better-sqlite3 (synchronous, native). */
export type Statement = {
  run(...values: unknown[]): { changes: number }
  get(...values: unknown[]): unknown
  all(...values: unknown[]): unknown[]
  pluck(): Statement
  raw(): Statement
  /** True when it answers rows. */
  reader: boolean
}
export type NativeDatabase = {
  exec(sql: string): void
  pragma(sql: string): unknown
  prepare(sql: string): Statement
  transaction<T>(work: () => T): () => T
  close(): void
}

// It compiles for a minute, so it is installed beside the benches only and must not slow the product's own installation.
export const openSqlite = (file: string): NativeDatabase => {
  const Database = createRequire(import.meta.url)('better-sqlite3') as new (file: string) => NativeDatabase
  return new Database(file)
}
