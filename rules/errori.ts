/** Errors of one subject, in the order in which they were made; `name` null for questions of none. */
export type ErrorGroup<T> = { id: number | null; name: string | null; errors: T[] }

/** Errors by subject, the subject with most of them first. */
export function groupErrors<T>(
  errors: readonly T[],
  subjectOf: (error: T) => { id_materia: number | null; materia: string | null },
): ErrorGroup<T>[] {
  const groups = new Map<number | null, ErrorGroup<T>>()
  for (const error of errors) {
    const { id_materia, materia } = subjectOf(error)
    const group = groups.get(id_materia) ?? { id: id_materia, name: materia, errors: [] }
    group.errors.push(error)
    groups.set(id_materia, group)
  }
  return [...groups.values()].sort((a, b) => b.errors.length - a.errors.length)
}
