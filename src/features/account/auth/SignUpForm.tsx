import { useState } from 'react'
import { useLocation } from 'wouter'
import { type SignUpForm as Modulo, validateSignUp } from '#rules/credentials'
import { prepareCall } from '../../../api/client.ts'
import { accountFailure } from '../../../session/failures.ts'
import { showError } from '../../../session/notices.ts'
import { register } from '../../../session/sign-in.ts'
import { validationText } from '../../../text/validation.ts'
import { EmailField } from '../../../ui/Field.tsx'
import css from './auth.module.css'
import { ConsentFields } from './ConsentFields.tsx'
import { readConsents, readNewPassword, useCheckedForm } from './checked-form.ts'
import { FormEnd } from './FormEnd.tsx'
import { MailSent } from './MailSent.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { authText } from './text.ts'

/** E-mail twice, password twice, consents [SC2]. Pasting and autofill work in every field (WCAG 3.3.7). */
export default function SignUpForm() {
  const [, navigate] = useLocation()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { errors, busy, submit } = useCheckedForm({
    read: (data): Modulo => ({
      email: String(data.get('email')).trim(),
      conferma_email: String(data.get('conferma_email')).trim(),
      ...readNewPassword(data),
      ...readConsents(data),
    }),
    check: validateSignUp,
    send: async ({ email, password }, data) => ({
      email,
      result: await register({ email, password, flag_commerciale: data.get('promozioni') !== null }),
    }),
    done: ({ email, result }, again, refuse) => {
      if (result.ok && result.value === null) setSentTo(email)
      else if (result.ok && result.value)
        navigate(result.value.email_verificata ? '/' : '/auth/check-email', { replace: true })
      else if (!result.ok && result.error.codice === 'PASSWORD_OVVIA') refuse({ password: 'PASSWORD_OVVIA' })
      else if (!result.ok) showError(accountFailure(result.error), { riprova: again })
    },
  })
  const text = (field: keyof Modulo) => {
    const error = errors[field]
    return error && validationText[error]
  }

  if (sentTo !== null) return <MailSent email={sentTo} />
  return (
    <form className={css.modulo} noValidate onSubmit={submit} onFocus={() => void prepareCall()}>
      <h1>{authText.registrati}</h1>
      <EmailField label={authText.email} autoComplete="username" error={text('email')} />
      <EmailField
        label={authText.conferma_email}
        name="conferma_email"
        autoComplete="email"
        error={text('conferma_email')}
      />
      <NewPasswordFields errors={errors} labels={{ password: authText.password, again: authText.conferma_password }} />
      <ConsentFields errors={errors} />
      <FormEnd send={authText.crea} busy={busy} ask={authText.con_account} href="/auth/?type=login">
        {authText.accedi}
      </FormEnd>
    </form>
  )
}
