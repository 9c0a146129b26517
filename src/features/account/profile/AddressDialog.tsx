import { type SubmitEvent, useId, useState } from 'react'
import { checkEmail, type FieldError } from '#rules/credentials'
import { ownPasswordFailure } from '../../../session/failures.ts'
import { showError, showToast } from '../../../session/notices.ts'
import { validationText } from '../../../text/validation.ts'
import { Muted, Stack } from '../../../ui/base.tsx'
import { EmailField, PasswordField } from '../../../ui/Field.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { focusFirstError } from '../auth/focus-error.ts'
import { changeProfilo } from './profile-calls.ts'
import { addressText as texts } from './text.ts'

/** Another address: it takes the password, where there is one, and counts once its mail is opened [AU32]. */
export function AddressDialog({ withPassword, onClose }: { withPassword: boolean; onClose: () => void }) {
  const id = useId()
  const [errors, setErrors] = useState<{ email?: FieldError; password?: FieldError }>({})
  const [busy, setBusy] = useState(false)
  const submit = async (e: SubmitEvent<HTMLFormElement>) => {
    e.preventDefault()
    const form = e.currentTarget
    const data = new FormData(form)
    const email = String(data.get('email')).trim()
    const password = String(data.get('password') ?? '')
    const wrong = checkEmail(email)
    const missing = withPassword && password === ''
    setErrors({ ...(wrong && { email: wrong }), ...(missing && { password: 'CAMPI_MANCANTI' }) })
    if (wrong || missing) return focusFirstError(form)
    setBusy(true)
    const result = await changeProfilo({ email_comunicazioni: email, ...(withPassword && { password }) })
    setBusy(false)
    if (!result.ok) return showError(ownPasswordFailure(result.error), { riprova: () => form.requestSubmit() })
    showToast({ text: texts.inviata(email) })
    onClose()
  }
  return (
    <FormDialog title={texts.titolo} cancel={texts.annulla} yes={texts.invia} form={id} busy={busy} onClose={onClose}>
      <Muted>{texts.testo}</Muted>
      <form id={id} noValidate onSubmit={submit}>
        <Stack>
          <EmailField label={texts.nuova} autoComplete="email" error={errors.email && validationText[errors.email]} />
          {withPassword && (
            <PasswordField
              label={texts.password}
              name="password"
              autoComplete="current-password"
              error={errors.password && validationText[errors.password]}
            />
          )}
        </Stack>
      </form>
    </FormDialog>
  )
}
