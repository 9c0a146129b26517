import { useSnapshot } from 'valtio'
import { Muted, Stack } from '../../ui/base.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { consoleState } from '../console-session.ts'
import { consoleText } from '../text.ts'
import { GiveFactor } from './GiveFactor.tsx'
import { accessText as texts } from './text.ts'

/** The second factor, once more, before an act on money, deletion, restore or roles. */
export function ConfirmAgain({ onDone }: { onDone: (given: boolean) => void }) {
  const { sessione } = useSnapshot(consoleState)
  if (!sessione) return null
  return (
    <Dialog title={texts.conferma_titolo} cancel={consoleText.annulla} onClose={() => onDone(false)}>
      <Stack>
        <Muted>{texts.conferma_testo}</Muted>
        <GiveFactor
          known={sessione}
          onGiven={(next) => {
            consoleState.sessione = next
            onDone(true)
          }}
        />
      </Stack>
    </Dialog>
  )
}
