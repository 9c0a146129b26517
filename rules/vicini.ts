import { type Compared, type Features, readAllFeatures } from './vicini/features.ts'
import { relate, type TipoVicino, VICINO } from './vicini/relate.ts'

export { type Compared, type TipoVicino, VICINO }

/** Neighbour of a question, both by their index; `somiglianza` from 0 to 1. */
export type Vicino = { di: number; vicina: number; tipo: TipoVicino; somiglianza: number }

/** Neighbours of one question, at most: of each kind. */
const MOST: Readonly<Record<TipoVicino, number>> = { gemella: 5, trappola: 3, vicina: 3 }
/** Entries of the lists of words that are read for one question; the bound of the whole work. */
const BUDGET = 3000
/** Candidates compared word by word for one question. */
const CANDIDATES = 16
/** A word of the right answer, and a number, count less than a word of the stem. */
const ANSWER_WEIGHT = 0.6
const NUMBER_WEIGHT = 0.5

/** Questions added to those of a bank: in a small one no word is common yet. */
const SMALL = 100

/** Words of a question, rarest first: smaller numbers are rarer. `weights` have length 1. */
type Vector = { terms: Int32Array; weights: Float64Array }

/**
 * Twins, traps and neighbours of each question of a bank [VC1][VC2][VC3]. Candidates come from the words that two questions
 * share, rarest first; time grows with the number of questions, memory with their words. /
 */
export function findVicini(domande: readonly Compared[]): Vicino[] {
  const features = readAllFeatures(domande)
  const index = indexWords(features)
  const found: Vicino[] = []
  for (const [i, own] of features.entries()) {
    const related = candidatesOf(i, index).flatMap((vicina) => {
      const somiglianza = cosineOf(index.vectors[i] as Vector, index.vectors[vicina] as Vector)
      const tipo = relate(own, features[vicina] as Features, somiglianza)
      return tipo === null ? [] : [{ di: i, vicina, tipo, somiglianza }]
    })
    related.sort((a, b) => b.somiglianza - a.somiglianza || a.vicina - b.vicina)
    for (const tipo of VICINO) found.push(...related.filter((v) => v.tipo === tipo).slice(0, MOST[tipo]))
  }
  return found
}

type WordIndex = { vectors: Vector[]; lists: Int32Array[]; scores: Float64Array }

function indexWords(features: readonly Features[]): WordIndex {
  const bags = features.map(weighWords)
  const counts = new Map<string, number>()
  for (const bag of bags) for (const word of bag.keys()) counts.set(word, (counts.get(word) ?? 0) + 1)
  const sorted = [...counts].sort(([a, n], [b, m]) => n - m || (a < b ? -1 : 1))
  const ids = new Map(sorted.map(([word], id) => [word, id]))
  const lists = sorted.map(([, n]) => new Int32Array(n))
  const filled = new Int32Array(sorted.length)
  const vectors = bags.map((bag, i) => {
    const words = [...bag]
      .map(([word, weight]) => ({ id: ids.get(word) as number, weight }))
      .sort((a, b) => a.id - b.id)
    for (const { id } of words) {
      ;(lists[id] as Int32Array)[filled[id] as number] = i
      filled[id] = (filled[id] as number) + 1
    }
    const raw = words.map(
      ({ id, weight }) => weight * Math.log(1 + (features.length + SMALL) / (lists[id] as Int32Array).length),
    )
    const norm = Math.hypot(...raw) || 1
    return { terms: Int32Array.from(words, ({ id }) => id), weights: Float64Array.from(raw, (w) => w / norm) }
  })
  return { vectors, lists, scores: new Float64Array(features.length) }
}

/** Words of a question with their weight; none for one whose answers are graded. */
function weighWords({ kind, content, numbers, rightContent }: Features): Map<string, number> {
  const bag = new Map<string, number>()
  if (kind === 'graduata') return bag
  for (const word of rightContent) bag.set(word, ANSWER_WEIGHT)
  for (const number of numbers) bag.set(number, NUMBER_WEIGHT)
  for (const word of content) bag.set(word, 1)
  return bag
}

/** Questions that share the rarest words with one, the most alike last. */
function candidatesOf(i: number, { vectors, lists, scores }: WordIndex): number[] {
  const { terms, weights } = vectors[i] as Vector
  const touched: number[] = []
  let left = BUDGET
  for (let k = 0; k < terms.length; k++) {
    const list = lists[terms[k] as number] as Int32Array
    if (list.length > left) break
    left -= list.length
    const square = (weights[k] as number) ** 2
    for (let p = 0; p < list.length; p++) {
      const j = list[p] as number
      if (scores[j] === 0) touched.push(j)
      scores[j] = (scores[j] as number) + square
    }
  }
  scores[i] = 0
  const best: number[] = []
  for (const j of touched) {
    const score = scores[j] as number
    if (score === 0 || (best.length === CANDIDATES && score <= (scores[best[0] as number] as number))) continue
    if (best.length === CANDIDATES) best.shift()
    let place = best.length
    while (place > 0 && (scores[best[place - 1] as number] as number) > score) place--
    best.splice(place, 0, j)
  }
  for (const j of touched) scores[j] = 0
  return best
}

function cosineOf(a: Vector, b: Vector): number {
  let [sum, p, q] = [0, 0, 0]
  while (p < a.terms.length && q < b.terms.length) {
    const [x, y] = [a.terms[p] as number, b.terms[q] as number]
    if (x === y) sum += (a.weights[p] as number) * (b.weights[q] as number)
    if (x <= y) p++
    if (y <= x) q++
  }
  return sum
}
