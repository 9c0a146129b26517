import type { RigaCompletamento } from '#contract/database'

/** Figures of a subject that its weakness depends on. */
type Materia = Pick<RigaCompletamento, 'totale' | 'per_livello'>

/** Least number of questions seen for a weak subject; at least a third of them is at the two lowest levels. */
const ENOUGH_SEEN = 5
const WEAK_SHARE = 1 / 3

export const countSeen = ({ totale, per_livello }: Materia): number => totale - per_livello[-99]
export const countWeak = ({ per_livello }: Pick<Materia, 'per_livello'>): number => per_livello[-2] + per_livello[-1]
/** Sorts subjects, the first to review first: weak ones, then by weak questions, then by practice. */
export const worstFirst = <M extends Materia & { risposte: number }>(materie: readonly M[]): M[] =>
  [...materie].sort(
    (a, b) => Number(isWeak(b)) - Number(isWeak(a)) || countWeak(b) - countWeak(a) || b.risposte - a.risposte,
  )
export const isWeak = (m: Materia): boolean => countSeen(m) >= ENOUGH_SEEN && countWeak(m) / countSeen(m) >= WEAK_SHARE
