import { useSnapshot } from 'valtio'
import { modesText as testi } from '../../../text/modes.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { PauseCover } from '../parts/PauseCover.tsx'
import comune from '../parts/seduta.module.css'
import { sedutaState } from '../seduta-state.ts'
import type { ModeActions } from './useMode.ts'

const PAUSE_TEXTS = {
  in_pausa: testi.in_pausa,
  titolo: testi.riprendi_quando,
  riprendi: testi.riprendi,
  concludi: testi.concludi,
  esci: testi.dopo,
}

/** Leaving asks first, and the place is kept whatever is chosen [EX3]; the pause covers the question [EX2]. */
export function ModeDialogs({
  mode,
  text,
  onLater = mode.leave,
  onConclude = mode.conclude,
}: {
  mode: ModeActions
  /** What the pause says. */
  text: string
  onLater?: () => void
  onConclude?: () => Promise<void>
}) {
  const { stato } = useSnapshot(sedutaState)
  const conclude = () => void onConclude()
  return (
    <>
      {mode.esce && (
        <Dialog title={testi.uscita_titolo} kind="avviso" onClose={mode.stay}>
          <p>{testi.uscita_testo}</p>
          <div className={comune.vie}>
            <Button variant="primario" data-primo onClick={onLater}>
              {testi.dopo}
            </Button>
            <Button onClick={conclude}>{testi.concludi}</Button>
            <Button variant="fantasma" onClick={mode.stay}>
              {testi.resta}
            </Button>
          </div>
        </Dialog>
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
