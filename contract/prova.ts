import type { VersioneFoglio } from '#rules/prova/foglio'
import type { ProvaEvent, StatoProva, Voce } from '#rules/prova/machine'
import type { ServerCount } from '#rules/prova/official'
import type { Punteggio } from '#rules/regolamento/punteggio'
import type { WrittenRegolamento } from '#rules/regolamento/types'
import type { SedutaSummary } from './store/data.ts'

/** A simulation that the server started: its ticket, and its end on the server's clock (D24). */
type Gettone = {
  id_simulazione: number
  gettone: string
  fine: string
  /** Instant at which the server began the simulation: its time runs from there, on any device. Absent in older trials. */
  iniziata?: string | undefined
}

/**
 * Settings that make a sitting a trial: answers can be changed until delivery, outcomes stay hidden before it, rules decide the
 * score. `sezioni` and `difficolta` go with the places: section of the rules from 0; 1 to 3, 0 unknown.
 */
export type NewProva = {
  regole: WrittenRegolamento
  sezioni: readonly number[]
  difficolta: readonly number[]
  /** Percentage of time added (DSA, law 104): 0 for most. */
  tempo_aggiuntivo: number
  simulazione: Gettone | null
  /** Code of the challenge that this trial takes up, null without one. */
  sfida: string | null
  /**
   * Version of the answer sheet of a trial sat as on paper (rules/prova/foglio). Only own trials whose rules forbid corrections
   * have it.
   */
  foglio?: VersioneFoglio | undefined
}

export type VoceProva = Voce & { indice: number }

/**
 * State that another device left of the same simulation, as the server kept it: its current place, and every place it touched.
 */
export type ResumedProva = { indice: number; voci: VoceProva[] }

/** End of a trial. `tempo`: delivered at zero. `punteggio` is counted on this device. */
export type Consegna = {
  at: string
  motivo: 'consegna' | 'tempo'
  usati: number
  punteggio: Punteggio
  /** Outcome of a simulation as the server counted it, which prevails (D23); absent until it arrives. */
  server?: ServerCount | undefined
}

/** Trial as stored: everything that a reload needs (D25). Milliseconds. */
export type SavedProva = NewProva & {
  id: string
  stato: StatoProva
  indice: number
  voci: VoceProva[]
  /** Null without a limit. */
  resto: number | null
  usati: number
  /** Whole time of the trial, extra time included; null without a limit. */
  durata: number | null
  /** Null until delivered. */
  consegna: Consegna | null
  /** True while the server lacks the delivery. */
  da_spedire: boolean
  /** Another device took the trial over last (decision 0087). */
  altrove?: true
}

type SenzaOra<E> = E extends { tipo: 'consegna' } ? never : E extends unknown ? Omit<E, 'at'> : never
/** Step as the page asks for it; delivery has its own method. */
export type RequestedStep = SenzaOra<ProvaEvent>

/** State after one step. */
export type StepResult = { stato: StatoProva; indice: number; voce: VoceProva | null; resto: number | null }

/** Line of the history: a delivered trial (RegolamentoScritto's name, points in thousandths). */
export type ProvaSummary = SedutaSummary & {
  id_simulazione: number | null
  nome: string | null
  consegnata: string
  usati: number
  punti: number
  massimo: number
  /** Least points that pass, thousandths; null when its rules set none. */
  soglia: number | null
  superata: boolean | null
  da_spedire: boolean
}

/**
 * Line of the history of sittings: one delivered or concluded, or a trial that was given up. `prova`: its score in thousandths;
 * null without a score.
 */
export type EndedSeduta = SedutaSummary & {
  /** Name of the rules of a trial. */
  nome: string | null
  prova: { punti: number; massimo: number; superata: boolean | null } | null
}

/** Rules and composition that a person keeps to use again. `dati` is the page's own form, any JSON up to 64 kB. */
export type ModelloProva = { id: string; nome: string; dati: unknown; creato: string }
