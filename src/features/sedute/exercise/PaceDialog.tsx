import { useSnapshot } from 'valtio'
import { NEXT_PAUSES, preferences, setNextPause } from '../../../domain/preferences.ts'
import { Muted } from '../../../ui/base.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { paceText as testi } from '../domanda-text.ts'

/** Dialog for the time that a right answer stays before the next question opens by itself [EX4]. */
export function PaceDialog({ onClose }: { onClose: () => void }) {
  const { pausa_avanti } = useSnapshot(preferences)
  return (
    <Dialog title={testi.titolo} onClose={onClose}>
      <Muted small>{testi.testo}</Muted>
      <Segmented
        legend={testi.durata}
        legendVisible={false}
        options={NEXT_PAUSES.map((ms) => ({ value: String(ms), text: testi.secondi(ms) }))}
        value={String(pausa_avanti)}
        onSelect={(ms) => setNextPause(Number(ms))}
      />
    </Dialog>
  )
}
