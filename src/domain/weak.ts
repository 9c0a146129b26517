import type { RigaCompletamento } from '#contract/database'

/** Figures of a subject that its weakness depends on. */
type Materia = Pick<RigaCompletamento, 'viste' | 'per_livello'>

/**
 * Adds the count of seen questions where a tab of an earlier build owns the store: its rows have levels alone, which stand
 * for it.
 */
export const withSeen = <R extends Pick<Materia, 'per_livello'> & Partial<Materia>>(row: R): R & Materia => {
  const { viste, per_livello: n } = row
  return { ...row, viste: viste ?? n[-2] + n[-1] + n[0] + n[1] }
}

/** Least number of questions seen for a weak subject; at least a third of them is at the two lowest levels. */
const ENOUGH_SEEN = 5
const WEAK_SHARE = 1 / 3

export const countWeak = ({ per_livello }: Pick<Materia, 'per_livello'>): number => per_livello[-2] + per_livello[-1]
/** Sorts subjects, the first to review first: weak ones, then by weak questions, then by practice. */
export const worstFirst = <M extends Materia & { risposte: number }>(materie: readonly M[]): M[] =>
  [...materie].sort(
    (a, b) => Number(isWeak(b)) - Number(isWeak(a)) || countWeak(b) - countWeak(a) || b.risposte - a.risposte,
  )
export const isWeak = (m: Materia): boolean => m.viste >= ENOUGH_SEEN && countWeak(m) / m.viste >= WEAK_SHARE
