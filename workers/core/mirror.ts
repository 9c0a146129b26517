import { isSedutaEnded, type StatoSeduta } from '#rules/seduta/states'
import type { SqlValue } from './connection.ts'
import type { EventoScritto } from './events.ts'

/** End of this device's chain at the last mirroring: a store behind it was damaged or replaced. */
export type MirrorHead = { dispositivo: string; seq: number; catena: Uint8Array<ArrayBuffer> }

/** A row as the store has it. */
export type StoredRow = Record<string, SqlValue>

/** Content of an account's mirror: rows that a pull could not restore. */
export type MirrorContent = {
  head: MirrorHead | null
  /** Events that the server lacks. */
  events: EventoScritto[]
  /** Sittings under way, trials to be sent and those just ended, with their questions. */
  sedute: { riga: StoredRow; domande: StoredRow; prova?: MirroredProva | undefined }[]
}

/** A trial with what is marked in it. */
export type MirroredProva = { riga: StoredRow; voci: StoredRow[] }

/** State of the store at the last mirroring: its chain, and the sittings under way. */
export type MirrorEnd = { head: MirrorHead | null; sedute: StoredRow[] }

/** The mirror's end with the ids of its events: thousands wait after a long practice without a network. */
export type MirrorSummary = MirrorEnd & { events: string[] }

export type MirrorChange = {
  head: MirrorHead
  events: readonly EventoScritto[]
  /** Ids of events that the server has now. */
  removed: readonly string[]
  /** Changed rows of the sittings; `domande` only the first time. */
  sedute: readonly { id: string; riga: StoredRow; domande?: StoredRow; prova?: MirroredProva }[]
  /** Sittings that are over. */
  ended: readonly string[]
}

/** A second place, outside the store, for data of this device only. One for all accounts. */
export interface Mirror {
  read(id_utente: number): Promise<MirrorContent>
  /** Read by the first write after an opening: resolves or rejects within seconds. */
  readEnd(id_utente: number): Promise<MirrorEnd>
  readSummary(id_utente: number): Promise<MirrorSummary>
  /** Writes all of it or nothing, durable when the promise resolves. */
  write(id_utente: number, change: MirrorChange): Promise<void>
  clear(id_utente: number): Promise<void>
  /**
   * Account that took the old database 'concorsi' over, and the end of its retention (ms since 1970; null while it is
   * copied).
   */
  readOld(): Promise<OldDatabaseClaim | null>
  writeOld(old: OldDatabaseClaim): Promise<void>
}

export type OldDatabaseClaim = {
  id_utente: number
  fino_ms: number | null
  /** Last look at the clock that counted towards that end, ms since 1970; absent: the takeover. */
  visto_ms?: number
  /** The account's store was cleared on purpose since: its copied rows are not missing, and are not copied again. */
  svuotato?: boolean
}

/**
 * Compares two rows of one sitting: true when the first is of an earlier moment. At the same moment the end is later.
 */
export function isEarlier(one: StoredRow, other: StoredRow): boolean {
  const [ms, others] = [one.aggiornata_ms as number, other.aggiornata_ms as number]
  const isEnded = ({ stato }: StoredRow) => isSedutaEnded(stato as StatoSeduta)
  return ms < others || (ms === others && !isEnded(one) && isEnded(other))
}
