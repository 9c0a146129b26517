import type { ListLine } from './lines.ts'

/** Pairs of a number and a letter, and nothing else: `1 A  2 C`, `1) A; 2) B`, `1-A`. */
const PAIRS = /^\s*(?:(?:n\.?\s*)?\d{1,5}\s*[.):=\-–]?\s*(?:[A-Ha-h]|annullat[ao]|ann\.?|[-–*]+)(?:[\s,;|.]+|$))+\s*$/i
const PAIR = /(\d{1,5})\s*[.):=\-–]?\s*([A-Ha-h])(?=[\s,;|.]|$)/g
const NUMBERS = /^\s*(?:n\.?\s*)?\d{1,5}(?:[\s.|]+\d{1,5})+\s*$/
const LETTERS = /^\s*(?:risposta\s+|r\.?\s+)?[A-Ha-h](?:[\s|]+[A-Ha-h])+\s*$/
const TITLE =
  /^\s*(?:soluzioni|risposte(?:\s+(?:esatte|corrette|giuste))?|chiavi(?:\s+di\s+risposta)?|griglia.{0,40}|correttore|tabella\s+delle\s+risposte.{0,20}|answers?(?:\s+key)?|answer\s+key|n\.?\s+risposta)\s*[:.]?\s*$/i

/** Letters by number of the question; `twice` when a number has two. Lines from `from` on are the grid. */
export type ListGrid = { from: number; letters: Map<number, string>; twice: boolean }

/** The list of keys that a text ends with, under its title or as two lines of pairs at least; null when there is none. */
export function findListGrid(lines: readonly ListLine[]): ListGrid | null {
  // Rows of pairs, the lowest first.
  const below: [number, string][][] = []
  let from = lines.length
  let titled = false
  for (let i = lines.length - 1; i >= 0; i--) {
    const text = lines[i]?.text ?? ''
    const above = lines[i - 1]?.text ?? ''
    if (PAIRS.test(text)) {
      below.push([...text.matchAll(PAIR)].map(([, n, letter]): [number, string] => [Number(n), letter ?? '']))
    } else if (LETTERS.test(text) && NUMBERS.test(above)) {
      const numbers = above.match(/\d{1,5}/g) ?? []
      const letters = text.replace(/risposta/i, '').match(/\b[A-Ha-h]\b/g) ?? []
      if (numbers.length !== letters.length) break
      below.push(numbers.map((n, k): [number, string] => [Number(n), letters[k] ?? '']))
      i--
    } else if (TITLE.test(text)) {
      titled = true
      from = i
      break
    } else break
    from = i
  }
  const pairs = below.reverse().flat()
  if (pairs.length < 2 || (!titled && pairs.length < 4)) return null
  const letters = new Map(pairs.map(([n, letter]) => [n, letter.toUpperCase()]))
  return { from, letters, twice: letters.size < pairs.length }
}
