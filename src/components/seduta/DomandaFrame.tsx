import { type ReactNode, useEffect, useRef } from 'react'
import type { Domanda } from '#contract/database'
import { formatNumber } from '../../text/formats.ts'
import { cx } from '../../ui/cx.ts'
import { QuestionText } from './DomandaText.tsx'
import css from './domanda.module.css'
import { Figure } from './Figure.tsx'

/** Returns the number printed by the body, by which a person may look the question up. */
export const officialNumber = (d: Domanda): string => d.id_ufficiale ?? formatNumber(d.indice_uff)

/** Frame of a question with its meta line, tools, text, figure and answers. Scrolls the next question to its top. */
export function DomandaFrame({
  domanda,
  indice,
  meta,
  tools,
  children,
}: {
  domanda: Domanda
  /** Place of the question, where the same question may follow itself. */
  indice?: number
  /** Origin and state of the question, above the text. */
  meta: ReactNode
  /** Tools beside `meta`. */
  tools: ReactNode
  /** Answers, and the content under them. */
  children: ReactNode
}) {
  const { id_domanda } = domanda
  const title = useRef<HTMLHeadingElement>(null)
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next question is read from its top
  useEffect(() => {
    if (!isFirst.current) {
      scrollTo(0, 0)
      title.current?.focus({ preventScroll: true })
    }
    isFirst.current = false
  }, [id_domanda, indice])
  return (
    <article className={cx(css.domanda, domanda.punti && css.graduata)}>
      <div className={css.sopra}>
        <p className={css.meta}>{meta}</p>
        {tools}
      </div>
      <h1 className={css.quesito} tabIndex={-1} ref={title}>
        <QuestionText text={domanda.testo} html={domanda.html} />
      </h1>
      {domanda.immagine !== null && (
        <Figure key={`figura ${id_domanda}`} domanda={domanda} number={officialNumber(domanda)} />
      )}
      {children}
    </article>
  )
}
