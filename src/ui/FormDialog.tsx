import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

/** A form in a window: `form` is its id, `yes` sends it. */
export const FormDialog = ({
  title,
  cancel,
  yes,
  form,
  busy,
  onClose,
  children,
}: {
  title: string
  cancel: string
  yes: string
  form: string
  busy: boolean
  onClose: () => void
  children: ReactNode
}) => (
  <Dialog
    title={title}
    onClose={onClose}
    cancel={cancel}
    actions={
      <Button variant="primario" type="submit" form={form} busy={busy}>
        {yes}
      </Button>
    }
  >
    {children}
  </Dialog>
)
