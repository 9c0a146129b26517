import { cleanName } from '../cleaning.ts'

/** Key that is nothing but the letter of an answer: `B`, `(b)`, `b)`, `Risposta B`. */
const LETTER = /^(?:(?:risposta|opzione|lettera|alternativa|answer|option)\s+)?[([]?\s*([a-h])\s*[)\].:]?$/i
const NUMBER = /^[([]?\s*(\d{1,2})(?:[.,]0+)?\s*[)\].:]?$/
const TRUE = /^(v|vero|vera|true)$/i
const FALSE = /^(f|falso|falsa|false)$/i

/** Returns the place from 0 of a key's letter, or null. */
export function letterPlace(key: string): number | null {
  const letter = LETTER.exec(key.normalize('NFKC').trim())?.[1]
  return letter === undefined ? null : letter.toLowerCase().charCodeAt(0) - 97
}

/** Returns the number of a key, or null. */
export function numberOf(key: string | number | boolean | null): number | null {
  if (typeof key === 'number') return Number.isInteger(key) ? key : null
  const digits = typeof key === 'string' ? NUMBER.exec(key.trim())?.[1] : undefined
  return digits === undefined ? null : Number(digits)
}

/** Returns true or false for a word or letter of truth; null for any other. */
export function truthOf(key: string | number | boolean | null): boolean | null {
  if (typeof key === 'boolean') return key
  if (typeof key !== 'string') return null
  const word = key.trim().replace(/[.;]$/, '')
  return TRUE.test(word) ? true : FALSE.test(word) ? false : null
}

/** Returns the text on which two writings of one answer agree. */
export const comparable = (text: string): string =>
  (cleanName(text) ?? '')
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replace(/[“”«»]/g, '"')
    .replace(/\s+/g, ' ')
    .replace(/[.;]+$/, '')
    .trim()

/** Splits `b) i termini` into its letter's place and the rest. Null without a mark at the beginning. */
export function splitMark(key: string): { place: number; rest: string } | null {
  const found = /^\s*[([]?\s*(?:([a-h])|(\d))\s*[)\].:-]+\s*(\S[\s\S]*)$/i.exec(key)
  if (!found) return null
  const place = found[1] ? found[1].toLowerCase().charCodeAt(0) - 97 : Number(found[2]) - 1
  return { place, rest: found[3] ?? '' }
}
