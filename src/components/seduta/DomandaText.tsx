import { Fragment, useLayoutEffect, useRef } from 'react'
import { stripHtml } from '#rules/text'
import { useSanitizer } from '../../ui/useSanitizer.ts'
import css from './domanda.module.css'
import { negativeRanges } from './negative-words.ts'

/** Text of a question or of an answer. HTML is used only when the bank marks it so, and cleaned before it is shown. */
export const AnswerText = ({ text, html }: { text: string; html: boolean }) =>
  html ? <SafeHtml text={text} /> : <span className={css.scritto}>{text}</span>

/** Text of a question with its negations marked, because people overlook them. */
export function QuestionText({ text, html }: { text: string; html: boolean }) {
  if (html) return <SafeHtml text={text} />
  const pieces: { inizio: number; text: string; nega: boolean }[] = []
  let here = 0
  for (const [start, end] of negativeRanges(text)) {
    if (start > here) pieces.push({ inizio: here, text: text.slice(here, start), nega: false })
    pieces.push({ inizio: start, text: text.slice(start, end), nega: true })
    here = end
  }
  pieces.push({ inizio: here, text: text.slice(here), nega: false })
  return (
    <span className={css.scritto}>
      {pieces.map((p) =>
        p.nega ? (
          <em className={css.nega} key={p.inizio}>
            {p.text}
          </em>
        ) : (
          <Fragment key={p.inizio}>{p.text}</Fragment>
        ),
      )}
    </span>
  )
}

function SafeHtml({ text }: { text: string }) {
  const ref = useRef<HTMLSpanElement>(null)
  const sanitize = useSanitizer()
  useLayoutEffect(() => {
    if (sanitize) ref.current?.replaceChildren(sanitize(text))
  }, [sanitize, text])
  if (!sanitize) return <span className={css.scritto}>{stripHtml(text)}</span>
  return <span ref={ref} className={css.html} />
}
