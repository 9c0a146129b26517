import type { Esame } from '#rules/esame'
import { MODELLI } from '#rules/regolamento/modelli'
import { formOfEsame, numbersOfEsame } from '../vero/form-vero.ts'
import { type AvailableMateria, apportion, EMPTY_FORM, type FormNumbers, type FormState } from './form-state.ts'

/** Questions of a trial when nothing else decides. */
export const OPENING_DOMANDE = 40
const OPENING_MINUTES = 60

/**
 * Returns a new form, ready to begin. Uses the rules of the bank's exam where it is known and the bank is large enough for it
 * [CT4]. Else takes 40 questions in proportion to the subjects, or all where there are fewer, at a minute and a half each.
 */
export function openingForm(available: readonly AvailableMateria[], esame: Esame | null): FormState {
  const known = esame && formOfEsame(esame, available)
  const quote = known?.quote ?? apportion(OPENING_DOMANDE, available, (d) => d.n)
  const n = Object.values(quote).reduce((a, b) => a + b, 0)
  const minuti = String(Math.max(1, Math.ceil((OPENING_MINUTES * n) / OPENING_DOMANDE)))
  if (!known) return { ...EMPTY_FORM, quote, minuti }
  const modello = MODELLI.find(({ nome }) => nome === esame.fonte)?.id ?? EMPTY_FORM.modello
  // Allow a pause, which only the exam forbids.
  return { ...known, modello, pausa: EMPTY_FORM.pausa, ...(esame.durata === undefined && { minuti }) }
}

/** Returns true when the three scores and the threshold of a form are those of an exam. */
export function isRuledBy({ origine, numeri }: FormState, esame: Esame): boolean {
  const own = numbersOfEsame(esame)
  return origine === 'numeri' && (Object.keys(own) as (keyof FormNumbers)[]).every((name) => numeri[name] === own[name])
}
