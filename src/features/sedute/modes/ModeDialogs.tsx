import { useSnapshot } from 'valtio'
import { LeaveDialog } from '../../../components/seduta/LeaveDialog.tsx'
import { PauseCover } from '../../../components/seduta/PauseCover.tsx'
import { modesText as testi } from '../../../text/modes.ts'
import { sedutaState } from '../seduta-state.ts'
import type { ModeActions } from './useMode.ts'

const PAUSE_TEXTS = {
  in_pausa: testi.in_pausa,
  titolo: testi.riprendi_quando,
  riprendi: testi.riprendi,
  concludi: testi.concludi,
  esci: testi.dopo,
}

/** Dialogs of a mode. Leaving asks first and keeps the place whatever is chosen [EX3]; the pause covers the question [EX2]. */
export function ModeDialogs({
  mode,
  text,
  onLater = mode.leave,
  onConclude = mode.conclude,
}: {
  mode: ModeActions
  /** Text of the pause. */
  text: string
  onLater?: () => void
  onConclude?: () => Promise<void>
}) {
  const { stato } = useSnapshot(sedutaState)
  const conclude = () => void onConclude()
  return (
    <>
      {mode.esce && (
        <LeaveDialog
          title={testi.uscita_titolo}
          text={testi.uscita_testo}
          ways={[
            { text: testi.dopo, onSelect: onLater, variant: 'primario' },
            { text: testi.concludi, onSelect: conclude },
            { text: testi.resta, onSelect: mode.stay, variant: 'fantasma' },
          ]}
          onStay={mode.stay}
        />
      )}
      {stato === 'in_pausa' && (
        <PauseCover
          texts={PAUSE_TEXTS}
          testo={text}
          onRiprendi={mode.resume}
          onConcludi={conclude}
          onEsci={mode.leave}
        />
      )}
    </>
  )
}
