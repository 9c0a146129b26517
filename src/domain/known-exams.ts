import { type Esame, esameOfModello } from '#rules/esame'
import { MODELLI } from '#rules/regolamento/modelli'

/** Known competitions that can stand for an exam, in the order of the screen. */
export const KNOWN_EXAMS: readonly Esame[] = MODELLI.flatMap((m) => esameOfModello(m) ?? [])

/** Patterns of bank names that identify the exam of a body. */
const RECOGNISED: readonly [RegExp, string][] = [[/\bripam\b/i, 'ripam-3997-amm-13']]

/** Recognises the exam by the names of a bank and its body; null for an unknown name. */
export function recogniseExam(name: string): Esame | null {
  const id = RECOGNISED.find(([known]) => known.test(name))?.[1]
  const modello = MODELLI.find((m) => m.id === id)
  return modello ? esameOfModello(modello) : null
}
