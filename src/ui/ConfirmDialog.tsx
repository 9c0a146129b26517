import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

/**
 * A question before what cannot be taken back. Where something is lost (`pericolo`) staying is under the finger first; `altro`: a
 * third way between the two.
 */
export const ConfirmDialog = ({
  title,
  no,
  yes,
  third,
  danger = false,
  busy = false,
  onNo,
  onYes,
  children,
}: {
  title: string
  no: string
  yes: string
  third?: ReactNode
  danger?: boolean
  busy?: boolean
  onNo: () => void
  onYes: () => void
  children: ReactNode
}) => (
  <Dialog
    title={title}
    kind="avviso"
    onClose={onNo}
    actions={
      <>
        <Button data-primo={danger || undefined} onClick={onNo}>
          {no}
        </Button>
        {third}
        <Button
          variant={danger ? 'pericolo' : 'primario'}
          data-primo={!danger || undefined}
          busy={busy}
          onClick={onYes}
        >
          {yes}
        </Button>
      </>
    }
  >
    <p>{children}</p>
  </Dialog>
)
