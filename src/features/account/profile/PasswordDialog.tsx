import { type ReactNode, useId } from 'react'
import type { FieldError } from '#rules/credentials'
import { validationText } from '../../../text/validation.ts'
import { Muted } from '../../../ui/base.tsx'
import { PasswordField } from '../../../ui/Field.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { checkOwnPassword, readOwnPassword, useCheckedForm } from '../auth/checked-form.ts'
import { ownPasswordText } from './text.ts'

/** Asks for the account's own password, in a field named `password`. */
export const OwnPassword = ({ error }: { error: FieldError | undefined }) => (
  <PasswordField
    label={ownPasswordText}
    name="password"
    autoComplete="current-password"
    error={error && validationText[error]}
  />
)

type Props = {
  title: string
  text?: ReactNode
  yes: string
  cancel: string
  onPassword: (password: string) => Promise<void>
  onClose: () => void
}

/** Asks for the account's own password before `onPassword` runs. */
export function PasswordDialog({ title, text, yes, cancel, onPassword, onClose }: Props) {
  const id = useId()
  const { errors, busy, handlers } = useCheckedForm({
    read: readOwnPassword,
    check: checkOwnPassword,
    send: ({ password }) => onPassword(password),
    done: () => undefined,
  })
  return (
    <FormDialog title={title} cancel={cancel} yes={yes} form={id} busy={busy} onClose={onClose}>
      {text && <Muted>{text}</Muted>}
      <form id={id} {...handlers}>
        <OwnPassword error={errors.password} />
      </form>
    </FormDialog>
  )
}
