import { useEffect } from 'react'
import type { Domanda } from '#contract/database'
import { correctPosition, isUncounted } from '#rules/esito'
import { esercitazioneText as testi } from '../../../text/esercitazione.ts'
import { VisuallyHidden } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconCheck, IconX } from '../../../ui/icons.ts'
import { marksText } from '../domanda-text.ts'
import type { GivenAnswer } from '../seduta-state.ts'
import { type AnswerOption, gradeOf } from './answer-order.ts'
import { AnswerText } from './DomandaText.tsx'
import css from './domanda.module.css'
import { useAnswerGroup } from './useAnswerGroup.ts'

type AnswerMark = { tone: 'ok' | 'errata' | 'neutra'; text: string }

/** What an answer shows once the question was answered; null for the ones that have nothing to say. */
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

/**
 * The answers as one radio group whose arrows only move: answering takes a tap, a letter, Enter or the space bar, so that nobody
 * answers by walking through the answers (WCAG 3.2.2).
 */
export function RisposteGroup({
  domanda,
  options,
  given,
  struckOut,
  strikingOut,
  still,
  onAnswer,
  onStrikeOut,
}: {
  domanda: Domanda
  options: readonly AnswerOption[]
  given: GivenAnswer | null
  /** Options struck out, a bit each. */
  struckOut: number
  /** A tap strikes out instead of answering. */
  strikingOut: boolean
  /** The question has only just appeared: a tap meant for the one before must not answer it. */
  still: boolean
  onAnswer: (posizione: number) => void
  onStrikeOut: (posizione: number) => void
}) {
  const correct = correctPosition(domanda)
  const data = given !== null
  const { rif: ref, onKeyDown, mani, takeBarrata } = useAnswerGroup({ still, answered: data, onStrikeOut: onStrikeOut })
  useEffect(() => {
    // The outcome rises over the foot of the page: the right answer must not end under it.
    if (data) ref.current?.querySelector('[data-giusta]')?.scrollIntoView({ block: 'nearest' })
  }, [data, ref])
  const tabStop = given ? options.findIndex((v) => v.posizione === given.risposta) : 0
  return (
    <div
      ref={ref}
      className={css.risposte}
      role="radiogroup"
      aria-label={testi.risposte}
      aria-disabled={still || undefined}
      onKeyDown={onKeyDown}
    >
      {options.map((v, i) => {
        const mark = given && markOf(domanda, v.posizione, given)
        const own = given?.risposta === v.posizione
        const isStruckOut = given === null && (struckOut & (1 << (v.posizione - 1))) !== 0
        return (
          // biome-ignore lint/a11y/useSemanticElements: a native radio answers on an arrow key
          <button
            key={v.posizione}
            type="button"
            role="radio"
            data-giusta={(data && v.posizione === correct) || undefined}
            aria-checked={own}
            aria-disabled={given !== null || undefined}
            tabIndex={i === tabStop ? 0 : -1}
            className={cx(css.risposta, mark && css[mark.tone], own && css.mia, isStruckOut && css.esclusa)}
            {...mani(v.posizione)}
            onClick={() => {
              if (takeBarrata()) return
              // What was struck out comes back at a tap: an answer already discarded is not given by mistake.
              if (isStruckOut || (strikingOut && !data)) onStrikeOut(v.posizione)
              else onAnswer(v.posizione)
            }}
          >
            <span className={css.lettera}>{v.letter}</span>
            <span className={css.testo}>
              <AnswerText text={v.text} html={domanda.html} />
              {isStruckOut && <VisuallyHidden>, {marksText.esclusa}</VisuallyHidden>}
            </span>
            {mark && (
              <span className={css.segno}>
                {mark.tone === 'ok' ? <IconCheck size={16} /> : mark.tone === 'errata' ? <IconX size={16} /> : null}
                <span>{mark.text}</span>
              </span>
            )}
          </button>
        )
      })}
    </div>
  )
}
