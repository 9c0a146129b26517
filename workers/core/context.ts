import type { ZipEntry } from 'unzipit'
import type { Failure } from '#contract/result'
import type { RecoveryReport } from '#contract/store-care'
import type { WalReader } from '../engine/wal-reader.ts'
import type { Chain } from './events.ts'
import type { LoadedBank } from './loaded-bank.ts'
import type { Connection, Driver, FileStore, Platform } from './platform.ts'

export type Attached = {
  id_concorso: number
  /** Schema name in statements, e.g. `b12`. */
  alias: string
  version: string
}

/**
 * A download under way, to stop it or to wait for it. With `busy` false its bank is usable, and only the removal of its
 * remainders is under way.
 */
type Download = { abort: AbortController; done: Promise<unknown>; busy: boolean }

/** A recovery without its date: the worker reads no clock. */
export type PendingRecovery = Omit<RecoveryReport, 'at'>

/** Sums of the stored pages of the person's database, page 1 first. */
export type PageChecksums = { generation: number; page: number; sums: number[] }

/** State of the checks of an open store's bytes. */
export type Upkeep = {
  wal: WalReader | null
  /** Null: unknown yet; the next checkpoint takes the file as it is. */
  checksums: PageChecksums | null
  checksumsRead: boolean
  /** The sums may be older than the last write-back of the log (`recovery/page-checksums`). */
  doubtful: boolean
  /**
   * Bytes of an earlier visit's log, whose pages may be half written back. Later frames were written over the file as
   * it lay, which must match its sums. Otherwise a write to a damaged page would make its damage valid for good.
   */
  openingBytes: number
  /** Every page was looked at since the store was opened. */
  looked: boolean
  /** Pages found damaged at the last look. */
  brokenPages: ReadonlySet<number>
  /** Queue of the work on the bytes, one task at a time. */
  queue: Promise<unknown>
  /** Upkeep is due after the present method. */
  due: boolean
  /** Methods run so far. */
  calls: number
}

/** Content of the mirror, as far as this worker wrote or read it. */
export type KnownMirror = {
  dispositivo: string
  seq: number
  /** Question of each event mirrored. */
  eventi: Map<string, number>
  /** Sign of the mirrored row of each sitting: see `signOf`. */
  sedute: Map<string, string>
}

/** `sentSince`: records were marked as sent since the mirror's last look; only then can it delete any. */
export type MirrorState = { known: KnownMirror | null; queue: Promise<void>; sentSince: boolean }

/**
 * `writes`: total_changes() of that connection. While it is unchanged, these are still the oldest waiting records of
 * that bank.
 */
type ListedToSend = {
  db: Connection
  writes: number
  id_concorso: number
  id_domande: Int32Array
  dates: string[]
}

/** The open store of one account, passed to every method. */
export type StoreContext = {
  id_utente: number
  platform: Platform
  driver: Driver
  files: FileStore
  db: Connection
  version: number
  /** Banks attached now, the least recently used first. */
  attached: Map<number, Attached>
  /** True while the view of the full statistics is over the banks attached now. */
  viewCurrent?: boolean
  /** Banks that searches have read into memory, the least recently used first. */
  loadedBanks: Map<number, LoadedBank>
  /** Entries of the zips of images read so far, by bank. */
  imageZips: Map<number, { file: string; entries: Map<string, ZipEntry> }>
  /** Entries of the server's zip of the last requested bank, read by ranges. */
  remoteZip: { address: string; entries: Map<string, ZipEntry> } | null
  /** Aborted when the store closes, which ends its requests to the network. */
  closing: AbortController
  chain: Chain
  /** The last list of records to send, with the state of the connection then (`statistiche/sync`). */
  listed?: ListedToSend | undefined
  downloads: Map<number, Download>
  /** Set after a write that did not become durable, while the store is read again from disk. */
  rereading?: Promise<void> | undefined
  /** Reason why this worker lost the store: another owner has it, or it could not be read again. */
  lost?: Failure
  /** State of the store's bytes and of its mirror (`recovery/`). */
  upkeep: Upkeep
  mirrorState: MirrorState
  /** Comparison of the store with its mirror, since the opening (`keepUp`). */
  comparing?: Promise<void> | undefined
  /** Recovery by the opening or by a method, not yet reported to the page. */
  pendingRecovery?: PendingRecovery | undefined
  closed?: boolean
  /** Called when another owner has the store, to make this worker release it. */
  onLost: () => void
  /** Gives the account's store up to the next owner. */
  release: () => void
}
