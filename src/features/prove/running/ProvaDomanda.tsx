import type { ReactNode } from 'react'
import type { Domanda } from '#contract/database'
import { marksOf, type Voce as ProvaMark } from '#rules/prova/machine'
import { AnswerGroup } from '../../../components/seduta/AnswerGroup.tsx'
import type { AnswerOption } from '../../../components/seduta/answer-order.ts'
import { DomandaFrame } from '../../../components/seduta/DomandaFrame.tsx'
import { useStill } from '../../../components/seduta/useStill.ts'
import { esercitazioneText } from '../../../text/esercitazione.ts'
import { provaText as testi } from '../../../text/prova.ts'
import { Button } from '../../../ui/Button.tsx'
import { Chip, Row } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconFlag, IconInfo } from '../../../ui/icons.ts'
import { Menu, type MenuItem } from '../../../ui/Menu.tsx'
import css from './prova.module.css'

/** Question of a trial with its section, text, figure, answers and flag. No outcome shows before delivery. */
export function ProvaDomanda({
  domanda,
  options,
  mark,
  onSheet,
  sezione,
  sezioneName,
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
  /** True when answers are marked as on paper. */
  onSheet: boolean
  /** Name of the question's section, with its time left; null where there is one section only. */
  sezione: ReactNode
  /** Section's name alone, so that a subject of that name is not repeated. */
  sezioneName: string | null
  /** Sentence of the rules on changing an answer. */
  nota: string
  actions: readonly MenuItem[]
  /** True when taps strike out instead of marking. */
  strikingOut: boolean
  onStrikeOutEnd: () => void
  onMark: (posizione: number) => void
  onStrikeOut: (posizione: number) => void
  onReview: () => void
}) {
  const { id_domanda, materia, stato } = domanda
  const still = useStill(id_domanda)
  return (
    <DomandaFrame
      domanda={domanda}
      meta={
        <>
          {sezione}
          {materia !== null && materia !== sezioneName && <Chip>{materia}</Chip>}
          {stato === 'annullata' && <Chip tone="avviso">{esercitazioneText.annullata}</Chip>}
        </>
      }
      tools={
        <div className={css.strumenti}>
          <span className={cx(css.bandiera, mark.da_rivedere && css.alzata)}>
            <Button size="sm" aria-pressed={mark.da_rivedere} icon={<IconFlag size={20} />} onClick={onReview}>
              {testi.da_rivedere}
            </Button>
          </span>
          <Menu label={testi.altre_azioni} items={actions} />
        </div>
      }
    >
      <AnswerGroup
        key={`risposte ${id_domanda}`}
        html={domanda.html}
        options={options}
        chosen={marksOf(mark)}
        onSheet={onSheet}
        still={still}
        struckOutText={testi.barrata}
        lookOf={(posizione) => ({ isStruckOut: mark.escluse.includes(posizione) })}
        onTap={(posizione) => {
          if (!still) (strikingOut ? onStrikeOut : onMark)(posizione)
        }}
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
    </DomandaFrame>
  )
}
