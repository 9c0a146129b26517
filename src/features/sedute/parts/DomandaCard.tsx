import { useEffect, useRef } from 'react'
import type { Domanda } from '#contract/database'
import { LivelloGlyph } from '../../../components/Livelli.tsx'
import { esercitazioneText as testi } from '../../../text/esercitazione.ts'
import { formatNumber } from '../../../text/formats.ts'
import { livelloName } from '../../../text/livelli.ts'
import { Button } from '../../../ui/Button.tsx'
import { Chip, VisuallyHidden } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconFlag, IconStar } from '../../../ui/icons.ts'
import { marksText } from '../domanda-text.ts'
import type { GivenAnswer } from '../seduta-state.ts'
import { toggleShownPreferita } from '../toggle-preferita.ts'
import type { AnswerOption } from './answer-order.ts'
import { QuestionText } from './DomandaText.tsx'
import css from './domanda.module.css'
import { Figure } from './Figure.tsx'
import { RisposteGroup } from './RisposteGroup.tsx'
import { useStill } from './useStill.ts'

/** Number that a person may look the question up by, as printed by the body. */
export const officialNumber = (d: Domanda): string => d.id_ufficiale ?? formatNumber(d.indice_uff)

/** One question: what it is, its text, its figure, its answers. */
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
  const title = useRef<HTMLHeadingElement>(null)
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next question is read from its top
  useEffect(() => {
    if (!isFirst.current) {
      scrollTo(0, 0)
      title.current?.focus({ preventScroll: true })
    }
    isFirst.current = false
  }, [id_domanda])
  const preferita = statistica.preferiti === 1
  const livello = statistica.livello_conoscenza
  return (
    <article className={cx(css.domanda, domanda.punti && css.graduata)}>
      <div className={css.sopra}>
        <p className={css.meta}>
          {materia !== null && <Chip>{materia}</Chip>}
          <span>{testi.numero_ufficiale(officialNumber(domanda))}</span>
          <span title={testi.livello(livelloName(livello))}>
            <LivelloGlyph livello={livello} />
            <VisuallyHidden>{testi.livello(livelloName(livello))}</VisuallyHidden>
          </span>
          {stato === 'contestata' && <Chip tone="avviso">{testi.contestata}</Chip>}
          {stato === 'annullata' && <Chip tone="avviso">{testi.annullata}</Chip>}
        </p>
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
          <span className={cx(css.stella, preferita && css.piena)}>
            <Button
              variant="fantasma"
              iconOnly
              label={preferita ? testi.togli_preferita : testi.aggiungi_preferita}
              aria-pressed={preferita}
              icon={<IconStar size={20} />}
              onClick={() => void toggleShownPreferita()}
            />
          </span>
        </span>
      </div>
      <h1 className={css.quesito} tabIndex={-1} ref={title}>
        <QuestionText text={domanda.testo} html={domanda.html} />
      </h1>
      {domanda.immagine !== null && (
        <Figure key={`figura ${id_domanda}`} domanda={domanda} number={officialNumber(domanda)} />
      )}
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
    </article>
  )
}
