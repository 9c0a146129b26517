import type { RigaCompletamento } from '#contract/database'

/** A subject as far as its weakness goes. */
type Materia = Pick<RigaCompletamento, 'totale' | 'per_livello'>

/** A subject is weak once enough of it was seen, and at least a third of that is at the two lowest levels. */
const ENOUGH_SEEN = 5
const WEAK_SHARE = 1 / 3

export const countSeen = ({ totale, per_livello }: Materia): number => totale - per_livello[-99]
export const countWeak = ({ per_livello }: Pick<Materia, 'per_livello'>): number => per_livello[-2] + per_livello[-1]
/** Subjects, the one to review first before the others: weak ones, then those of most weak questions, then the most practised. */
export const worstFirst = <M extends Materia & { risposte: number }>(materie: readonly M[]): M[] =>
  [...materie].sort(
    (a, b) => Number(isWeak(b)) - Number(isWeak(a)) || countWeak(b) - countWeak(a) || b.risposte - a.risposte,
  )
export const isWeak = (m: Materia): boolean => countSeen(m) >= ENOUGH_SEEN && countWeak(m) / countSeen(m) >= WEAK_SHARE
