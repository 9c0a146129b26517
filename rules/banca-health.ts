import { normalizeText } from './text.ts'

/** What the health of a bank is measured on. */
export type MeasuredDomanda = {
  id_ufficiale: string | null
  testo: string
  risposte: readonly string[]
  corretta: number | null
  immagine: string | null
}

/** Two questions of a bank by their indexes. */
export type Pair = [number, number]
export type BancaHealth = {
  domande: number
  without_key: number
  /** Same words in nearly all, and the same right answer. */
  twins: Pair[]
  /** Same words and another right answer. */
  traps: Pair[]
  /** Questions with two equal answers. */
  equal_answers: number[]
  /** Of questions whose answers differ in length: those whose right answer is the only longest, and how many chance would give. */
  longest: { right: number; of: number; chance: number }
  /** How often each printed position is right. */
  positions: number[]
  repeated_numbers: number[]
  missing_numbers: number[]
  /** Characters of question and answers together. */
  length: { median: number; p95: number; longest: number }
}

/** Share of common words for two questions to be near-identical. */
const TWIN = 0.9
/** Questions compared inside one group of words: beyond it the words say nothing. */
const MAX_GROUP = 60
/** Share of the numbers from first to last that must be there for them to be a sequence. */
const SEQUENCE = 0.8
const RARE_WORDS = 4

const plain = (text: string): string =>
  normalizeText(text.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
const wordsOf = (text: string): Set<string> => new Set(plain(text).match(/[\p{L}\p{N}]+/gu) ?? [])

/** Everything that can be told of a bank from its questions alone. */
export function measureBanca(domande: readonly MeasuredDomanda[]): BancaHealth {
  const pairs = findPairs(domande)
  const lengths = domande.map((d) => [d.testo, ...d.risposte].join('').length).sort((a, b) => a - b)
  const at = (share: number) => lengths[Math.min(lengths.length - 1, Math.floor(lengths.length * share))] ?? 0
  const { repeated, missing } = checkNumbers(domande)
  return {
    domande: domande.length,
    without_key: domande.filter((d) => d.corretta === null).length,
    twins: pairs.filter(([a, b]) => rightOf(domande[a]) === rightOf(domande[b])),
    traps: pairs.filter(([a, b]) => isTrap(domande[a], domande[b])),
    equal_answers: domande.flatMap((d, i) => (new Set(d.risposte.map(plain)).size < d.risposte.length ? [i] : [])),
    longest: countLongest(domande),
    positions: [1, 2, 3, 4, 5].map((p) => domande.filter((d) => d.corretta === p).length),
    repeated_numbers: repeated,
    missing_numbers: missing,
    length: { median: at(0.5), p95: at(0.95), longest: at(1) },
  }
}

const rightOf = (d: MeasuredDomanda | undefined): string | null =>
  d === undefined || d.corretta === null ? null : plain(d.risposte[d.corretta - 1] ?? '')

const isTrap = (a: MeasuredDomanda | undefined, b: MeasuredDomanda | undefined): boolean => {
  const [x, y] = [rightOf(a), rightOf(b)]
  return x !== null && y !== null && x !== y
}

/** Pairs of like questions: only those that share a rare word are compared. */
function findPairs(domande: readonly MeasuredDomanda[]): Pair[] {
  const words = domande.map((d) => wordsOf(d.testo))
  const count = new Map<string, number>()
  for (const set of words) for (const word of set) count.set(word, (count.get(word) ?? 0) + 1)
  const groups = new Map<string, number[]>()
  for (const [i, set] of words.entries()) {
    const rare = [...set]
      .sort((a, b) => (count.get(a) ?? 0) - (count.get(b) ?? 0) || (a < b ? -1 : 1))
      .slice(0, RARE_WORDS)
    for (const word of rare) groups.set(word, [...(groups.get(word) ?? []), i])
  }
  const found = new Map<string, Pair>()
  for (const group of groups.values()) {
    if (group.length > MAX_GROUP) continue
    for (const [k, a] of group.entries())
      for (const b of group.slice(k + 1))
        if (isLike(words[a] as Set<string>, words[b] as Set<string>) && domande[a]?.immagine === domande[b]?.immagine)
          found.set(`${a} ${b}`, [a, b])
  }
  return [...found.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1])
}

function isLike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (Math.min(a.size, b.size) < Math.max(a.size, b.size) * TWIN) return false
  const common = [...a].filter((word) => b.has(word)).length
  return common / (a.size + b.size - common) >= TWIN
}

function countLongest(domande: readonly MeasuredDomanda[]): BancaHealth['longest'] {
  let [right, of, chance] = [0, 0, 0]
  for (const { risposte, corretta } of domande) {
    const longest = Math.max(...risposte.map((r) => r.length))
    if (corretta === null || risposte.filter((r) => r.length === longest).length > 1) continue
    of++
    chance += 1 / risposte.length
    if (risposte[corretta - 1]?.length === longest) right++
  }
  return { right, of, chance: Math.round(chance) }
}

function checkNumbers(domande: readonly MeasuredDomanda[]): { repeated: number[]; missing: number[] } {
  const numbers = domande.flatMap((d) => (/^\d{1,7}$/.test(d.id_ufficiale ?? '') ? [Number(d.id_ufficiale)] : []))
  const there = new Set(numbers)
  const repeated = [...new Set(numbers.filter((n, i) => numbers.indexOf(n) !== i))]
  const [first, last] = [Math.min(...there), Math.max(...there)]
  if (there.size < 2 || there.size < (last - first + 1) * SEQUENCE) return { repeated: [], missing: [] }
  const missing = Array.from({ length: last - first + 1 }, (_, i) => first + i).filter((n) => !there.has(n))
  return { repeated, missing }
}
