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
  /** When the server began it: its time runs from there, on whatever device. Absent in older trials. */
  iniziata?: string | undefined
}

/**
 * What makes a sitting a trial: answers can be changed until delivery, nothing is told before it, rules decide the score.
 * `sezioni` and `difficolta` go with the places: section of the rules from 0; 1 to 3, 0 unknown.
 */
export type NewProva = {
  regole: WrittenRegolamento
  sezioni: readonly number[]
  difficolta: readonly number[]
  /** Percentage of time added (DSA, law 104): 0 for most. */
  tempo_aggiuntivo: number
  simulazione: Gettone | null
  /** Code of the challenge that it answers, null when it is none. */
  sfida: string | null
  /** Sat as on paper, and the version of the sheet (rules/prova/foglio). Only of a trial of one's own whose rules forbid corrections. */
  foglio?: VersioneFoglio | undefined
}

export type VoceProva = Voce & { indice: number }

/** What another device left of the same simulation, as the server kept it: the place where it was, and every place it touched. */
export type ResumedProva = { indice: number; voci: VoceProva[] }

/** How a trial ended. `tempo`: delivered at zero. `punteggio` is what was counted here. */
export type Consegna = {
  at: string
  motivo: 'consegna' | 'tempo'
  usati: number
  punteggio: Punteggio
  /** A simulation's outcome as the server counted it, which is the one that counts (D23); absent until it is known. */
  server?: ServerCount | undefined
}

/** A trial as stored: everything that a reload needs (D25). Milliseconds. */
export type SavedProva = NewProva & {
  id: string
  stato: StatoProva
  indice: number
  voci: VoceProva[]
  /** Null without a limit. */
  resto: number | null
  usati: number
  /** All the time it has, extra time included; null without a limit. */
  durata: number | null
  /** Null until delivered. */
  consegna: Consegna | null
  /** True while the server has not received what it must. */
  da_spedire: boolean
  /** It goes on on another device, which took it over last (decision 0087). */
  altrove?: true
}

type SenzaOra<E> = E extends { tipo: 'consegna' } ? never : E extends unknown ? Omit<E, 'at'> : never
/** A step as the page asks for it; delivery has its own method. */
export type RequestedStep = SenzaOra<ProvaEvent>

/** What one step left. */
export type StepResult = { stato: StatoProva; indice: number; voce: VoceProva | null; resto: number | null }

/** A line of the history: a delivered trial (RegolamentoScritto's name, points in thousandths). */
export type ProvaSummary = SedutaSummary & {
  id_simulazione: number | null
  nome: string | null
  consegnata: string
  usati: number
  punti: number
  massimo: number
  /** Least points that pass, thousandths; null when its rules say none. */
  soglia: number | null
  superata: boolean | null
  da_spedire: boolean
}

/**
 * A line of the history of sittings: one delivered or concluded, or a trial that was given up. `prova`: its score in thousandths;
 * null for what has none.
 */
export type EndedSeduta = SedutaSummary & {
  /** Of the rules of a trial. */
  nome: string | null
  prova: { punti: number; massimo: number; superata: boolean | null } | null
}

/** Rules and composition that a person keeps to use again. `dati` is the page's own form, any JSON up to 64 kB. */
export type ModelloProva = { id: string; nome: string; dati: unknown; creato: string }
