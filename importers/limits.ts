import { greatest } from './long-lists.ts'
import type { RawQuestion } from './raw-question.ts'

/** Largest file of text, bytes: 100,000 questions are half of it. */
export const MAX_TEXT_BYTES = 64 * 1024 * 1024
/** Most lines of a table as text. */
export const MAX_LINES = 500_000
/** Most questions of one file. */
export const MAX_QUESTIONS = 150_000
/** Most answers that a question is looked at with. */
export const MAX_RAW_ANSWERS = 64
/** Most columns of a table that hold something. */
export const MAX_COLUMNS = 256
/** Longest text of a question, of an answer or of what goes with them, characters: the longest published one is 2,300. */
export const MAX_TEXT = 20_000
/** Longest row of a table, characters: eight texts and their quotes fit. */
export const MAX_ROW = 1_000_000

/** Characters of a text, pictures written in it apart. */
export const textLength = (text: string | null): number =>
  text === null || text.length <= MAX_TEXT ? 0 : text.replace(/\bdata:[^"'\s)>]+/g, '').length

/** Length of the longest text of a question where it is beyond the limit, pictures written in it apart; null when all are within. */
export function findTooLong({ testo, brano, spiegazione, risposte }: RawQuestion): number | null {
  const longest = greatest([testo, brano, spiegazione, ...risposte.map((r) => r.testo)].map(textLength))
  return longest > MAX_TEXT ? longest : null
}
