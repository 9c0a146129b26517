import type { Esame } from '#rules/esame'
import {
  type AvailableMateria,
  apportion,
  EMPTY_FORM,
  type FormNumbers,
  type FormState,
  timeFields,
} from '../nuova/form-state.ts'

const typed = (thousandths: number): string => String(thousandths / 1000).replace('.', ',')

/** Returns the three scores and the threshold of an exam, as typed. */
export const numbersOfEsame = (esame: Esame): FormNumbers => ({
  corretta: typed(esame.corretta),
  sbagliata: typed(esame.sbagliata),
  omessa: typed(esame.omessa ?? 0),
  soglia: esame.soglia === null ? '' : typed(esame.soglia),
})

/**
 * Returns a trial like the exam, without a pause [CT4]. Number of questions, quotas, points (of a blank and a double mark too),
 * threshold and known time are the exam's. Null where the bank has fewer questions than the exam asks. `foglio` is true for a
 * trial as on paper.
 */
export function formOfEsame(esame: Esame, available: readonly AvailableMateria[], foglio = false): FormState | null {
  const quotas = new Map(esame.quote)
  const named = new Map(available.map((m) => [m.id_materia, Math.min(m.n, quotas.get(m.id_materia) ?? 0)]))
  const left = available.map((m) => ({ ...m, n: m.n - (named.get(m.id_materia) ?? 0) }))
  const rest = esame.domande - [...named.values()].reduce((sum, n) => sum + n, 0)
  if (rest > left.reduce((sum, m) => sum + m.n, 0)) return null
  const more = apportion(rest, left, (m) => m.n)
  return {
    ...EMPTY_FORM,
    quote: Object.fromEntries([...named].map(([id, n]) => [id, n + (more[id] ?? 0)])),
    ...(esame.durata === undefined ? {} : timeFields(esame.durata)),
    numeri: numbersOfEsame(esame),
    pausa: false,
    foglio,
    multipla: esame.multipla ?? 'omessa',
  }
}
