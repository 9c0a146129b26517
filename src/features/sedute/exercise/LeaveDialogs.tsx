import { LeaveDialog } from '../../../components/seduta/LeaveDialog.tsx'
import { isDurable } from '../../../store/opening.ts'
import { leaveText as testi } from '../../../text/esercitazione.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'

type LeaveProps = {
  /** True before the first answer, when there is no summary to see. */
  blank: boolean
  onStay: () => void
  onLater: () => void
  onConclude: () => void
  onAbandon: () => void
}

/** Dialog to leave, where no choice loses an answer [EX3]. */
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

/** Dialog to conclude, with the number of questions still to do. */
export const FinishExercise = ({ text, onYes, onNo }: { text: string; onYes: () => void; onNo: () => void }) => (
  <ConfirmDialog title={testi.concludi_titolo} no={testi.resta} yes={testi.concludi_si} onNo={onNo} onYes={onYes}>
    {text}
  </ConfirmDialog>
)
