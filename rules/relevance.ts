import type { SearchTerm } from './text.ts'

/** Words so near belong together: characters between them, all together. */
const NEAR = 40

/**
 * Distance of a question from a search, 0 the nearest: words side by side in the question itself, near each other, anywhere in
 * it; then those that only its answers hold. A missing term weighs more than all of these. `testo` as rules/text `searchableText`
 * reads it: the question first, then an answer a line.
 */
export function relevanceRank(testo: string, terms: readonly Pick<SearchTerm, 'testo'>[]): number {
  const end = testo.indexOf('\n')
  const stem = end < 0 ? testo : testo.slice(0, end)
  const here = terms.filter((t) => stem.includes(t.testo))
  const missing = terms.filter((t) => !testo.includes(t.testo)).length
  const inStem = here.length === terms.length - missing && here.length > 0
  return 4 * missing + (inStem ? distance(stem, here) : 3)
}

/** 0 side by side, 1 near, 2 apart. */
function distance(stem: string, terms: readonly Pick<SearchTerm, 'testo'>[]): number {
  const length = terms.reduce((sum, t) => sum + t.testo.length, 0)
  const gap = shortestSpan(stem, terms) - length
  return gap <= 2 * (terms.length - 1) ? 0 : gap <= NEAR ? 1 : 2
}

/** Characters of the shortest stretch that holds every term. */
function shortestSpan(stem: string, terms: readonly Pick<SearchTerm, 'testo'>[]): number {
  const places = terms.flatMap(({ testo }, term) => {
    const found: { term: number; from: number; to: number }[] = []
    for (let at = stem.indexOf(testo); at >= 0; at = stem.indexOf(testo, at + 1))
      found.push({ term, from: at, to: at + testo.length })
    return found
  })
  places.sort((a, b) => a.from - b.from)
  const last = new Array<number>(terms.length).fill(-1)
  let best = Number.POSITIVE_INFINITY
  for (const { term, from } of places) {
    last[term] = from
    const start = Math.min(...last)
    if (start < 0) continue
    const to = Math.max(...last.map((at, i) => at + (terms[i]?.testo.length ?? 0)))
    best = Math.min(best, to - start)
  }
  return best
}
