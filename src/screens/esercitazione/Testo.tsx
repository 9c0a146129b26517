import { Fragment, useLayoutEffect, useRef } from 'react'
import { stripHtml } from '#rules/text'
import { useSanitizer } from '../../ui/useSanitizer.ts'
import css from './domanda.module.css'
import { negativeRanges } from './enfasi.ts'

/** Text of a question or of an answer; HTML only when the bank says so, cleaned before it is shown. */
export const Testo = ({ testo, html }: { testo: string; html: boolean }) =>
  html ? <Html testo={testo} /> : <span className={css.scritto}>{testo}</span>

/** The text of a question: words that deny are marked, because they are what people overlook. */
export function Quesito({ testo, html }: { testo: string; html: boolean }) {
  if (html) return <Html testo={testo} />
  const pezzi: { inizio: number; testo: string; nega: boolean }[] = []
  let qui = 0
  for (const [inizio, fine] of negativeRanges(testo)) {
    if (inizio > qui) pezzi.push({ inizio: qui, testo: testo.slice(qui, inizio), nega: false })
    pezzi.push({ inizio, testo: testo.slice(inizio, fine), nega: true })
    qui = fine
  }
  pezzi.push({ inizio: qui, testo: testo.slice(qui), nega: false })
  return (
    <span className={css.scritto}>
      {pezzi.map((p) =>
        p.nega ? (
          <em className={css.nega} key={p.inizio}>
            {p.testo}
          </em>
        ) : (
          <Fragment key={p.inizio}>{p.testo}</Fragment>
        ),
      )}
    </span>
  )
}

function Html({ testo }: { testo: string }) {
  const rif = useRef<HTMLSpanElement>(null)
  const pulisci = useSanitizer()
  useLayoutEffect(() => {
    if (pulisci) rif.current?.replaceChildren(pulisci(testo))
  }, [pulisci, testo])
  if (!pulisci) return <span className={css.scritto}>{stripHtml(testo)}</span>
  return <span ref={rif} className={css.html} />
}
