import type { ZipEntry } from 'unzipit'
import type { Failure } from '#contract/result'
import type { Attached } from './attach.ts'
import type { Connection, Driver, FileStore, Platform } from './drivers/platform.ts'
import type { Chain } from './eventi.ts'
import type { Download } from './pacchetti/download.ts'
import type { RecuperoInCorso } from './recupero/recupera.ts'
import type { Custodia } from './recupero/sigillo.ts'
import type { BancaLetta } from './ricerca/letta.ts'
import type { Tenuta } from './specchio/tieni.ts'

/** `scritture`: total_changes() of that connection. Nothing written since, and these are still the oldest that wait of that bank. */
export type Elencate = {
  db: Connection
  scritture: number
  id_concorso: number
  id_domande: Int32Array
  date: string[]
}

/** The open store of one account: everything that a method needs. */
export type Archivio = {
  id_utente: number
  platform: Platform
  driver: Driver
  files: FileStore
  db: Connection
  versione: number
  /** Banks attached now, the least recently used first. */
  attached: Map<number, Attached>
  /** The view of the statistics in full is over the banks attached now. */
  vista?: boolean
  /** Banks that searches have read into memory, the least recently used first. */
  lette: Map<number, BancaLetta>
  /** Entries of the zips of images read so far, by bank. */
  immagini: Map<number, { file: string; entries: Map<string, ZipEntry> }>
  chain: Chain
  /** What was listed last to be sent, and what had been written by then (sincronizza). */
  elencate?: Elencate | undefined
  downloads: Map<number, Download>
  /** Under way after a write that did not become durable: the store is being read again from what is. */
  rilettura?: Promise<void> | undefined
  /** Why the store is lost to this worker: another owner has it, or it could not be read again. */
  perso?: Failure
  /** What is known of the bytes of the store, and of its mirror (recupero/, specchio/). */
  custodia: Custodia
  tenuta: Tenuta
  /** The store compared with its mirror, since it was opened (recupero/verifica `keepUp`). */
  pari?: Promise<void> | undefined
  /** What opening it, or a method, had to put right and nobody was told of yet. */
  recupero?: RecuperoInCorso | undefined
  chiuso?: boolean
  /** Another owner has the store: this worker lets it go. */
  onPerso: () => void
  /** Gives the account's store up to the next owner. */
  release: () => void
}
