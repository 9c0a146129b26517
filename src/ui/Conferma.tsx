import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

/**
 * A question before what cannot be taken back. Where something is lost (`pericolo`) staying is under the finger first; `altro`: a
 * third way between the two.
 */
export const Conferma = ({
  titolo,
  no,
  si,
  altro,
  pericolo = false,
  in_corso = false,
  onNo,
  onSi,
  children,
}: {
  titolo: string
  no: string
  si: string
  altro?: ReactNode
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
        {altro}
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
