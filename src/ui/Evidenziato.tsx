import { Fragment, type ReactNode, useLayoutEffect, useRef } from 'react'
import { highlightRanges, stripHtml } from '#rules/testo'
import css from './Evidenziato.module.css'
import { usePulitore } from './usePulitore.ts'

/** Plain text with the terms of a search marked. */
export function Evidenziato({ testo, query }: { testo: string; query: string }) {
  const pezzi: ReactNode[] = []
  let qui = 0
  for (const [inizio, fine] of highlightRanges(testo, query)) {
    if (inizio > qui) pezzi.push(<Fragment key={qui}>{testo.slice(qui, inizio)}</Fragment>)
    pezzi.push(<mark key={inizio}>{testo.slice(inizio, fine)}</mark>)
    qui = fine
  }
  pezzi.push(<Fragment key={qui}>{testo.slice(qui)}</Fragment>)
  return <>{pezzi}</>
}

/** A text whole, as it was written: HTML only when the bank says so, cleaned before it is shown; terms marked in both. */
export const Intero = ({ testo, html, query }: { testo: string; html: boolean; query: string }) =>
  html ? (
    <Html testo={testo} query={query} />
  ) : (
    <span className={css.scritto}>
      <Evidenziato testo={testo} query={query} />
    </span>
  )

function Html({ testo, query }: { testo: string; query: string }) {
  const rif = useRef<HTMLSpanElement>(null)
  const pulisci = usePulitore()
  useLayoutEffect(() => {
    if (!pulisci) return
    const nodi = pulisci(testo)
    markNodes(nodi, query)
    rif.current?.replaceChildren(nodi)
  }, [pulisci, testo, query])
  if (!pulisci) return <Evidenziato testo={stripHtml(testo)} query={query} />
  return <span ref={rif} className={css.html} />
}

/** Wraps the terms of a search inside the text nodes of a fragment; one that runs over a tag stays as it is. */
function markNodes(nodi: DocumentFragment, query: string): void {
  const testi: Text[] = []
  const giro = document.createTreeWalker(nodi, NodeFilter.SHOW_TEXT)
  while (giro.nextNode()) testi.push(giro.currentNode as Text)
  // From the last to the first: splitting leaves the places before it where they were.
  for (const testo of testi)
    for (const [inizio, fine] of highlightRanges(testo.data, query).reverse()) {
      const trovato = testo.splitText(inizio)
      trovato.splitText(fine - inizio)
      const segno = document.createElement('mark')
      trovato.replaceWith(segno)
      segno.append(trovato)
    }
}
