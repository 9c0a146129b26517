import { useId } from 'react'
import type { FormErrors } from '#rules/credentials'
import { ownPasswordFailure } from '../../../session/failures.ts'
import { showError, showToast } from '../../../session/notices.ts'
import { validationText } from '../../../text/validation.ts'
import { Muted, Stack } from '../../../ui/base.tsx'
import { EmailField } from '../../../ui/Field.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { checkAddress, checkOwnPassword, readAddress, readOwnPassword, useCheckedForm } from '../auth/checked-form.ts'
import { OwnPassword } from './PasswordDialog.tsx'
import { changeProfilo } from './profile-calls.ts'
import { addressText as texts } from './text.ts'

type Form = { email: string; password: string }

/** Asks for another address, with the password where there is one. The address holds once its mail's link is opened [AU32]. */
export function AddressDialog({ withPassword, onClose }: { withPassword: boolean; onClose: () => void }) {
  const id = useId()
  const { errors, busy, handlers } = useCheckedForm({
    read: (data): Form => ({ ...readAddress(data), ...readOwnPassword(data) }),
    check: (values): FormErrors<Form> => ({ ...checkAddress(values), ...(withPassword && checkOwnPassword(values)) }),
    send: async ({ email, password }) => ({
      email,
      result: await changeProfilo({ email_comunicazioni: email, ...(withPassword && { password }) }),
    }),
    done: ({ email, result }, again) => {
      if (!result.ok) return showError(ownPasswordFailure(result.error), { riprova: again })
      showToast({ text: texts.inviata(email) })
      onClose()
    },
  })
  return (
    <FormDialog title={texts.titolo} cancel={texts.annulla} yes={texts.invia} form={id} busy={busy} onClose={onClose}>
      <Muted>{texts.testo}</Muted>
      <form id={id} {...handlers}>
        <Stack>
          <EmailField label={texts.nuova} autoComplete="email" error={errors.email && validationText[errors.email]} />
          {withPassword && <OwnPassword error={errors.password} />}
        </Stack>
      </form>
    </FormDialog>
  )
}
