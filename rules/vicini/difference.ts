/** A stretch of a text: [start, end) in UTF-16 units. */
export type Stretch = [start: number, end: number]

/** Longest stem with a marked difference, in words: a longer one is shown unmarked. */
const MAX_WORDS = 400

const wordsAt = (text: string) =>
  Array.from(text.matchAll(/[\p{L}\p{N}]+|[^\p{L}\p{N}\s]/gu), ({ 0: word, index }) => ({
    word: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }))

/** Stretches of `other` with words that `text` lacks at that place [VC5]; words side by side are one stretch. */
export function differentStretches(text: string, other: string): Stretch[] {
  const [a, b] = [wordsAt(text), wordsAt(other)]
  if (a.length > MAX_WORDS || b.length > MAX_WORDS) return []
  const common = commonPlaces(
    a.map(({ word }) => word),
    b.map(({ word }) => word),
  )
  const found: Stretch[] = []
  let joined = false
  for (const [i, { word, start, end }] of b.entries()) {
    const differs = !common.has(i) && /[\p{L}\p{N}]/u.test(word)
    const last = found.at(-1)
    if (differs && joined && last) last[1] = end
    else if (differs) found.push([start, end])
    joined = differs
  }
  return found
}

/** Places of `b` that belong to a longest common subsequence of the two. */
function commonPlaces(a: readonly string[], b: readonly string[]): Set<number> {
  const width = b.length + 1
  const best = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number) => best[i * width + j] as number
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      best[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const places = new Set<number>()
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      places.add(j)
      i++
      j++
    } else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
  return places
}
