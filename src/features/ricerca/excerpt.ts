import { highlightRanges } from '#rules/text'

/** Largest share of `limit` for the beginning, and smallest share for the text before the hit. */
const [START_SHARE, BEFORE_SHARE] = [1 / 6, 1 / 8]

/**
 * Returns a long text for a row that shows about `limit` characters of it. When the first hit lies beyond, only the beginning and
 * the text from around the hit are kept, which shows why the row was found. Any other text is unchanged.
 */
export function excerpt(text: string, query: string, limit: number): string {
  if (text.length <= limit) return text
  const [hit] = highlightRanges(text, query)
  if (!hit || hit[1] <= limit) return text
  // Cut at whole words where there are any, and never inside a character.
  const start = text
    .slice(0, limit * START_SHARE)
    .replace(/\s+\S*$/, '')
    .replace(/[\ud800-\udbff]$/, '')
  // Take more of the text before the hit near the end, so that no room stays empty.
  const room = limit - start.length - 3 - (text.length - hit[0])
  const before = text
    .slice(hit[0] - Math.max(limit * BEFORE_SHARE, room), hit[0])
    .replace(/^\S*\s+/, '')
    .replace(/^[\udc00-\udfff]/, '')
  return `${start} … ${before}${text.slice(hit[0])}`
}
