import type { Connection, SqlValue } from './connection.ts'

/** Statement with its arguments, as the log stores it. */
export type LoggedStatement = { sql: string; valori: SqlValue[] }

/** Sources of an account's database: the snapshot, then the transactions after it, in order. */
export type LogContents = {
  snapshot: Uint8Array<ArrayBuffer> | null
  /** Sums of the snapshot's pages as they were written; null when unknown. */
  checksums: number[] | null
  /** The snapshot is unchanged, as far as its sums show. */
  whole: boolean
  /** Transactions to replay on the snapshot, up to the first lost one; none on an incomplete snapshot. */
  transactions: LoggedStatement[][]
  /** Transactions that cannot be replayed: their changes are lost. */
  beyond: LoggedStatement[][]
  /** Number of the last transaction. */
  upTo: number
  /** Reason why the store is incomplete, null when it is whole. */
  broken: string | null
}

/** A database in memory, to read a copy or to make another one. */
export type ScratchDb = { db: Connection; bytes: () => Uint8Array<ArrayBuffer> }

/** Tools to repair a damaged database in a file, on rungs that keep one. No connection is open. */
export interface FileRecovery {
  exists(): boolean
  /** Stored bytes of the database and of its log, which is not yet written back; null when absent. */
  readStore(): { db: Uint8Array<ArrayBuffer> | null; log: Uint8Array<ArrayBuffer> | null }
  /** Writes a whole database in the place of the damaged one, without a log. */
  writeStore(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  scratch(bytes?: Uint8Array<ArrayBuffer>): ScratchDb
}

/** Tools to repair a damaged snapshot and log of transactions (D32). */
export interface LogRecovery {
  /** Reads the remains of both in any state. */
  readRemains(): Promise<LogContents>
  /** Runs one transaction of the log. */
  replay(into: Connection, transaction: readonly LoggedStatement[]): void
  /** Replaces both by a whole database, all or nothing; the next `connect` opens it. */
  replace(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  scratch(bytes?: Uint8Array<ArrayBuffer>): ScratchDb
}
