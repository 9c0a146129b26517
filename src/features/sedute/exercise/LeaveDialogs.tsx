import { isDurable } from '../../../store/opening.ts'
import { leaveText as testi } from '../../../text/esercitazione.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import comune from '../parts/seduta.module.css'

/** Leaving asks first; nothing that was answered can be lost whatever is chosen [EX3]. */
export const LeaveExercise = ({
  onStay,
  onLater,
  onConclude,
  onAbandon,
}: {
  onStay: () => void
  onLater: () => void
  onConclude: () => void
  onAbandon: () => void
}) => (
  <Dialog title={testi.titolo} kind="avviso" onClose={onStay}>
    <p>{isDurable() ? testi.testo : testi.testo_non_salvate}</p>
    <div className={comune.vie}>
      <Button variant="primario" data-primo onClick={onLater}>
        {testi.dopo}
      </Button>
      <Button onClick={onConclude}>{testi.concludi}</Button>
      <Button onClick={onAbandon}>{testi.abbandona}</Button>
      <Button variant="fantasma" onClick={onStay}>
        {testi.resta}
      </Button>
    </div>
  </Dialog>
)

/** Concluding with questions still to do says how many. */
export const FinishExercise = ({ missing, onYes, onNo }: { missing: number; onYes: () => void; onNo: () => void }) => (
  <ConfirmDialog title={testi.concludi_titolo} no={testi.resta} yes={testi.concludi_si} onNo={onNo} onYes={onYes}>
    {testi.concludi_testo(missing)}
  </ConfirmDialog>
)
