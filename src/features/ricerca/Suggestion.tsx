import { ricercaText as texts } from '../../text/ricerca.ts'
import { Button } from '../../ui/Button.tsx'
import { Muted, Row } from '../../ui/base.tsx'

/** Names the words that were meant; one touch puts them into the field [PP5]. */
export function Suggestion({
  query,
  shown,
  typed,
  onSearch,
}: {
  query: string
  /** The questions below are of the suggestion. */
  shown: boolean
  typed: string
  onSearch: (text: string) => void
}) {
  // The quotes of a sentence are no part of what is written.
  const words = typed.includes('"') ? query : query.replaceAll('"', '')
  return (
    <div role="status">
      <Row wrap>
        <span>{texts.forse}</span>
        <Button size="sm" variant="tenue" onClick={() => onSearch(words)}>
          {words}
        </Button>
      </Row>
      {shown && <Muted small>{texts.forse_mostrate(typed)}</Muted>}
    </div>
  )
}
