import { citedAct } from './atto-citato.ts'

/** Fields of a question on which its likeness to others depends. */
export type Likened = { id_domanda?: number; id_materia: number | null; materia: string | null; testo: string }
/** Two questions near each other (rules/vicini). */
export type NearPair = readonly [id_domanda: number, other: number]
/** Errors on one point (`near`), or that cite the same act; `act` null for errors that share none with another. */
export type AlikeErrors<T> = { near: boolean; act: string | null; errors: T[] }
/** Errors of one subject; `name` null for questions of none. */
export type ErrorGroup<T> = { id: number | null; name: string | null; n: number; alike: AlikeErrors<T>[] }

/**
 * Groups errors by subject, then by the point that two or more of them are on, the others by the act that two or more of them
 * cite. Most first, each group in the order of the errors [OG7][VC8].
 */
export function groupErrors<T>(
  errors: readonly T[],
  questionOf: (error: T) => Likened,
  near: readonly NearPair[] = [],
): ErrorGroup<T>[] {
  const bySubject = collect(errors, (e) => questionOf(e).id_materia)
  return bySubject.map(([id, own]) => ({
    id,
    name: questionOf(own[0] as T).materia,
    n: own.length,
    alike: byPoint(own, questionOf, near),
  }))
}

function byPoint<T>(
  errors: readonly T[],
  questionOf: (error: T) => Likened,
  near: readonly NearPair[],
): AlikeErrors<T>[] {
  const idOf = (e: T) => questionOf(e).id_domanda ?? 0
  const points = new Map(errors.map((e) => [idOf(e), idOf(e)]))
  const pointOf = (id: number): number => (points.get(id) === id ? id : pointOf(points.get(id) as number))
  for (const [a, b] of near) if (points.has(a) && points.has(b)) points.set(pointOf(a), pointOf(b))
  const shared = collect(errors, (e) => pointOf(idOf(e))).filter(([id, own]) => id !== 0 && own.length > 1)
  const gathered = new Set(shared.flatMap(([, own]) => own))
  const rest = errors.filter((e) => !gathered.has(e))
  return [
    ...shared.map(([, own]) => ({ near: true, act: null, errors: own })),
    ...byAct(rest, (e) => questionOf(e).testo),
  ]
}

function byAct<T>(errors: readonly T[], textOf: (error: T) => string): AlikeErrors<T>[] {
  const cited = collect(errors, (e) => citedAct(textOf(e)))
  const shared = cited.filter(([act, own]) => act !== null && own.length > 1)
  const acts = new Set(shared.map(([act]) => act))
  const rest = errors.filter((e) => !acts.has(citedAct(textOf(e))))
  return [
    ...shared.map(([act, own]) => ({ near: false, act, errors: own })),
    ...(rest.length > 0 ? [{ near: false, act: null, errors: rest }] : []),
  ]
}

/** Groups items by a key, most first. */
function collect<T, K>(things: readonly T[], keyOf: (thing: T) => K): [K, T[]][] {
  const found = new Map<K, T[]>()
  for (const thing of things) {
    const key = keyOf(thing)
    found.set(key, [...(found.get(key) ?? []), thing])
  }
  return [...found].sort(([, a], [, b]) => b.length - a.length)
}
