import type { ZipEntry } from 'unzipit'
import type { Failure } from '#contract/result'
import type { Attached } from '../banche/attach.ts'
import type { Download } from '../banche/download.ts'
import type { Upkeep } from '../recovery/checkpoint.ts'
import type { MirrorState } from '../recovery/mirror-keeper.ts'
import type { PendingRecovery } from '../recovery/recovery.ts'
import type { LoadedBank } from '../ricerca/loaded-bank.ts'
import type { Chain } from './events.ts'
import type { Connection, Driver, FileStore, Platform } from './platform.ts'

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
