import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

/**
 * A question before an act that cannot be undone. Where something is lost (`danger`) the focus starts on `no`; `third`: a third
 * way between the two.
 */
export const ConfirmDialog = ({
  title,
  no,
  yes,
  third,
  danger = false,
  careful = danger,
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
  /** The focus starts on `no`. */
  careful?: boolean
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
        <Button data-primo={careful || undefined} onClick={onNo}>
          {no}
        </Button>
        {third}
        <Button
          variant={danger ? 'pericolo' : 'primario'}
          data-primo={!careful || undefined}
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
