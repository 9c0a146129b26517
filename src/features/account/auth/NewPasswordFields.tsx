import type { FieldError } from '#rules/credentials'
import { validationText } from '../../../text/validation.ts'
import { PasswordField } from '../../../ui/Field.tsx'
import { authText } from './text.ts'

type Errors = { password?: FieldError; conferma_password?: FieldError }

/** Asks for a new password twice, and shows its requirements before a refusal [VA5][VA6]. */
export function NewPasswordFields({ errors, labels }: { errors: Errors; labels: { password: string; again: string } }) {
  return (
    <>
      <PasswordField
        label={labels.password}
        name="password"
        autoComplete="new-password"
        help={authText.password_aiuto}
        error={errors.password && validationText[errors.password]}
      />
      <PasswordField
        label={labels.again}
        name="conferma_password"
        autoComplete="new-password"
        error={errors.conferma_password && validationText[errors.conferma_password]}
      />
    </>
  )
}
