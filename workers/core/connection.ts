export type SqlValue = string | number | bigint | null | Uint8Array

/** The person's open database. Synchronous: what runs between two calls of it cannot be interleaved. */
export interface Connection {
  /** One or more statements without arguments or rows. */
  exec(sql: string): void
  /** One statement, prepared once and kept. Answers how many rows it changed. */
  run(sql: string, ...values: SqlValue[]): number
  get<T>(sql: string, ...values: SqlValue[]): T | undefined
  all<T>(sql: string, ...values: SqlValue[]): T[]
  /** The first `columns` integer columns of every row, as typed arrays: for ids and positions by the thousand. */
  integers(sql: string, columns: number, ...values: SqlValue[]): Int32Array[]
  /** The same, and of every row the column after those as a text, '' for NULL: for records by the thousand. */
  integersAndText(sql: string, columns: number, ...values: SqlValue[]): { integers: Int32Array[]; texts: string[] }
  /** All of `work` or nothing of it. */
  transaction<T>(work: () => T): T
  /** Gives up kept statements whose text holds `part`, before what they name is detached. */
  forget(part: string): void
  /** The file of a schema, or its log, as it lies on the storage; absent where there are no files beneath. */
  raw?(schema: string, log?: boolean): RawFile | null
  /** From now on closing leaves the log as it is: who checks the file writes it back (recupero/sigillo). */
  keepLog?(): void
  close(): void
}

/** A file of an open database as it lies on the storage, beneath SQLite's cache. */
export interface RawFile {
  /** Bytes. */
  size(): number
  /** Bytes from `at`, fewer at the end of the file. A failed read throws. */
  read(at: number, length: number): Uint8Array<ArrayBuffer>
}
