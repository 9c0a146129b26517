import type { Chiave, StatoDomanda } from './domanda.ts'
import type { Esito } from './esito.ts'
import type { Livello } from './livello.ts'

export type MatchMode = 'ANY' | 'ALL'
/**
 * PERTINENZA is the official order, those first that hold the words together and in the question itself (rules/relevance).
 * MATERIE takes the subjects in turn, each in proportion to its questions, in the official order inside [SC28]. /
 */
export type SearchOrder = 'UFFICIALE' | 'MATERIE' | 'CASUALE' | 'ALFABETICO' | 'ESATTE' | 'PERTINENZA'

/** Outcome of a question's last answer; `mai`: never answered. Every question has exactly one. */
export type StatoRisposta = 'mai' | Esito
export const STATI_RISPOSTA: readonly StatoRisposta[] = ['mai', 'errata', 'nulla', 'corretta']

/**
 * Conditions of a search. Absent fields, texts without terms and empty lists filter nothing; fields combine with AND, values
 * inside one with OR.
 */
export type FilterConditions = {
  /** As typed: words and "quoted phrases"; normalised by rules/text. */
  testo?: string
  /** ALL when absent. */
  corrispondenza?: MatchMode
  /** Ids of subjects; 0 stands for the questions of no subject. */
  materie?: readonly number[]
  /** Nodes of subject paths (rules/percorso): questions linked to one of them, or to a node below it. */
  argomenti?: readonly number[]
  livelli?: readonly Livello[]
  soloPreferiti?: boolean
  conImmagine?: boolean
  /** True for questions with a key, the bank's or the person's own. */
  conRisposta?: boolean
  risposte?: readonly StatoRisposta[]
  /** Source of the key; `utente` also when the person gave one to a question that the bank has without. */
  chiavi?: readonly Chiave[]
  stati?: readonly StatoDomanda[]
  /** 1 easy, 2 medium, 3 hard; 0: not set by the bank. */
  difficolta?: readonly number[]
  /** Official positions of each bank, both included, 1-based (spec §5 ix_start, ix_end). */
  ix_start?: number
  ix_end?: number
}

/** Search in one bank. */
export type Filtro = FilterConditions & { id_concorso: number }

/**
 * Search in several banks; in all those on the device when `concorsi` is absent or empty. A saved filter may name banks that are
 * not on the device: they match nothing.
 */
export type FiltroRicerca = FilterConditions & { concorsi?: readonly number[] }
