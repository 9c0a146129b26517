import type { AggiornamentoBanca, BancaLocale } from '#contract/database'
import { ChangeLines } from '../../components/UpdateDialog.tsx'
import { forgetUpdate } from '../../domain/downloads.ts'
import { updateText as texts } from '../../text/update.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Muted, Row, Stack } from '../../ui/base.tsx'

/** Shows the changes of an update, with a button that puts them away. */
export default function UpdateCard({
  banca: { id_concorso, concorso },
  changes,
}: {
  banca: BancaLocale
  changes: AggiornamentoBanca
}) {
  return (
    <Card aria-labelledby={`aggiornata-${id_concorso}`}>
      <Stack>
        <h2 id={`aggiornata-${id_concorso}`}>{texts.titolo(concorso)}</h2>
        <div role="status">
          <ChangeLines changes={changes} />
        </div>
        <Muted>{texts.livelli(changes.abbassate)}</Muted>
        <Row>
          <Button onClick={() => forgetUpdate(id_concorso)}>{texts.visto}</Button>
        </Row>
      </Stack>
    </Card>
  )
}
