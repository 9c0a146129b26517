import type { ReactNode } from 'react'
import { esercitazioneText as testi } from '../../text/esercitazione.ts'
import { VisuallyHidden } from '../../ui/base.tsx'
import { cx } from '../../ui/cx.ts'
import type { AnswerOption } from './answer-order.ts'
import { AnswerText } from './DomandaText.tsx'
import css from './domanda.module.css'
import { useAnswerGroup } from './useAnswerGroup.ts'

/** Look of an answer, by choice, strike and outcome. */
export type AnswerLook = {
  isStruckOut: boolean
  tone?: 'ok' | 'errata' | 'neutra' | undefined
  /** Sign behind the text. */
  sign?: ReactNode
  /** True for the answer kept in sight once the question was answered. */
  isRight?: boolean
}

/** Roles are given by hand, because a native radio answers on an arrow key. */
const rolesOf = (role: 'radiogroup' | 'group', answerRole: 'radio' | 'checkbox') => ({
  group: (still: boolean) => ({ role, 'aria-label': testi.risposte, 'aria-disabled': still || undefined }),
  answer: (own: boolean) => ({ role: answerRole, 'aria-checked': own }),
})
const RADIOS = rolesOf('radiogroup', 'radio')
const BOXES = rolesOf('group', 'checkbox')

/**
 * Answers as one radio group whose arrows only move. Answering takes a tap, a letter, Enter or the space bar, so that moving
 * through the answers gives none (WCAG 3.2.2). On a paper sheet they are boxes. A long press strikes an answer out.
 */
export function AnswerGroup({
  html,
  options,
  chosen,
  onSheet = false,
  answered = false,
  still,
  struckOutText,
  lookOf,
  onTap,
  onStrikeOut,
}: {
  html: boolean
  options: readonly AnswerOption[]
  /** Printed positions of the chosen answers. */
  chosen: readonly number[]
  /** True on a paper sheet, where each answer is a box of its own, which once marked stays so. */
  onSheet?: boolean
  /** True when no change is possible any more. */
  answered?: boolean
  /** True when the question has only just appeared, so that a tap meant for the one before does not answer it. */
  still: boolean
  /** Announcement of a struck out answer. */
  struckOutText: string
  lookOf: (posizione: number) => AnswerLook
  onTap: (posizione: number, look: AnswerLook) => void
  onStrikeOut: (posizione: number) => void
}) {
  const { ref, onKeyDown, handlers, takeStruckOut } = useAnswerGroup({ still, answered, onStrikeOut })
  const roles = onSheet ? BOXES : RADIOS
  const tabStop = Math.max(
    0,
    options.findIndex((v) => chosen.includes(v.posizione)),
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: `roles.group` gives its role
    <div ref={ref} className={css.risposte} {...roles.group(still)} onKeyDown={onKeyDown}>
      {options.map((v, i) => {
        const look = lookOf(v.posizione)
        const own = chosen.includes(v.posizione)
        return (
          <button
            key={v.posizione}
            type="button"
            {...roles.answer(own)}
            data-posto={i}
            data-giusta={look.isRight || undefined}
            aria-disabled={answered || (onSheet && (own || chosen.length > 1)) || undefined}
            tabIndex={i === tabStop ? 0 : -1}
            className={cx(css.risposta, look.tone && css[look.tone], own && css.mia, look.isStruckOut && css.esclusa)}
            {...handlers(v.posizione)}
            onClick={() => {
              if (!takeStruckOut()) onTap(v.posizione, look)
            }}
          >
            <span className={css.lettera}>{v.letter}</span>
            <span className={css.testo}>
              <AnswerText text={v.text} html={html} />
              {look.isStruckOut && <VisuallyHidden>, {struckOutText}</VisuallyHidden>}
            </span>
            {look.sign}
          </button>
        )
      })}
    </div>
  )
}
