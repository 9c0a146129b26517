import { useId } from 'react'
import type { FormErrors } from '#rules/credentials'
import { ownPasswordFailure } from '../../../session/failures.ts'
import { showError, showToast } from '../../../session/notices.ts'
import { validationText } from '../../../text/validation.ts'
import { Muted, Stack } from '../../../ui/base.tsx'
import { Field } from '../../../ui/Field.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { checkCode, checkOwnPassword, readCode, readOwnPassword, useCheckedForm } from '../auth/checked-form.ts'
import { OwnPassword } from './PasswordDialog.tsx'
import { endSecondoFattore } from './profile-calls.ts'
import { factorText as texts } from './text.ts'

type Form = { password: string; codice: string }

/** Turns the second factor off with the password, where there is one, and a code [AU45]. */
export default function FactorEnd({ withPassword, onClose }: { withPassword: boolean; onClose: () => void }) {
  const id = useId()
  const { errors, busy, handlers } = useCheckedForm({
    read: (data): Form => ({ ...readOwnPassword(data), ...readCode(data) }),
    check: (values): FormErrors<Form> => ({ ...(withPassword && checkOwnPassword(values)), ...checkCode(values) }),
    send: ({ password, codice }) => endSecondoFattore(codice, withPassword ? password : undefined),
    done: (result, again) => {
      if (!result.ok) return showError(ownPasswordFailure(result.error), { riprova: again })
      showToast({ text: texts.disattivata })
      onClose()
    },
  })
  return (
    <FormDialog
      title={texts.disattiva_titolo}
      cancel={texts.annulla}
      yes={texts.disattiva}
      form={id}
      busy={busy}
      onClose={onClose}
    >
      <Muted>{texts.disattiva_testo}</Muted>
      <form id={id} {...handlers}>
        <Stack>
          {withPassword && <OwnPassword error={errors.password} />}
          <Field
            label={texts.codice_qualsiasi}
            name="codice"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            error={errors.codice && validationText[errors.codice]}
          />
        </Stack>
      </form>
    </FormDialog>
  )
}
