import { normalizeText, parseQuery, words } from './text.ts'

/**
 * Letters at the beginning that make two words one of the same family [SC27]: two thirds of the longer one, all but one of a
 * short one, four at least. `costituzione` and `costituzionale` are, `contrabbando` and `contratto` are not. /
 */
export const stemLength = (a: number, b: number): number => {
  const long = Math.max(a, b)
  return Math.max(4, long <= 6 ? long - 1 : Math.ceil((2 * long) / 3))
}

function isNear(a: string, b: string): boolean {
  const n = stemLength(a.length, b.length)
  return a.length >= n && b.length >= n && a.slice(0, n) === b.slice(0, n)
}

/** True when a name has every word of a query: as a part of it, or in a word of the same family. An empty query finds nothing. */
export function findsName(name: string, query: string): boolean {
  const text = normalizeText(name)
  const own = words(text.replace(/'/g, ' '))
  const terms = parseQuery(query)
  return (
    terms.length > 0 &&
    terms.every(({ testo, frase }) => text.includes(testo) || (!frase && own.some((word) => isNear(word, testo))))
  )
}
