import { normalizeText } from './text.ts'

/** Fields by which two versions of a question are compared. */
export type ComparedDomanda = {
  id_ufficiale: string | null
  testo: string
  risposte: readonly string[]
  corretta: number | null
  immagine: string | null
}

export type BancaDiff = {
  /** For each new question the index of its old one, or null when it is new. */
  matches: (number | null)[]
  unchanged: number
  /** Indexes of new questions: other words, another order of answers or another image. */
  edited: number[]
  /** Indexes of new questions whose right answer changed. */
  keyChanged: number[]
  added: number[]
  /** Indexes of old questions without a successor. */
  removed: number[]
}

/** Share of common words from which two questions of one official number are one question. */
const SAME_NUMBER = 0.6
/** Old questions of one name that a new one is compared with: a number may stand once in each subject. */
const MAX_LOOKED = 64
/** Share of common answers from which two questions of the same words are one question. */
const SAME_ANSWERS = 0.5

const words = (text: string): Set<string> =>
  new Set(normalizeText(text.replace(/<[^>]*>/g, ' ')).match(/[\p{L}\p{N}]+/gu) ?? [])

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0
  const common = [...a].filter((word) => b.has(word)).length
  return common / (a.size + b.size - common)
}

const plain = (text: string): string =>
  normalizeText(text.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
const stemOf = (d: ComparedDomanda): string => `${plain(d.testo)}\n${d.immagine ?? ''}`
const wholeOf = (d: ComparedDomanda): string => `${stemOf(d)}\n${d.risposte.map(plain).sort().join('\n')}`
const rightOf = (d: ComparedDomanda): string | null =>
  d.corretta === null ? null : plain(d.risposte[d.corretta - 1] ?? '')

/** Pool of old questions by a name that several may share. Each is used once, the one of the same number first. */
function createPool(
  old: readonly ComparedDomanda[],
  nameOf: (d: ComparedDomanda) => string | null,
  taken: Set<number>,
) {
  const pool = new Map<string, number[]>()
  for (let i = old.length - 1; i >= 0; i--) {
    const name = nameOf(old[i] as ComparedDomanda)
    if (name === null) continue
    const alike = pool.get(name)
    if (alike) alike.push(i)
    else pool.set(name, [i])
  }
  return (d: ComparedDomanda, fits: (old: ComparedDomanda) => boolean): number | null => {
    const name = nameOf(d)
    const alike = name === null ? [] : (pool.get(name) ?? [])
    // Used ones leave the end: each of a thousand equal questions then costs a few looks.
    while (alike.length > 0 && taken.has(alike[alike.length - 1] as number)) alike.pop()
    const free = alike
      .slice(-MAX_LOOKED)
      .reverse()
      .filter((i) => !taken.has(i) && fits(old[i] as ComparedDomanda))
    const index = free.find((i) => old[i]?.id_ufficiale === d.id_ufficiale) ?? free[0] ?? null
    if (index !== null) taken.add(index)
    return index
  }
}

/**
 * Matches the questions of two versions: equal ones first, then those of one official number and like words, then those of the
 * same words with mostly the same answers. A number alone is no proof: bodies number again each year.
 */
export function diffBanche(old: readonly ComparedDomanda[], next: readonly ComparedDomanda[]): BancaDiff {
  const taken = new Set<number>()
  const matches = next.map((): number | null => null)
  const step = (
    nameOf: (d: ComparedDomanda) => string | null,
    fits: (a: ComparedDomanda, b: ComparedDomanda) => boolean,
  ) => {
    const take = createPool(old, nameOf, taken)
    for (const [i, d] of next.entries()) matches[i] ??= take(d, (other) => fits(other, d))
  }
  step(wholeOf, () => true)
  step(
    (d) => d.id_ufficiale,
    (a, b) =>
      likeness(words([a.testo, ...a.risposte].join(' ')), words([b.testo, ...b.risposte].join(' '))) >= SAME_NUMBER,
  )
  step(stemOf, (a, b) => shareOfAnswers(a, b) >= SAME_ANSWERS)
  return sort(old, next, matches, taken)
}

function shareOfAnswers(a: ComparedDomanda, b: ComparedDomanda): number {
  const before = new Set(a.risposte.map(plain))
  return b.risposte.filter((r) => before.has(plain(r))).length / Math.max(a.risposte.length, b.risposte.length, 1)
}

function sort(
  old: readonly ComparedDomanda[],
  next: readonly ComparedDomanda[],
  matches: (number | null)[],
  taken: ReadonlySet<number>,
): BancaDiff {
  const diff: BancaDiff = { matches, unchanged: 0, edited: [], keyChanged: [], added: [], removed: [] }
  for (const [i, d] of next.entries()) {
    const before = old[matches[i] ?? -1]
    if (!before) diff.added.push(i)
    else if (rightOf(before) !== rightOf(d)) diff.keyChanged.push(i)
    else if (stemOf(before) === stemOf(d) && before.risposte.map(plain).join('\n') === d.risposte.map(plain).join('\n'))
      diff.unchanged++
    else diff.edited.push(i)
  }
  diff.removed = old.flatMap((_, i) => (taken.has(i) ? [] : [i]))
  return diff
}

/** Sign of a mistaken version: it has no key, most keys changed, or most old questions are gone. */
export type UpdateDanger = 'no_keys' | 'keys' | 'questions'

const mostOf = (part: number, whole: number): boolean => part * 2 > whole

/** Dangers that an operator must confirm apart before a version replaces another. */
export function findDangers(
  old: readonly Pick<ComparedDomanda, 'corretta'>[],
  next: readonly Pick<ComparedDomanda, 'corretta'>[],
  { keyChanged, removed, added }: BancaDiff,
): UpdateDanger[] {
  const dangers: UpdateDanger[] = []
  const hasKeys = (bank: readonly Pick<ComparedDomanda, 'corretta'>[]) => bank.some(({ corretta }) => corretta !== null)
  if (hasKeys(old) && !hasKeys(next)) dangers.push('no_keys')
  else if (mostOf(keyChanged.length, next.length - added.length)) dangers.push('keys')
  if (mostOf(removed.length, old.length)) dangers.push('questions')
  return dangers
}

/** Place of a question, beside its text. */
export type PlacedDomanda = { id_ufficiale: string | null; materia: string | null }

/** Remaining questions with another subject, or another official number; by their index in the new version. */
export function findMoved(
  old: readonly PlacedDomanda[],
  next: readonly PlacedDomanda[],
  { matches }: BancaDiff,
): { subject: number[]; number: number[] } {
  const changed = (field: keyof PlacedDomanda) =>
    next.flatMap((d, i) => {
      const before = old[matches[i] ?? -1]
      return before && before[field] !== d[field] ? [i] : []
    })
  return { subject: changed('materia'), number: changed('id_ufficiale') }
}
