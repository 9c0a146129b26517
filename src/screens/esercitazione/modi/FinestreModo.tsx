import { useSnapshot } from 'valtio'
import { sedutaState } from '../../../features/sedute/seduta-state.ts'
import { modesText as testi } from '../../../text/modes.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Pausa } from '../Pausa.tsx'
import comune from '../seduta.module.css'
import type { Modo } from './useModo.ts'

const PAUSA = {
  in_pausa: testi.in_pausa,
  titolo: testi.riprendi_quando,
  riprendi: testi.riprendi,
  concludi: testi.concludi,
  esci: testi.dopo,
}

/** Leaving asks first, and the place is kept whatever is chosen [EX3]; the pause covers the question [EX2]. */
export function FinestreModo({
  modo,
  testo,
  onDopo = modo.dopo,
  onConcludi = modo.concludi,
}: {
  modo: Modo
  /** What the pause says. */
  testo: string
  onDopo?: () => void
  onConcludi?: () => Promise<void>
}) {
  const { stato } = useSnapshot(sedutaState)
  const concludi = () => void onConcludi()
  return (
    <>
      {modo.esce && (
        <Dialog title={testi.uscita_titolo} kind="avviso" onClose={modo.resta}>
          <p>{testi.uscita_testo}</p>
          <div className={comune.vie}>
            <Button variant="primario" data-primo onClick={onDopo}>
              {testi.dopo}
            </Button>
            <Button onClick={concludi}>{testi.concludi}</Button>
            <Button variant="fantasma" onClick={modo.resta}>
              {testi.resta}
            </Button>
          </div>
        </Dialog>
      )}
      {stato === 'in_pausa' && (
        <Pausa frasi={PAUSA} testo={testo} onRiprendi={modo.riprendi} onConcludi={concludi} onEsci={modo.dopo} />
      )}
    </>
  )
}
