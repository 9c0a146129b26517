import type { AggiornamentoBanca } from '#contract/database'
import { updateText as texts } from '../text/update.ts'
import { Button } from '../ui/Button.tsx'
import { Muted } from '../ui/base.tsx'
import { Dialog } from '../ui/Dialog.tsx'

/** Dialog with the changes of a bank's update in numbers, which waits for the person's consent (D19) [BK9]. */
export default function UpdateDialog({
  name,
  changes,
  onAnswer,
}: {
  name: string
  changes: AggiornamentoBanca
  onAnswer: (yes: boolean) => void
}) {
  return (
    <Dialog
      title={texts.domanda(name)}
      onClose={() => onAnswer(false)}
      cancel={texts.non_ora}
      actions={
        <Button variant="primario" data-primo onClick={() => onAnswer(true)}>
          {texts.aggiorna}
        </Button>
      }
    >
      <p>{texts.con_la_nuova}</p>
      <ChangeLines changes={changes} />
      <p>{texts.livelli_prima(changes.abbassate)}</p>
      <Muted small>{texts.non_ora_nota}</Muted>
    </Dialog>
  )
}

/** Figures of an update, one line each. */
export const ChangeLines = ({ changes }: { changes: AggiornamentoBanca }) => (
  <ul>
    {texts.righe(changes).map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)
