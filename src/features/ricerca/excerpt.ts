import { highlightRanges } from '#rules/text'

/** Share of what is shown that the beginning takes at most, and the least that what stands before the hit may take. */
const [START_SHARE, BEFORE_SHARE] = [1 / 6, 1 / 8]

/**
 * A long text for a row that shows about `limite` characters of it: when the first hit lies beyond, the beginning and what
 * stands around the hit, so that the row shows why it was found. Any other text as it is.
 */
export function excerpt(text: string, query: string, limit: number): string {
  if (text.length <= limit) return text
  const [hit] = highlightRanges(text, query)
  if (!hit || hit[1] <= limit) return text
  // Whole words on both sides where there are any, and never half of a character.
  const start = text
    .slice(0, limit * START_SHARE)
    .replace(/\s+\S*$/, '')
    .replace(/[\ud800-\udbff]$/, '')
  // Near the end of the text, more of what comes before: no room is left empty.
  const room = limit - start.length - 3 - (text.length - hit[0])
  const before = text
    .slice(hit[0] - Math.max(limit * BEFORE_SHARE, room), hit[0])
    .replace(/^\S*\s+/, '')
    .replace(/^[\udc00-\udfff]/, '')
  return `${start} … ${before}${text.slice(hit[0])}`
}
