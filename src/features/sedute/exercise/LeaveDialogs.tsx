import { LeaveDialog } from '../../../components/seduta/LeaveDialog.tsx'
import { isDurable } from '../../../store/opening.ts'
import { leaveText as testi } from '../../../text/esercitazione.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'

type LeaveProps = {
  /** Nothing was answered: no summary to see. */
  blank: boolean
  onStay: () => void
  onLater: () => void
  onConclude: () => void
  onAbandon: () => void
}

/** Nothing that was answered can be lost whatever is chosen [EX3]. */
export const LeaveExercise = ({ blank, onStay, onLater, onConclude, onAbandon }: LeaveProps) => (
  <LeaveDialog
    title={testi.titolo}
    text={isDurable() ? testi.testo : testi.testo_non_salvate}
    ways={[
      { text: testi.dopo, onSelect: onLater, variant: 'primario' },
      blank ? { text: testi.abbandona, onSelect: onAbandon } : { text: testi.concludi, onSelect: onConclude },
      { text: testi.resta, onSelect: onStay, variant: 'fantasma' },
    ]}
    onStay={onStay}
  />
)

/** Concluding with questions still to do says how many. */
export const FinishExercise = ({ text, onYes, onNo }: { text: string; onYes: () => void; onNo: () => void }) => (
  <ConfirmDialog title={testi.concludi_titolo} no={testi.resta} yes={testi.concludi_si} onNo={onNo} onYes={onYes}>
    {text}
  </ConfirmDialog>
)
