import type { MatchMode } from '#rules/filtro'
import type { QuestionNorms } from '#rules/norme'
import type { SearchIndex } from '#rules/search-index'

/**
 * Columns of one bank in memory, for searches. A bank's file never changes, so they outlive its attachment and are
 * dropped only with the file. Arrays are indexed by official position, the first place unused.
 */
export type LoadedBank = {
  id_concorso: number
  /** Positions of the questions that are here, ascending. */
  posizioni: Int32Array
  id_domande: Int32Array
  /** Place in `materie` plus one; 0: no subject. */
  materia: Uint16Array
  flags: Uint8Array
  materie: readonly { id_materia: number; materia: string }[]
  /** Some question belongs to no subject. */
  withoutMateria: boolean
  /** The rest is read when a search first needs it. */
  index?: SearchIndex
  chiavi?: LoadedKeys
  /** Norms that its questions cite, loaded at the first request. */
  norme?: Promise<readonly QuestionNorms[]>
  /** Positions in the order of the stored rank. */
  alphabetical?: Int32Array
  /** Normalised texts for phrases, and texts as shown for alphabets over several banks. */
  texts?: KeptTexts
  titles?: KeptTexts
  /** State of the questions by the person's records, at `writes` changes of the connection. */
  states?: { writes: number; record?: RecordState; whole?: RecordState }
  /** The last search by words, with the positions it found. */
  lastSearch?: { testo: string; corrispondenza: MatchMode; posizioni: Int32Array | null }
}

/** The bank's right answers. `provenienza` and `stato` are places in CHIAVI and STATI. */
export type LoadedKeys = {
  haChiave: Uint8Array
  /** Printed position, 0 without a key. */
  corretta: Uint8Array
  punti: Map<number, readonly number[]>
  provenienza: Uint8Array
  stato: Uint8Array
  /** Nodes of subject paths on the way to each topic of a question, for those that have any (rules/percorso). */
  topics: Map<number, readonly (readonly number[])[]>
}

/**
 * State of a bank's questions by the person's records, now. Arrays are indexed by official position. Parts that were
 * not requested are zero: unanswered, never answered. `livello`, `risposta`, `provenienza` and `stato` are places in
 * LIVELLI, STATI_RISPOSTA, CHIAVI, STATI.
 */
export type RecordState = {
  livello: Uint8Array
  preferito: Uint8Array
  haChiave: Uint8Array
  risposta: Uint8Array
  provenienza: Uint8Array
  stato: Uint8Array
}

/** Requested texts of a bank, as far as there is room, by official position. */
export type KeptTexts = { characters: number; byPosition: Map<number, string> }
