import type { Domanda } from '#contract/database'
import { correctPosition } from '#rules/esito'
import { officialNumber } from '../../../components/seduta/DomandaFrame.tsx'
import { AnswerText, QuestionText } from '../../../components/seduta/DomandaText.tsx'
import { Figure } from '../../../components/seduta/Figure.tsx'
import { cx } from '../../../ui/cx.ts'
import css from '../modes/modes.module.css'
import { DomandaMeta } from '../modes/ReadDomanda.tsx'
import type { Piece, SpokenContent } from './phrases.ts'

/** Text being spoken, to follow with the eyes; the right answer appears when the voice reaches it. */
export function SpokenDomanda({
  domanda,
  spokenContent,
  part,
  upTo,
  pieces,
}: {
  domanda: Domanda
  spokenContent: SpokenContent
  /** Part in speech, 0 for the question, then the answers; null in silence. */
  part: number | null
  /** Number of pieces spoken. */
  upTo: number
  pieces: readonly Piece[]
}) {
  const correct = correctPosition(domanda)
  const spokenParts = new Set(pieces.slice(0, upTo + 1).flatMap((p) => (p.kind === 'voce' ? [p.part] : [])))
  return (
    <>
      <DomandaMeta domanda={domanda} />
      <div className={cx(css.detta, part === 0 && css.dicendo)}>
        <h1 className={css.grande}>
          <QuestionText text={domanda.testo} html={domanda.html} />
        </h1>
      </div>
      {domanda.immagine !== null && <Figure domanda={domanda} number={officialNumber(domanda)} />}
      {domanda.risposte.map((text, i) => {
        const view =
          spokenContent === 'risposte' || (spokenContent === 'giusta' && correct === i + 1 && spokenParts.has(i + 1))
        return (
          view && (
            // biome-ignore lint/suspicious/noArrayIndexKey: printed positions never move
            <div key={i} className={cx(css.detta, part === i + 1 && css.dicendo)}>
              <AnswerText text={text} html={domanda.html} />
            </div>
          )
        )
      })}
    </>
  )
}
