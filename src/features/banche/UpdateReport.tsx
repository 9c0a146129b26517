import { useSnapshot } from 'valtio'
import type { BancaLocale } from '#contract/database'
import { ChangeLines } from '../../components/UpdateDialog.tsx'
import { forgetUpdate, updates } from '../../domain/downloads.ts'
import { updateText as texts } from '../../text/banche.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Muted, Row, Stack } from '../../ui/base.tsx'

/** What an update changed, in numbers, until the person has seen it, where it changed right answers (D19); nothing otherwise. */
export function UpdateReport({ banca: { id_concorso, concorso } }: { banca: BancaLocale }) {
  const changes = useSnapshot(updates).by_banca[id_concorso]
  if (!changes) return null
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
