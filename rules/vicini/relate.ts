import type { Features } from './features.ts'

/** `gemella`: the same question; `trappola`: nearly its stem and another answer; `vicina`: the same point. */
export const VICINO = ['gemella', 'trappola', 'vicina'] as const
export type TipoVicino = (typeof VICINO)[number]

/** Likeness from which two questions are on the same point. */
const NEAR = 0.5
/** Likeness from which two questions of two subjects are on the same point. */
const NEAR_ELSEWHERE = 0.6
/** Words of the matter that a stem needs to differ from others. */
const MIN_STEM = 3
/** Share of common words from which two stems are nearly the same. */
const STEM_TRAP = 0.75

/** Two exercises by pattern have a point in common only where their answers have. */
const onlyPattern = (a: Features, b: Features): boolean =>
  a.kind === 'testo' && a.patterned && b.patterned && !a.rightContent.some((word) => b.rightContent.includes(word))

/**
 * Relation of `b` to `a`; null when they are not near. `cosine`: likeness of stems and right answers by the words of the matter.
 */
export function relate(a: Features, b: Features, cosine: number): TipoVicino | null {
  if (a.image !== b.image) return null
  if (isTwin(a, b)) return 'gemella'
  if (cosine < NEAR) return null
  if (isTrap(a, b)) return 'trappola'
  if (a.kind !== b.kind || a.kind === 'lingua' || onlyPattern(a, b)) return null
  return a.materia === b.materia || cosine >= NEAR_ELSEWHERE ? 'vicina' : null
}

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((token, i) => token === b[i])

function isTwin(a: Features, b: Features): boolean {
  if (a.right === null || a.right !== b.right) return false
  if (!same(a.facts, b.facts) || !same(a.negations, b.negations) || !citesAlike(a, b)) return false
  if (a.kind !== 'testo' || b.kind !== 'testo') return a.exact === b.exact && equalOptions(a, b)
  if (!same(a.content, b.content) && !(a.cited > 0 && b.cited > 0 && same(sorted(a), sorted(b)))) return false
  // A short stem, or a frequent right answer, is too weak alone.
  const told = a.content.length >= MIN_STEM && !a.patterned
  return (
    (told && !(a.generic && a.content.length < 2 * MIN_STEM)) || a.rightContent.length >= MIN_STEM || equalOptions(a, b)
  )
}

/**
 * True when one stem cites the same as the other, or less of it: «ai sensi dell'art. 22 della legge 241/1990», «ai sensi della
 * legge 241/1990».
 */
function citesAlike(a: Features, b: Features): boolean {
  const [few, many] = a.numbers.length <= b.numbers.length ? [a, b] : [b, a]
  return few.numbers.every((n) => many.numbers.includes(n))
}

const sorted = ({ content }: Features): string[] => [...content].sort()

const equalOptions = (a: Features, b: Features): boolean =>
  a.answers.length === b.answers.length && a.answers.every((x) => b.answers.includes(x))
/** True for swapped right answers: the right one of each is among the wrong ones of the other. */
const crossed = (a: Features, b: Features): boolean =>
  a.answers.includes(b.right as string) || b.answers.includes(a.right as string)

function isTrap(a: Features, b: Features): boolean {
  if (a.right === null || b.right === null || a.right === b.right) return false
  // Stem and answers are the same and the keys differ: a trap, also with a short stem.
  if (a.exact === b.exact && equalOptions(a, b)) return true
  if (a.generic || b.generic) return false
  if (a.kind !== 'testo' || b.kind !== 'testo' || a.content.length < MIN_STEM || a.patterned || b.patterned)
    return false
  if (a.measures && b.measures && a.cited + b.cited === 0 && (a.facts.length > 0 || a.bare || b.bare)) return false
  if (a.ranks && same(a.content, b.content)) return false
  return (isOneWordApart(a.content, b.content) || overlap(a.content, b.content) >= STEM_TRAP) && crossed(a, b)
}

/** True when a single word differs, in a stem that is long enough without it. */
const isOneWordApart = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.length > MIN_STEM && a.filter((word, i) => word !== b[i]).length === 1

/** Share of common words of two stems. */
function overlap(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>()
  for (const token of b) left.set(token, (left.get(token) ?? 0) + 1)
  let common = 0
  for (const token of a) {
    const n = left.get(token) ?? 0
    if (n > 0) {
      common++
      left.set(token, n - 1)
    }
  }
  return common / Math.max(1, a.length + b.length - common)
}
