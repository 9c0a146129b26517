import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

/** A question before what cannot be taken back. Where something is lost (`pericolo`) staying is under the finger first. */
export const Conferma = ({
  titolo,
  no,
  si,
  pericolo = false,
  in_corso = false,
  onNo,
  onSi,
  children,
}: {
  titolo: string
  no: string
  si: string
  pericolo?: boolean
  in_corso?: boolean
  onNo: () => void
  onSi: () => void
  children: ReactNode
}) => (
  <Dialog
    titolo={titolo}
    ruolo="avviso"
    onChiudi={onNo}
    azioni={
      <>
        <Button data-primo={pericolo || undefined} onClick={onNo}>
          {no}
        </Button>
        <Button
          variante={pericolo ? 'pericolo' : 'primario'}
          data-primo={!pericolo || undefined}
          inCorso={in_corso}
          onClick={onSi}
        >
          {si}
        </Button>
      </>
    }
  >
    <p>{children}</p>
  </Dialog>
)
