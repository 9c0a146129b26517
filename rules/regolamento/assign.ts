import type { Regolamento } from './types.ts'

/** Section and subject that a question names. */
export type Membership = { sezione?: string | undefined; materia?: string | number | undefined }

/**
 * Place of the section of each question: the named one, else the section of its subject, else, when sections have counts, the
 * sections in their order. Null where none fits.
 */
export function assignSezioni(
  { sezioni }: Pick<Regolamento, 'sezioni'>,
  domande: readonly Membership[],
): (number | null)[] {
  if (sezioni.length === 1)
    return domande.map((d) => (d.sezione === undefined || d.sezione === sezioni[0]?.nome ? 0 : null))
  const byNome = new Map(sezioni.map((s, i) => [s.nome, i]))
  const byMateria = new Map(sezioni.flatMap((s, i) => s.materie.map((m) => [m, i] as const)))
  const inOrder = sezioni.flatMap((s, i) => Array.from({ length: s.domande ?? 0 }, () => i))
  const counts = sezioni.every((s) => s.domande !== null) && inOrder.length === domande.length
  return domande.map((d, i) => {
    if (d.sezione !== undefined) return byNome.get(d.sezione) ?? null
    const found = d.materia === undefined ? undefined : byMateria.get(d.materia)
    return found ?? (counts ? (inOrder[i] ?? null) : null)
  })
}
