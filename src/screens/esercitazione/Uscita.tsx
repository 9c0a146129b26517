import { isDurable } from '../../store/opening.ts'
import { leaveText as testi } from '../../text/esercitazione.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import comune from './seduta.module.css'

/** Leaving asks first; nothing that was answered can be lost whatever is chosen [EX3]. */
export const Uscita = ({
  onResta,
  onDopo,
  onConcludi,
  onAbbandona,
}: {
  onResta: () => void
  onDopo: () => void
  onConcludi: () => void
  onAbbandona: () => void
}) => (
  <Dialog title={testi.titolo} kind="avviso" onClose={onResta}>
    <p>{isDurable() ? testi.testo : testi.testo_non_salvate}</p>
    <div className={comune.vie}>
      <Button variant="primario" data-primo onClick={onDopo}>
        {testi.dopo}
      </Button>
      <Button onClick={onConcludi}>{testi.concludi}</Button>
      <Button onClick={onAbbandona}>{testi.abbandona}</Button>
      <Button variant="fantasma" onClick={onResta}>
        {testi.resta}
      </Button>
    </div>
  </Dialog>
)

/** Concluding with questions still to do says how many. */
export const Conclusione = ({ mancano, onSi, onNo }: { mancano: number; onSi: () => void; onNo: () => void }) => (
  <ConfirmDialog title={testi.concludi_titolo} no={testi.resta} yes={testi.concludi_si} onNo={onNo} onYes={onSi}>
    {testi.concludi_testo(mancano)}
  </ConfirmDialog>
)
