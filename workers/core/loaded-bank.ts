import type { MatchMode } from '#rules/filtro'
import type { QuestionNorms } from '#rules/norme'
import type { SearchIndex } from '#rules/search-index'

/**
 * What a search needs of one bank, in memory. A bank's file never changes, so this outlives its attachment and goes only with
 * the file. Arrays go by official position, the first place unused.
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
  /** Norms that its questions cite, being read since somebody asked. */
  norme?: Promise<readonly QuestionNorms[]>
  /** Positions in the order of the stored rank. */
  alphabetical?: Int32Array
  /** Normalised texts that phrases have needed, and texts as shown that alphabets over several banks have. */
  texts?: KeptTexts
  titles?: KeptTexts
  /** What the person's records made of the questions when the connection had written so much. */
  states?: { writes: number; record?: RecordState; whole?: RecordState }
  /** The last search by words, with the positions it found. */
  lastSearch?: { testo: string; corrispondenza: MatchMode; posizioni: Int32Array | null }
}

/** What the bank says of the right answers. `provenienza` and `stato` are places in CHIAVI and STATI. */
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
 * What the person's records make of a bank's questions, now. Arrays go by official position; those of parts that were not
 * asked for are zero: unanswered, never answered. `livello`, `risposta`, `provenienza` and `stato` are places in LIVELLI, STATI_RISPOSTA, CHIAVI, STATI.
 */
export type RecordState = {
  livello: Uint8Array
  preferito: Uint8Array
  haChiave: Uint8Array
  risposta: Uint8Array
  provenienza: Uint8Array
  stato: Uint8Array
}

/** Texts of a bank that were asked for, as far as there is room, by official position. */
export type KeptTexts = { characters: number; byPosition: Map<number, string> }
