import type { Rung } from '#contract/database'
import type { ErrorCode } from '#contract/errors'
import type { RecoveryNotice } from '#contract/store-care'
import type { Connection, RawFile, SqlValue } from './connection.ts'
import type { Mirror } from './mirror.ts'
import type { FileRecovery, LogRecovery } from './recovery-sources.ts'

export type { Connection, RawFile, SqlValue }

/** One rung: where databases and bank files live. */
export interface Driver {
  readonly rung: Rung
  /** What the browser does not have, met on the way down to this rung; to be told to the person. */
  readonly notices?: readonly ErrorCode[]
  /** How the database keeps its transactions: WAL when absent; `memory` where a log outside of it makes them durable. */
  readonly journal?: 'memory'
  /** Opens the person's database, created when absent. */
  connect(): Connection
  /** What to write after ATTACH for a bank file: always read-only. */
  address(name: string): string
  listBanks(): string[]
  /** Writes a whole bank file under a name that nothing has attached. */
  writeBank(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  deleteBank(name: string): void
  /** Bytes of a bank file. */
  readBank(name: string): Promise<Uint8Array<ArrayBuffer>>
  /**
   * Bytes of the person's database as of its last commit, as a plain file without a log (`VACUUM INTO`; the bytes of a live WAL
   * database are an empty shell). Nothing else stays behind.
   */
  copyUtente(): Promise<Uint8Array<ArrayBuffer>>
  /**
   * Resolves once all that was written so far is durable: nothing is acknowledged before. Rejects when it will not be: then
   * memory is ahead of what is kept, and only `reload` mends that.
   */
  settle(): Promise<void>
  /** After a `settle` that failed, with every connection closed: reads what is durable, which `connect` then opens. */
  reload?(): Promise<void>
  /** Makes the reserve where there is none, while nobody waits for anything. */
  keepReserve?(): Promise<void>
  /** Gives up some room kept for this, so that deleting can free more of it; false when there is none. */
  freeReserve?(): Promise<boolean>
  /** The same for the log of a database in a file, apart: what deleting needs is never given up for an answer. */
  keepLogReserve?(): Promise<void>
  freeLogReserve?(): Promise<boolean>
  /** What recovery needs, where the person's database is a file of its own. */
  readonly fileRecovery?: FileRecovery
  /** The same, where it is a snapshot and a log. */
  readonly logRecovery?: LogRecovery
  /** Gives up every handle; all connections are closed. */
  release(): Promise<void>
}

/** A plain file open for writing at positions: an OPFS access handle or its stand-in. */
export interface OpenFile {
  getSize(): number
  read(into: Uint8Array<ArrayBuffer>, at: { at: number }): number
  write(bytes: Uint8Array<ArrayBuffer>, at: { at: number }): number
  truncate(size: number): void
  flush(): void
  close(): void
}

/** Flat folder of plain files beside the databases: downloads under way and zips of images. */
export interface FileStore {
  list(): Promise<string[]>
  /**
   * What was there when the folder was opened, where that was read meanwhile: an opening waits for no list. Who reads it takes it
   * away, because it says nothing of what was written since.
   */
  listedAhead?: readonly string[] | undefined
  /** Opens for reading and writing, created when absent. */
  open(name: string): Promise<OpenFile>
  /** Null when there is no such file. */
  blob(name: string): Promise<Blob | null>
  remove(name: string): Promise<void>
}

/**
 * What is known to who asks for a driver. `stolen`: another tab took the lock meanwhile, asked before anything durable is
 * claimed. `rung`: the rung that kept the account's data the last time.
 */
export type DriverRequest = { stolen?: () => boolean; rung?: Rung | undefined }

/** The world of the store. Tests pass another one; a rung is another one (D32). */
export interface Platform {
  /**
   * The lock's release, or null when another owner has it and `wait` is false. `ruba` takes it from whoever has it and
   * does not answer any more; `onPerso` is told once when somebody took it from here, and never after the release.
   */
  lock(
    name: string,
    wait: boolean,
    signal: AbortSignal,
    options?: { steal?: boolean; onLost?: () => void },
  ): Promise<(() => void) | null>
  openDriver(id_utente: number, options?: DriverRequest): Promise<Driver>
  openFiles(id_utente: number): Promise<FileStore>
  /** Deletes every file of the account; nothing of it is open. */
  removeAll(id_utente: number): Promise<void>
  fetch(address: string, init: RequestInit): Promise<Response>
  /** Random name of this device's copy, asked once when a database is created. */
  newDevice(): string
  wait(milliseconds: number): Promise<void>
  /** A second place for what is on this device only; absent: there is none. */
  readonly mirror?: Mirror
  /** Where an old database 'concorsi' may be. */
  readonly indexedDB?: IDBFactory
  /** Tells the pages of a recovery made in the middle of work. */
  announce?(announcement: RecoveryNotice): void
}
