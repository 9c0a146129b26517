import type { Rung } from '#contract/database'
import type { ErrorCode } from '#contract/errors'
import type { RecoveryNotice } from '#contract/store-care'
import type { Connection, SqlValue } from './connection.ts'
import type { Mirror } from './mirror.ts'
import type { FileRecovery, LogRecovery } from './recovery-sources.ts'

export type { Connection, SqlValue }

/** Rung of the ladder, with its databases and bank files. */
export interface Driver {
  readonly rung: Rung
  /** Browser features that higher rungs lacked, to be shown to the person. */
  readonly notices?: readonly ErrorCode[]
  /** Journal mode of the database: WAL when absent; `memory` where a log outside of it makes transactions durable. */
  readonly journal?: 'memory'
  /** Opens the person's database, created when absent. */
  connect(): Connection
  /** Returns the operand of ATTACH for a bank file, always read-only. */
  address(name: string): string
  listBanks(): string[]
  /** Writes a whole bank file under a name that nothing has attached. */
  writeBank(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  deleteBank(name: string): void
  /** Bytes of a bank file. */
  readBank(name: string): Promise<Uint8Array<ArrayBuffer>>
  /**
   * Returns the person's database as of its last commit, as a plain file without a log (`VACUUM INTO`; the bytes of a
   * live WAL database are an empty shell). Leaves no other file behind.
   */
  copyUtente(): Promise<Uint8Array<ArrayBuffer>>
  /**
   * Resolves once all earlier writes are durable: nothing is acknowledged before. Rejects when they cannot become so.
   * Memory is then ahead of the disk, and only `reload` repairs that.
   */
  settle(): Promise<void>
  /** Reads the durable state after a failed `settle`, with every connection closed; `connect` then opens it. */
  reload?(): Promise<void>
  /** Makes the reserve where there is none, while no call waits. */
  keepReserve?(): Promise<void>
  /** Deletes the reserve, so that a deletion has room to free more; returns false when there was none. */
  freeReserve?(): Promise<boolean>
  /** Makes a separate reserve for the log of a database in a file: no answer ever uses the room of deletions. */
  keepLogReserve?(): Promise<void>
  freeLogReserve?(): Promise<boolean>
  /** Tools of recovery, where the person's database is a file of its own. */
  readonly fileRecovery?: FileRecovery
  /** Tools of recovery, where the database is a snapshot and a log. */
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
   * Names of the files at the opening of the folder, where they were listed meanwhile: an opening waits for no list.
   * The first reader clears it, because later writes are not in it.
   */
  listedAhead?: readonly string[] | undefined
  /** Opens for reading and writing, created when absent. */
  open(name: string): Promise<OpenFile>
  /** Null when there is no such file. */
  blob(name: string): Promise<Blob | null>
  remove(name: string): Promise<void>
}

/**
 * Knowledge of the caller of a driver. `stolen`: another tab took the lock meanwhile, checked before anything durable
 * is claimed. `rung`: the last rung of the account's data.
 */
export type DriverRequest = { stolen?: () => boolean; rung?: Rung | undefined }

/** The store's environment. Tests pass another one; a rung is another one (D32). */
export interface Platform {
  /**
   * Returns the lock's release, or null when another owner has it and `wait` is false. `steal` takes it from an owner
   * that no longer replies. `onLost` is called once when another owner stole it from here, and never after the release.
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
  /** Returns a random name of this device's copy, called once when a database is created. */
  newDevice(): string
  wait(milliseconds: number): Promise<void>
  /** Mirror of the data that is on this device only; absent: there is none. */
  readonly mirror?: Mirror
  /** Place of an old database 'concorsi'. */
  readonly indexedDB?: IDBFactory
  /** Notifies the pages of a recovery in the middle of work. */
  announce?(announcement: RecoveryNotice): void
}
