import { ricercaText as texts } from '../../text/ricerca.ts'
import { Button } from '../../ui/Button.tsx'
import { Muted, Row } from '../../ui/base.tsx'

/** Offers the words that were meant; one touch puts them into the field [PP5]. */
export function Suggestion({
  query,
  shown,
  typed,
  onSearch,
}: {
  query: string
  /** True when the questions below are those of the suggestion. */
  shown: boolean
  typed: string
  onSearch: (text: string) => void
}) {
  // Leave out the quotes of a phrase, which the person did not type.
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
