import type { Abitudine } from '#contract/database'
import type { AnswerOption } from '../../../components/seduta/answer-order.ts'
import { martellaText as texts } from '../../../text/martella.ts'
import type { GivenAnswer } from '../seduta-state.ts'
import css from './exercise.module.css'

/** The option that a person picks again and again, by its letter here [MB6]. */
export function HabitLine({
  habit: { risposta, volte, errori },
  given,
  options,
}: {
  habit: Abitudine
  given: GivenAnswer
  options: readonly AnswerOption[]
}) {
  const letter = options.find((o) => o.posizione === risposta)?.letter
  if (letter === undefined) return null
  const say = given.risposta === risposta ? texts.ancora : given.esito === 'corretta' ? texts.presa : texts.altra
  return <p className={css.abitudine}>{say(letter, volte, errori)}</p>
}
