import type { Domanda } from '#contract/database'
import { LivelloGlyph } from '../../../components/Livelli.tsx'
import { esercitazioneText as testi } from '../../../text/esercitazione.ts'
import { livelloName } from '../../../text/livelli.ts'
import { Button } from '../../../ui/Button.tsx'
import { Chip, VisuallyHidden } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconFlag } from '../../../ui/icons.ts'
import { marksText } from '../domanda-text.ts'
import type { GivenAnswer } from '../seduta-state.ts'
import type { AnswerOption } from './answer-order.ts'
import { DomandaFrame, officialNumber } from './DomandaFrame.tsx'
import css from './domanda.module.css'
import { RisposteGroup } from './RisposteGroup.tsx'
import { StarButton } from './StarButton.tsx'
import { useStill } from './useStill.ts'

/** One question of an exercise, with its number, its level, its flag and its star. */
export function DomandaCard({
  domanda,
  options,
  given,
  da_rivedere,
  struckOut,
  strikingOut,
  onAnswer,
  onStrikeOut,
  onReview,
}: {
  domanda: Domanda
  options: readonly AnswerOption[]
  given: GivenAnswer | null
  da_rivedere: boolean
  struckOut: number
  strikingOut: boolean
  onAnswer: (posizione: number) => void
  onStrikeOut: (posizione: number) => void
  onReview: () => void
}) {
  const { id_domanda, materia, stato, statistica } = domanda
  const still = useStill(id_domanda)
  const livello = statistica.livello_conoscenza
  return (
    <DomandaFrame
      domanda={domanda}
      meta={
        <>
          {materia !== null && <Chip>{materia}</Chip>}
          <span>{testi.numero_ufficiale(officialNumber(domanda))}</span>
          <span title={testi.livello(livelloName(livello))}>
            <LivelloGlyph livello={livello} />
            <VisuallyHidden>{testi.livello(livelloName(livello))}</VisuallyHidden>
          </span>
          {stato === 'contestata' && <Chip tone="avviso">{testi.contestata}</Chip>}
          {stato === 'annullata' && <Chip tone="avviso">{testi.annullata}</Chip>}
        </>
      }
      tools={
        <span className={css.segni}>
          <span className={cx(da_rivedere && css.bandiera)}>
            <Button
              variant="fantasma"
              iconOnly
              label={da_rivedere ? marksText.non_rivedere : marksText.rivedi}
              aria-pressed={da_rivedere}
              icon={<IconFlag size={20} />}
              onClick={onReview}
            />
          </span>
          <StarButton preferita={statistica.preferiti === 1} />
        </span>
      }
    >
      <RisposteGroup
        key={`risposte ${id_domanda}`}
        domanda={domanda}
        options={options}
        given={given}
        still={still && given === null}
        struckOut={struckOut}
        strikingOut={strikingOut}
        onAnswer={(posizione) => !still && onAnswer(posizione)}
        onStrikeOut={(posizione) => !still && onStrikeOut(posizione)}
      />
    </DomandaFrame>
  )
}
