export type SqlValue = string | number | bigint | null | Uint8Array

/** The person's open database. The methods are synchronous: no other call runs between two of them. */
export interface Connection {
  /** Runs one or more statements without arguments or rows. */
  exec(sql: string): void
  /** Runs one statement, prepared once and cached. Returns how many rows it changed. */
  run(sql: string, ...values: SqlValue[]): number
  get<T>(sql: string, ...values: SqlValue[]): T | undefined
  all<T>(sql: string, ...values: SqlValue[]): T[]
  /**
   * Returns the first `columns` integer columns of every row, as typed arrays: for ids and positions by the thousand.
   */
  integers(sql: string, columns: number, ...values: SqlValue[]): Int32Array[]
  /**
   * Returns the integers too, with the next column of every row as a text, '' for NULL: for records by the thousand.
   */
  integersAndText(sql: string, columns: number, ...values: SqlValue[]): { integers: Int32Array[]; texts: string[] }
  /** Commits the whole `work`, or nothing of it. */
  transaction<T>(work: () => T): T
  /** Drops cached statements whose text holds `part`, before the schema that they name is detached. */
  forget(part: string): void
  /** Returns the file of a schema, or its log, as stored; absent where no file is beneath. */
  raw?(schema: string, log?: boolean): RawFile | null
  /**
   * Makes the next close leave the log unchanged: recovery checks the file and writes the log back
   * (`recovery/checkpoint`).
   */
  keepLog?(): void
  close(): void
}

/** A file of an open database as stored, beneath SQLite's cache. */
export interface RawFile {
  /** Bytes. */
  size(): number
  /** Bytes from `at`, fewer at the end of the file. A failed read throws. */
  read(at: number, length: number): Uint8Array<ArrayBuffer>
}
