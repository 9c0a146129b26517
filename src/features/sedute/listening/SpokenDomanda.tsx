import type { Domanda } from '#contract/database'
import { correctPosition } from '#rules/esito'
import { officialNumber } from '../../../components/seduta/DomandaFrame.tsx'
import { AnswerText, QuestionText } from '../../../components/seduta/DomandaText.tsx'
import { Figure } from '../../../components/seduta/Figure.tsx'
import { cx } from '../../../ui/cx.ts'
import css from '../modes/modes.module.css'
import { DomandaMeta } from '../modes/ReadDomanda.tsx'
import type { Piece, SpokenContent } from './phrases.ts'

/** What is being said, to follow with the eyes; the right answer appears when the voice comes to it. */
export function SpokenDomanda({
  domanda,
  spokenContent,
  part,
  upTo,
  pieces,
}: {
  domanda: Domanda
  spokenContent: SpokenContent
  /** 0 the question, then the answers; null while nothing is said. */
  part: number | null
  /** How many pieces were said. */
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
            // biome-ignore lint/suspicious/noArrayIndexKey: printed positions are what they are
            <div key={i} className={cx(css.detta, part === i + 1 && css.dicendo)}>
              <AnswerText text={text} html={domanda.html} />
            </div>
          )
        )
      })}
    </>
  )
}
