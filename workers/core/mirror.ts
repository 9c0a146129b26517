import { isSedutaEnded, type StatoSeduta } from '#rules/seduta/states'
import type { SqlValue } from './connection.ts'
import type { EventoScritto } from './events.ts'

/** Where this device's chain stood when it was last mirrored: a store that is behind it was damaged or replaced. */
export type MirrorHead = { dispositivo: string; seq: number; catena: Uint8Array<ArrayBuffer> }

/** A row as the store has it. */
export type StoredRow = Record<string, SqlValue>

/** What the mirror of an account holds: what a pull could not bring back. */
export type MirrorContent = {
  head: MirrorHead | null
  /** Events that the server does not have yet. */
  events: EventoScritto[]
  /** Sittings under way, trials to be sent and those just ended, with their questions. */
  sedute: { riga: StoredRow; domande: StoredRow; prova?: MirroredProva | undefined }[]
}

/** A trial with what is marked in it. */
export type MirroredProva = { riga: StoredRow; voci: StoredRow[] }

/** Where the store stood when it was last mirrored: its chain, and the sittings under way. */
export type MirrorEnd = { head: MirrorHead | null; sedute: StoredRow[] }

/** The same with the ids of the events that the mirror holds: thousands wait after a long practice without a network. */
export type MirrorSummary = MirrorEnd & { events: string[] }

export type MirrorChange = {
  head: MirrorHead
  events: readonly EventoScritto[]
  /** Ids of events that the server has by now. */
  removed: readonly string[]
  /** Those of the sittings that changed; `domande` only the first time. */
  sedute: readonly { id: string; riga: StoredRow; domande?: StoredRow; prova?: MirroredProva }[]
  /** Sittings that are over. */
  ended: readonly string[]
}

/** A second place for what exists on this device only, outside the store. One for all accounts. */
export interface Mirror {
  read(id_utente: number): Promise<MirrorContent>
  /** What the first write after an opening waits for: it answers, or fails, within seconds. */
  readEnd(id_utente: number): Promise<MirrorEnd>
  readSummary(id_utente: number): Promise<MirrorSummary>
  /** All of it or nothing, durable when it answers. */
  write(id_utente: number, change: MirrorChange): Promise<void>
  clear(id_utente: number): Promise<void>
  /** Who took the old database 'concorsi' over, and until when it is kept (ms since 1970; null while it is copied). */
  readOld(): Promise<OldDatabaseClaim | null>
  writeOld(old: OldDatabaseClaim): Promise<void>
}

export type OldDatabaseClaim = {
  id_utente: number
  fino_ms: number | null
  /** When the clock was last looked at to count towards that, ms since 1970; absent: when it was taken over. */
  visto_ms?: number
  /** That account's store was cleared on purpose since: what it had copied is not missed, and is not copied again. */
  svuotato?: boolean
}

/** Two rows of one sitting, with their state: true when the first is of an earlier moment. Of the same moment the end is later. */
export function isEarlier(one: StoredRow, other: StoredRow): boolean {
  const [ms, others] = [one.aggiornata_ms as number, other.aggiornata_ms as number]
  const isEnded = ({ stato }: StoredRow) => isSedutaEnded(stato as StatoSeduta)
  return ms < others || (ms === others && !isEnded(one) && isEnded(other))
}
