import { parseQuery } from './text.ts'

/** Words searched in the vocabularies for one query: a longer text is no query. */
const MAX_LOOKS = 6
/** From so many letters on a word may be two edits away, a shorter one by one. */
const LONG_WORD = 5

/** Most edits between a mistyped word and a found one; none for numbers and for words of one or two letters. */
export const reachOf = (word: string): 0 | 1 | 2 =>
  word.length < 3 || /\d/.test(word) ? 0 : word.length < LONG_WORD ? 1 : 2

/**
 * Edits between a word and the part [start, end) of a text: letters put in, left out, changed, or swapped with the next one.
 * More than `most`: `most + 1`.
 */
export function editsWithin(word: string, text: string, start: number, end: number, most: number): number {
  const [n, m] = [word.length, end - start]
  if (Math.abs(n - m) > most) return most + 1
  let [older, before, row] = [new Uint8Array(m + 1), new Uint8Array(m + 1), new Uint8Array(m + 1)]
  for (let j = 0; j <= m; j++) before[j] = j
  for (let i = 1; i <= n; i++) {
    const letter = word.charCodeAt(i - 1)
    let least = i
    row[0] = i
    for (let j = 1; j <= m; j++) {
      const other = text.charCodeAt(start + j - 1)
      let edits = Math.min(
        (before[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (before[j - 1] as number) + Number(letter !== other),
      )
      const swapped = i > 1 && j > 1 && letter === text.charCodeAt(start + j - 2) && other === word.charCodeAt(i - 2)
      if (swapped) edits = Math.min(edits, (older[j - 2] as number) + 1)
      row[j] = edits
      if (edits < least) least = edits
    }
    if (least > most) return most + 1
    ;[older, before, row] = [before, row, older]
  }
  return Math.min(before[m] as number, most + 1)
}

/** A word near a mistyped one, with its edits and the questions that hold it. */
export type NearWord = { word: string; edits: number; questions: number }

/** Factor of questions by which a near word must exceed a word of the bank, to call that mistyped. */
const RARE = 20

/** The nearest other word; among equals the one that most questions hold, then the first of the alphabet. */
export function chooseNear(found: Iterable<NearWord>): NearWord | null {
  const sums = new Map<string, NearWord>()
  for (const near of found) {
    if (near.edits === 0) continue
    const known = sums.get(near.word)
    sums.set(near.word, known ? { ...known, questions: known.questions + near.questions } : near)
  }
  const [best] = [...sums.values()].sort(
    (a, b) => a.edits - b.edits || b.questions - a.questions || (a.word < b.word ? -1 : 1),
  )
  return best ?? null
}

/** Vocabularies that correct a query. */
export type Vocabulary = {
  /** Questions with words that hold this part. */
  questionsWith: (part: string) => number
  near: (word: string, reach: 1 | 2) => Iterable<NearWord>
}

/**
 * Corrects the mistyped words of a query, the surest way first: words without a hit, then also those with nearly none [PP5]. Each
 * word alone: one without a near word stays. Phrases keep their quotes. Empty without a correction.
 */
export function correctQuery(query: string, vocabulary: Vocabulary): string[] {
  const first = correctWords(query, vocabulary, 0)
  if (first === null) return []
  const second = correctWords(first, vocabulary, RARE) ?? first
  return [...new Set([first, second])].filter((right) => right !== formatTerms(parseQuery(query)))
}

const formatTerms = (terms: readonly { parole: readonly string[]; frase: boolean }[]): string =>
  terms.map(({ parole, frase }) => (frase ? `"${parole.join(' ')}"` : parole.join(' '))).join(' ')

/** `rare` 0: only words without a hit. */
function correctWords(query: string, { questionsWith, near }: Vocabulary, rare: number): string | null {
  let looked = 0
  const right = (word: string): string => {
    const own = questionsWith(word)
    // The first pass has corrected the words without a hit.
    const reach = own > 0 === rare > 0 ? reachOf(word) : 0
    // Limit the looks: each reads whole vocabularies, and a long text is no query.
    if (reach === 0 || ++looked > MAX_LOOKS) return word
    const best = chooseNear(near(word, reach))
    return best === null || best.questions <= own * rare ? word : best.word
  }
  const terms = parseQuery(query).map(({ parole, frase }) => ({ parole: parole.map(right), frase }))
  return looked > MAX_LOOKS ? null : formatTerms(terms)
}
