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
 * A download under way, for who wants to stop it and for who must wait until it has. No longer `busy`: its bank can be used,
 * only what it leaves behind is still being removed.
 */
export type Download = { abort: AbortController; done: Promise<unknown>; busy: boolean }

/** A recovery before its date is known: the worker reads no clock. */
export type PendingRecovery = Omit<RecoveryReport, 'at'>

/** Sums of the pages of the person's database as its file is on the storage, page 1 first. */
export type PageChecksums = { generation: number; page: number; sums: number[] }

/** What is known of the bytes of an open store. */
export type Upkeep = {
  wal: WalReader | null
  /** Null: not known yet; the file is taken as it is at the next seal. */
  checksums: PageChecksums | null
  checksumsRead: boolean
  /** The sums may be those of before the last time that the log was written back (somme.ts). */
  doubtful: boolean
  /**
   * Bytes of log of an earlier visit: its pages may have been half written back. What is in the log since was written from the
   * file as it lay, which must be as its sums say: else a damaged page would be taken for good as soon as it is written to.
   */
  openingBytes: number
  /** Every page was looked at since the store was opened. */
  looked: boolean
  /** Pages found damaged at the last look. */
  brokenPages: ReadonlySet<number>
  /** Work on the bytes goes one at a time. */
  queue: Promise<unknown>
  /** Care is due after the method that has just answered. */
  due: boolean
  /** Methods answered so far. */
  calls: number
}

/** What the mirror is known to hold. */
export type KnownMirror = {
  dispositivo: string
  seq: number
  /** Question of each event mirrored. */
  eventi: Map<string, number>
  /** What was mirrored of each sitting: see `segnoDi`. */
  sedute: Map<string, string>
}

/** `spediti`: records were marked as sent since the mirror last looked; only then is there anything to take out of it. */
export type MirrorState = { known: KnownMirror | null; queue: Promise<void>; sentSince: boolean }

/** `scritture`: total_changes() of that connection. Nothing written since, and these are still the oldest that wait of that bank. */
export type ListedToSend = {
  db: Connection
  writes: number
  id_concorso: number
  id_domande: Int32Array
  dates: string[]
}

/** The open store of one account: everything that a method needs. */
export type StoreContext = {
  id_utente: number
  platform: Platform
  driver: Driver
  files: FileStore
  db: Connection
  version: number
  /** Banks attached now, the least recently used first. */
  attached: Map<number, Attached>
  /** The view of the statistics in full is over the banks attached now. */
  viewCurrent?: boolean
  /** Banks that searches have read into memory, the least recently used first. */
  loadedBanks: Map<number, LoadedBank>
  /** Entries of the zips of images read so far, by bank. */
  imageZips: Map<number, { file: string; entries: Map<string, ZipEntry> }>
  /** The same of the server's zips, read by ranges: of one bank, the last that was asked. */
  remoteZip: { address: string; entries: Map<string, ZipEntry> } | null
  /** Aborted when the store closes: whatever it still asks of the network ends. */
  closing: AbortController
  chain: Chain
  /** What was listed last to be sent, and what had been written by then (sincronizza). */
  listed?: ListedToSend | undefined
  downloads: Map<number, Download>
  /** Under way after a write that did not become durable: the store is being read again from what is. */
  rereading?: Promise<void> | undefined
  /** Why the store is lost to this worker: another owner has it, or it could not be read again. */
  lost?: Failure
  /** What is known of the bytes of the store, and of its mirror (recupero/, specchio/). */
  upkeep: Upkeep
  mirrorState: MirrorState
  /** The store compared with its mirror, since it was opened (recupero/verifica `keepUp`). */
  comparing?: Promise<void> | undefined
  /** What opening it, or a method, had to put right and nobody was told of yet. */
  pendingRecovery?: PendingRecovery | undefined
  closed?: boolean
  /** Another owner has the store: this worker lets it go. */
  onLost: () => void
  /** Gives the account's store up to the next owner. */
  release: () => void
}
