import { Fragment, type ReactNode, useLayoutEffect, useRef } from 'react'
import { highlightRanges, stripHtml } from '#rules/text'
import { useSanitizer } from '../../ui/useSanitizer.ts'
import css from './Highlighted.module.css'

/** Plain text with the terms of a search marked. */
export function Highlighted({ text, query }: { text: string; query: string }) {
  const pieces: ReactNode[] = []
  let from = 0
  for (const [start, end] of highlightRanges(text, query)) {
    if (start > from) pieces.push(<Fragment key={from}>{text.slice(from, start)}</Fragment>)
    pieces.push(<mark key={start}>{text.slice(start, end)}</mark>)
    from = end
  }
  pieces.push(<Fragment key={from}>{text.slice(from)}</Fragment>)
  return <>{pieces}</>
}

/** Full text as written, with the terms marked. HTML is used only when the bank marks it so, and cleaned before it is shown. */
export const FullText = ({ text, html, query }: { text: string; html: boolean; query: string }) =>
  html ? (
    <Html text={text} query={query} />
  ) : (
    <span className={css.scritto}>
      <Highlighted text={text} query={query} />
    </span>
  )

function Html({ text, query }: { text: string; query: string }) {
  const ref = useRef<HTMLSpanElement>(null)
  const clean = useSanitizer()
  useLayoutEffect(() => {
    if (!clean) return
    const nodes = clean(text)
    markNodes(nodes, query)
    ref.current?.replaceChildren(nodes)
  }, [clean, text, query])
  if (!clean) return <Highlighted text={stripHtml(text)} query={query} />
  return <span ref={ref} className={css.html} />
}

/** Wraps the terms of a search inside the text nodes of a fragment; a term that runs over a tag stays unmarked. */
function markNodes(nodes: DocumentFragment, query: string): void {
  const texts: Text[] = []
  const from = document.createTreeWalker(nodes, NodeFilter.SHOW_TEXT)
  while (from.nextNode()) texts.push(from.currentNode as Text)
  // Go from the last to the first, because a split moves only the places after it.
  for (const text of texts)
    for (const [start, end] of highlightRanges(text.data, query).reverse()) {
      const found = text.splitText(start)
      found.splitText(end - start)
      const mark = document.createElement('mark')
      found.replaceWith(mark)
      mark.append(found)
    }
}
