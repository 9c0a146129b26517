import { isFinita, type StatoSeduta } from '#rules/seduta/stati'
import type { Valore } from '../drivers/platform.ts'
import type { EventoScritto } from '../eventi.ts'

/** Where this device's chain stood when it was last mirrored: a store that is behind it was damaged or replaced. */
export type Testa = { dispositivo: string; seq: number; catena: Uint8Array<ArrayBuffer> }

/** A row as the store has it. */
export type RigaMagazzino = Record<string, Valore>

/** What the mirror of an account holds: what a pull could not bring back. */
export type Riflesso = {
  testa: Testa | null
  /** Events that the server does not have yet. */
  eventi: EventoScritto[]
  /** Sittings under way, trials to be sent and those just ended, with their questions. */
  sedute: { riga: RigaMagazzino; domande: RigaMagazzino; prova?: ProvaRiflessa | undefined }[]
}

/** A trial with what is marked in it. */
export type ProvaRiflessa = { riga: RigaMagazzino; voci: RigaMagazzino[] }

/** Where the store stood when it was last mirrored: its chain, and the sittings under way. */
export type Fine = { testa: Testa | null; sedute: RigaMagazzino[] }

/** The same with the ids of the events that the mirror holds: thousands wait after a long practice without a network. */
export type Sommario = Fine & { eventi: string[] }

export type Cambio = {
  testa: Testa
  eventi: readonly EventoScritto[]
  /** Ids of events that the server has by now. */
  togli: readonly string[]
  /** Those of the sittings that changed; `domande` only the first time. */
  sedute: readonly { id: string; riga: RigaMagazzino; domande?: RigaMagazzino; prova?: ProvaRiflessa }[]
  /** Sittings that are over. */
  finite: readonly string[]
}

/** A second place for what exists on this device only, outside the store (reliability §4.3). One for all accounts. */
export interface Specchio {
  read(id_utente: number): Promise<Riflesso>
  /** What the first write after an opening waits for: it answers, or fails, within seconds. */
  readFine(id_utente: number): Promise<Fine>
  readSommario(id_utente: number): Promise<Sommario>
  /** All of it or nothing, durable when it answers. */
  write(id_utente: number, cambio: Cambio): Promise<void>
  clear(id_utente: number): Promise<void>
  /** Who took the old database 'concorsi' over, and until when it is kept (ms since 1970; null while it is copied). */
  readVecchio(): Promise<Vecchio | null>
  writeVecchio(vecchio: Vecchio): Promise<void>
}

export type Vecchio = {
  id_utente: number
  fino_ms: number | null
  /** When the clock was last looked at to count towards that, ms since 1970; absent: when it was taken over. */
  visto_ms?: number
  /** That account's store was cleared on purpose since: what it had copied is not missed, and is not copied again. */
  svuotato?: boolean
}

/** Two rows of one sitting, with their state: true when the first is of an earlier moment. Of the same moment the end is later. */
export function isPrima(una: RigaMagazzino, altra: RigaMagazzino): boolean {
  const [ms, altri] = [una.aggiornata_ms as number, altra.aggiornata_ms as number]
  const finita = ({ stato }: RigaMagazzino) => isFinita(stato as StatoSeduta)
  return ms < altri || (ms === altri && !finita(una) && finita(altra))
}
