import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

/** Report of a finished act, with the way out. */
export const DoneDialog = ({
  title,
  close,
  onClose,
  children,
}: {
  title: string
  close: string
  onClose: () => void
  children: ReactNode
}) => (
  <Dialog
    title={title}
    onClose={onClose}
    actions={
      <Button variant="primario" data-primo onClick={onClose}>
        {close}
      </Button>
    }
  >
    <p role="status">{children}</p>
  </Dialog>
)
