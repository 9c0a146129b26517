import { type SubmitEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { type FormErrors, type SignUpForm as Modulo, validateSignUp } from '#rules/credentials'
import { prepareCall } from '../../../api/client.ts'
import { accountFailure } from '../../../session/failures.ts'
import { showError } from '../../../session/notices.ts'
import { register } from '../../../session/sign-in.ts'
import { validationText } from '../../../text/validation.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmailField, PasswordField } from '../../../ui/Field.tsx'
import css from './auth.module.css'
import { ConsentFields } from './ConsentFields.tsx'
import { focusFirstError } from './focus-error.ts'
import { OtherWay } from './OtherWay.tsx'
import { SocialButtons } from './SocialButtons.tsx'
import { authText } from './text.ts'

/** E-mail twice, password twice, consents [SC2]. Pasting and autofill work in every field (WCAG 3.3.7). */
export default function SignUpForm() {
  const [errors, setErrors] = useState<FormErrors<Modulo>>({})
  const [busy, setBusy] = useState(false)
  const [, navigate] = useLocation()
  const text = (field: keyof Modulo) => {
    const error = errors[field]
    return error && validationText[error]
  }

  const submit = async (e: SubmitEvent<HTMLFormElement>) => {
    e.preventDefault()
    const form = e.currentTarget
    const data = new FormData(form)
    const values: Modulo = {
      email: String(data.get('email')).trim(),
      conferma_email: String(data.get('conferma_email')).trim(),
      password: String(data.get('password')),
      conferma_password: String(data.get('conferma_password')),
      termini: data.get('termini') !== null,
      trattamento_email: data.get('trattamento_email') !== null,
    }
    const found = validateSignUp(values)
    setErrors(found)
    if (Object.keys(found).length > 0) return focusFirstError(form)
    setBusy(true)
    const { email, password } = values
    const result = await register({ email, password, flag_commerciale: data.get('promozioni') !== null })
    setBusy(false)
    if (result.ok) navigate(result.value.email_verificata ? '/' : '/auth/check-email', { replace: true })
    else showError(accountFailure(result.error), { riprova: () => form.requestSubmit() })
  }

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
      <PasswordField
        label={authText.password}
        name="password"
        autoComplete="new-password"
        help={authText.password_aiuto}
        error={text('password')}
      />
      <PasswordField
        label={authText.conferma_password}
        name="conferma_password"
        autoComplete="new-password"
        error={text('conferma_password')}
      />
      <ConsentFields errors={errors} />
      <Button variant="primario" size="lg" fullWidth type="submit" busy={busy}>
        {authText.crea}
      </Button>
      <SocialButtons />
      <OtherWay ask={authText.con_account} href="/auth/?type=login">
        {authText.accedi}
      </OtherWay>
    </form>
  )
}
