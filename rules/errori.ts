import { citedAct } from './atto-citato.ts'

/** A question as far as its likeness to others goes. */
export type Likened = { id_materia: number | null; materia: string | null; testo: string }
/** Errors that cite the same act; `act` null for those that share none with another error. */
export type AlikeErrors<T> = { act: string | null; errors: T[] }
/** Errors of one subject; `name` null for questions of none. */
export type ErrorGroup<T> = { id: number | null; name: string | null; n: number; alike: AlikeErrors<T>[] }

/** Errors by subject, then by the act that two or more of them cite; most first, each in the order in which they were made. */
export function groupErrors<T>(errors: readonly T[], questionOf: (error: T) => Likened): ErrorGroup<T>[] {
  const bySubject = collect(errors, (e) => questionOf(e).id_materia)
  return bySubject.map(([id, own]) => ({
    id,
    name: questionOf(own[0] as T).materia,
    n: own.length,
    alike: byAct(own, (e) => questionOf(e).testo),
  }))
}

function byAct<T>(errors: readonly T[], textOf: (error: T) => string): AlikeErrors<T>[] {
  const cited = collect(errors, (e) => citedAct(textOf(e)))
  const shared = cited.filter(([act, own]) => act !== null && own.length > 1)
  const acts = new Set(shared.map(([act]) => act))
  const rest = errors.filter((e) => !acts.has(citedAct(textOf(e))))
  return [
    ...shared.map(([act, own]) => ({ act, errors: own })),
    ...(rest.length > 0 ? [{ act: null, errors: rest }] : []),
  ]
}

/** Things by a key of theirs, most first. */
function collect<T, K>(things: readonly T[], keyOf: (thing: T) => K): [K, T[]][] {
  const found = new Map<K, T[]>()
  for (const thing of things) {
    const key = keyOf(thing)
    found.set(key, [...(found.get(key) ?? []), thing])
  }
  return [...found].sort(([, a], [, b]) => b.length - a.length)
}
