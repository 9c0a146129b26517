import type { RawAnswer } from './raw-question.ts'

/** Grades of a situational question (`efficacia`), in thousandths. */
const GRADES = new Set([750, 375, 0])

/**
 * Points per answer in thousandths when the question is situational: three grades, or at least three different values.
 * Two values are a plain right/wrong question whose points belong to the rules of the exam. A missing one counts 0.
 */
export function findQuestionPoints(risposte: readonly RawAnswer[]): number[] | null {
  const dati = risposte.map((r) => r.punti).filter((p) => p !== null)
  if (dati.length === 0) return null
  const gradi = dati.includes(750) && dati.every((p) => GRADES.has(p))
  return gradi || new Set(dati).size >= 3 ? risposte.map((r) => r.punti ?? 0) : null
}
