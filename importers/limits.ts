import { greatest } from './long-lists.ts'
import type { RawQuestion } from './raw-question.ts'

/** Largest file of text, bytes; 100,000 questions fill half of it. */
export const MAX_TEXT_BYTES = 64 * 1024 * 1024
/** Most lines of a table as text. */
export const MAX_LINES = 500_000
/** Most questions of one file. */
export const MAX_QUESTIONS = 150_000
/** Most answers of a question that is looked at. */
export const MAX_RAW_ANSWERS = 64
/** Most columns of a table that are not empty. */
export const MAX_COLUMNS = 256
/** Longest text of a question, of an answer or of their extras, characters. The longest published one has 2,300. */
export const MAX_TEXT = 20_000
/** Longest row of a table, characters; eight texts and their quotes fit. */
export const MAX_ROW = 1_000_000

/** Counts the characters of a text without the pictures written in it. */
export const textLength = (text: string | null): number =>
  text === null || text.length <= MAX_TEXT ? 0 : text.replace(/\bdata:[^"'\s)>]+/g, '').length

/**
 * Returns the length of the longest text of a question beyond the limit, without pictures. Null when all texts are
 * within the limit.
 */
export function findTooLong({ testo, brano, spiegazione, risposte }: RawQuestion): number | null {
  const longest = greatest([testo, brano, spiegazione, ...risposte.map((r) => r.testo)].map(textLength))
  return longest > MAX_TEXT ? longest : null
}
