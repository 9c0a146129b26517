import type { Connection, SqlValue } from './connection.ts'

/** One statement with its arguments, as the log keeps it. */
export type LoggedStatement = { sql: string; valori: SqlValue[] }

/** What an account's database is made from: the snapshot, then the transactions after it, in order. */
export type LogContents = {
  snapshot: Uint8Array<ArrayBuffer> | null
  /** Sums of the snapshot's pages as they were written; null when nobody knows them. */
  checksums: number[] | null
  /** The snapshot is as it was written, as far as its sums say. */
  whole: boolean
  /** Transactions to be run on the snapshot, up to the first that is gone; none on a snapshot that is not whole. */
  transactions: LoggedStatement[][]
  /** Those that cannot be: what they changed is gone. */
  beyond: LoggedStatement[][]
  /** Number of the last transaction. */
  upTo: number
  /** Why this is not the whole store, null when it is. */
  broken: string | null
}

/** A database in memory, to read a copy or to make another one. */
export type ScratchDb = { db: Connection; bytes: () => Uint8Array<ArrayBuffer> }

/** Where a rung keeps the person's database in a file: the tools that put a damaged one right. Nothing of it is open. */
export interface FileRecovery {
  exists(): boolean
  /** Bytes as they lie on the storage, and those of the log of what was not yet written into it; null when absent. */
  readStore(): { db: Uint8Array<ArrayBuffer> | null; log: Uint8Array<ArrayBuffer> | null }
  /** Puts a whole database in its place, without a log. */
  writeStore(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  scratch(bytes?: Uint8Array<ArrayBuffer>): ScratchDb
}

/** The same where it is a snapshot and a log of transactions (D32). */
export interface LogRecovery {
  /** What is left of both, whatever it is. */
  readRemains(): Promise<LogContents>
  /** Runs one transaction of the log. */
  replay(into: Connection, transaction: readonly LoggedStatement[]): void
  /** Puts a whole database in the place of both, all or nothing; the next `connect` opens it. */
  replace(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  scratch(bytes?: Uint8Array<ArrayBuffer>): ScratchDb
}
