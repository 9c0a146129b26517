import type { Domanda } from '#contract/database'
import type { Voce as ProvaMark } from '#rules/prova/machine'
import { provaText as testi } from '../../../text/prova.ts'
import { VisuallyHidden } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import type { AnswerOption } from '../../sedute/parts/answer-order.ts'
import { AnswerText } from '../../sedute/parts/DomandaText.tsx'
import comune from '../../sedute/parts/domanda.module.css'
import { useAnswerGroup } from '../../sedute/parts/useAnswerGroup.ts'
import css from './prova.module.css'

/**
 * The answers as one radio group whose arrows only move: marking takes a tap, a letter, Enter or the space bar. Nothing is told
 * before delivery. A long press strikes an answer out.
 */
export function ProvaRisposte({
  domanda,
  options,
  mark,
  still,
  onMark,
  onStrikeOut,
}: {
  domanda: Domanda
  options: readonly AnswerOption[]
  mark: ProvaMark
  /** The question has only just appeared: a tap meant for the one before must not mark it. */
  still: boolean
  onMark: (posizione: number) => void
  onStrikeOut: (posizione: number) => void
}) {
  const { rif: ref, onKeyDown, mani, takeBarrata } = useAnswerGroup({ still, onStrikeOut })
  const markedIndex = options.findIndex((v) => v.posizione === mark.risposta)
  return (
    <div
      ref={ref}
      className={comune.risposte}
      role="radiogroup"
      aria-label={testi.risposte}
      aria-disabled={still || undefined}
      onKeyDown={onKeyDown}
    >
      {options.map((v, i) => {
        const own = mark.risposta === v.posizione
        const struckOut = mark.escluse.includes(v.posizione)
        return (
          // biome-ignore lint/a11y/useSemanticElements: a native radio answers on an arrow key
          <button
            key={v.posizione}
            type="button"
            role="radio"
            data-posto={i}
            aria-checked={own}
            tabIndex={i === Math.max(0, markedIndex) ? 0 : -1}
            className={cx(comune.risposta, own && comune.mia, struckOut && css.esclusa)}
            {...mani(v.posizione)}
            onClick={() => {
              if (!takeBarrata() && !still) onMark(v.posizione)
            }}
          >
            <span className={comune.lettera}>{v.letter}</span>
            <span className={comune.testo}>
              <AnswerText text={v.text} html={domanda.html} />
              {struckOut && <VisuallyHidden>, {testi.barrata}</VisuallyHidden>}
            </span>
          </button>
        )
      })}
    </div>
  )
}
