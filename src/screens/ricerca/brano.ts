import { highlightRanges } from '#rules/testo'

/** Share of what is shown that the beginning takes at most, and the least that what stands before the hit may take. */
const [INIZIO, PRIMA] = [1 / 6, 1 / 8]

/**
 * A long text for a row that shows about `limite` characters of it: when the first hit lies beyond, the beginning and what
 * stands around the hit, so that the row shows why it was found. Any other text as it is.
 */
export function brano(testo: string, query: string, limite: number): string {
  if (testo.length <= limite) return testo
  const [hit] = highlightRanges(testo, query)
  if (!hit || hit[1] <= limite) return testo
  // Whole words on both sides where there are any, and never half of a character.
  const inizio = testo
    .slice(0, limite * INIZIO)
    .replace(/\s+\S*$/, '')
    .replace(/[\ud800-\udbff]$/, '')
  // Near the end of the text, more of what comes before: no room is left empty.
  const spazio = limite - inizio.length - 3 - (testo.length - hit[0])
  const prima = testo
    .slice(hit[0] - Math.max(limite * PRIMA, spazio), hit[0])
    .replace(/^\S*\s+/, '')
    .replace(/^[\udc00-\udfff]/, '')
  return `${inizio} … ${prima}${testo.slice(hit[0])}`
}
