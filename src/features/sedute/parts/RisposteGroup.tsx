import type { Domanda } from '#contract/database'
import { correctPosition, isUncounted } from '#rules/esito'
import { AnswerGroup, type AnswerLook } from '../../../components/seduta/AnswerGroup.tsx'
import { type AnswerOption, gradeOf } from '../../../components/seduta/answer-order.ts'
import css from '../../../components/seduta/domanda.module.css'
import { esercitazioneText as testi } from '../../../text/esercitazione.ts'
import { IconCheck, IconX } from '../../../ui/icons.ts'
import { marksText } from '../domanda-text.ts'
import type { GivenAnswer } from '../seduta-state.ts'

type AnswerMark = { tone: 'ok' | 'errata' | 'neutra'; text: string }

/** Returns the mark of an answer once the question was answered; null for an answer without one. */
function markOf(domanda: Domanda, posizione: number, given: GivenAnswer): AnswerMark | null {
  const own = given.risposta === posizione
  const { punti } = domanda
  const notCounted = isUncounted(domanda, given)
  if (punti && punti.length > 0) {
    const grade = gradeOf(punti, posizione)
    const name = { migliore: testi.piu_efficace, media: testi.neutra, peggiore: testi.meno_efficace }[grade]
    const tone = notCounted
      ? 'neutra'
      : grade === 'migliore'
        ? 'ok'
        : own
          ? grade === 'peggiore'
            ? 'errata'
            : 'neutra'
          : 'neutra'
    return { tone, text: `${own ? `${testi.tua} · ` : ''}${name} · ${testi.punti(punti[posizione - 1] ?? 0)}` }
  }
  const correct = correctPosition(domanda)
  if (notCounted) {
    const said = [own && testi.tua, correct === posizione && testi.pubblicata].filter((said) => said !== false)
    return said.length === 0 ? null : { tone: 'neutra', text: said.join(' · ') }
  }
  if (correct === posizione) return { tone: 'ok', text: testi.corretta }
  if (!own) return null
  return { tone: correct === null ? 'neutra' : 'errata', text: testi.tua }
}

export type RisposteProps = {
  domanda: Domanda
  options: readonly AnswerOption[]
  given: GivenAnswer | null
  /** Options struck out, a bit each. */
  struckOut: number
  /** True when a tap strikes out instead of answering. */
  strikingOut: boolean
  still: boolean
  onAnswer: (posizione: number) => void
  onStrikeOut: (posizione: number) => void
}

/** Answers of an exercise; after the outcome each shows its worth. */
export function RisposteGroup({
  domanda,
  options,
  given,
  struckOut,
  strikingOut,
  still,
  onAnswer,
  onStrikeOut,
}: RisposteProps) {
  const correct = correctPosition(domanda)
  const lookOf = (posizione: number): AnswerLook => {
    if (!given) return { isStruckOut: (struckOut & (1 << (posizione - 1))) !== 0 }
    const mark = markOf(domanda, posizione, given)
    return { isStruckOut: false, isRight: posizione === correct, tone: mark?.tone, sign: mark && <Sign mark={mark} /> }
  }
  return (
    <AnswerGroup
      html={domanda.html}
      options={options}
      chosen={given ? [given.risposta] : []}
      answered={given !== null}
      still={still}
      struckOutText={marksText.esclusa}
      lookOf={lookOf}
      onTap={(posizione, { isStruckOut }) => {
        // Restore a struck out answer at a tap, so that a discarded one is not given by mistake.
        if (isStruckOut || (strikingOut && !given)) onStrikeOut(posizione)
        else onAnswer(posizione)
      }}
      onStrikeOut={onStrikeOut}
    />
  )
}

const Sign = ({ mark: { tone, text } }: { mark: AnswerMark }) => (
  <span className={css.segno}>
    {tone === 'ok' ? <IconCheck size={16} /> : tone === 'errata' ? <IconX size={16} /> : null}
    <span>{text}</span>
  </span>
)
