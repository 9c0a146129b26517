import { type ReactNode, useEffect, useRef } from 'react'
import type { Domanda } from '#contract/database'
import type { Voce as ProvaMark } from '#rules/prova/machine'
import { esercitazioneText } from '../../../text/esercitazione.ts'
import { formatNumber } from '../../../text/formats.ts'
import { provaText as testi } from '../../../text/prova.ts'
import { Button } from '../../../ui/Button.tsx'
import { Chip, Row } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconFlag, IconInfo } from '../../../ui/icons.ts'
import { Menu, type MenuItem } from '../../../ui/Menu.tsx'
import type { AnswerOption } from '../../sedute/parts/answer-order.ts'
import { QuestionText } from '../../sedute/parts/DomandaText.tsx'
import comune from '../../sedute/parts/domanda.module.css'
import { Figure } from '../../sedute/parts/Figure.tsx'
import { useStill } from '../../sedute/parts/useStill.ts'
import { ProvaRisposte } from './ProvaRisposte.tsx'
import css from './prova.module.css'

/** One question of a trial: where it belongs, its text, its figure, its answers, the flag. */
export function ProvaDomanda({
  domanda,
  options,
  mark,
  sezione,
  nota,
  actions,
  strikingOut,
  onStrikeOutEnd,
  onMark,
  onStrikeOut,
  onReview,
}: {
  domanda: Domanda
  options: readonly AnswerOption[]
  mark: ProvaMark
  /** Name of its section, with what is left of its time; null where there is one section only. */
  sezione: ReactNode
  /** What the rules say of changing an answer. */
  nota: string
  actions: readonly MenuItem[]
  /** Taps strike out instead of marking. */
  strikingOut: boolean
  onStrikeOutEnd: () => void
  onMark: (posizione: number) => void
  onStrikeOut: (posizione: number) => void
  onReview: () => void
}) {
  const { id_domanda, materia, stato } = domanda
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
  return (
    <article className={comune.domanda}>
      <div className={css.sopra}>
        <p className={comune.meta}>
          {sezione}
          {materia !== null && <Chip>{materia}</Chip>}
          {stato === 'annullata' && <Chip tone="avviso">{esercitazioneText.annullata}</Chip>}
        </p>
        <div className={css.strumenti}>
          <span className={cx(css.bandiera, mark.da_rivedere && css.alzata)}>
            <Button size="sm" aria-pressed={mark.da_rivedere} icon={<IconFlag size={20} />} onClick={onReview}>
              {testi.da_rivedere}
            </Button>
          </span>
          <Menu label={testi.altre_azioni} items={actions} />
        </div>
      </div>
      <h1 className={comune.quesito} tabIndex={-1} ref={title}>
        <QuestionText text={domanda.testo} html={domanda.html} />
      </h1>
      {domanda.immagine !== null && (
        <Figure
          key={`figura ${id_domanda}`}
          domanda={domanda}
          number={domanda.id_ufficiale ?? formatNumber(domanda.indice_uff)}
        />
      )}
      <ProvaRisposte
        key={`risposte ${id_domanda}`}
        domanda={domanda}
        options={options}
        mark={mark}
        still={still}
        onMark={strikingOut ? onStrikeOut : onMark}
        onStrikeOut={onStrikeOut}
      />
      <Row spread className={css.nota}>
        <p role="status">
          <IconInfo size={16} />
          <span>{strikingOut ? testi.barra_come : nota}</span>
        </p>
        {strikingOut && (
          <Button size="sm" onClick={onStrikeOutEnd}>
            {testi.barra_fine}
          </Button>
        )}
      </Row>
    </article>
  )
}
