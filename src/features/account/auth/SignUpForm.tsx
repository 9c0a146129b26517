import { type SyntheticEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { type SignUpForm as Modulo, repeatOf, validateSignUp } from '#rules/credentials'
import { prepareCall } from '../../../api/client.ts'
import { register } from '../../../domain/sign-in.ts'
import { accountFailure } from '../../../session/failures.ts'
import { showError } from '../../../session/notices.ts'
import { validationText } from '../../../text/validation.ts'
import { EmailField, PasswordField } from '../../../ui/Field.tsx'
import css from './auth.module.css'
import { ConsentFields } from './ConsentFields.tsx'
import { readConsents, useCheckedForm } from './checked-form.ts'
import { FormEnd } from './FormEnd.tsx'
import { MailSent } from './MailSent.tsx'
import { authText } from './text.ts'
import { useFirstField } from './useFirstField.ts'

/** Input types of a text that was not typed; a password manager sets none. */
const WRITTEN_AT_ONCE = [undefined, 'insertFromPaste', 'insertFromDrop', 'insertReplacementText']

/** Copies a pasted or autofilled text into the repeat, because it has no typing error [PP3]. */
function fillRepeat({ currentTarget: field, nativeEvent }: SyntheticEvent<HTMLInputElement>): void {
  if (!WRITTEN_AT_ONCE.includes((nativeEvent as InputEvent).inputType)) return
  const repeat = field.form?.elements.namedItem(`conferma_${field.name}`)
  if (repeat instanceof HTMLInputElement) repeat.value = field.value
}

/** Asks for e-mail, password, folded repeats and consents [SC2]. Pasting and autofill work in every field (WCAG 3.3.7). */
export default function SignUpForm({ moved }: { moved: boolean }) {
  const [, navigate] = useLocation()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [unfolded, setUnfolded] = useState(false)
  const form = useFirstField(moved)
  const { errors, busy, handlers } = useCheckedForm({
    read: (data): Modulo => {
      const [email, password] = [String(data.get('email')).trim(), String(data.get('password'))]
      const repeat = (name: string) => String(data.get(`conferma_${name}`))
      return {
        email,
        conferma_email: repeatOf(email, repeat('email').trim(), !unfolded),
        password,
        conferma_password: repeatOf(password, repeat('password'), !unfolded),
        ...readConsents(data),
      }
    },
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
      else if (!result.ok && result.error.codice === 'EMAIL_GIA_IN_USO') refuse({ email: 'EMAIL_GIA_IN_USO' })
      else if (!result.ok) showError(accountFailure(result.error), { riprova: again })
    },
  })
  const text = (field: keyof Modulo) => {
    const error = errors[field]
    return error && validationText[error]
  }

  if (sentTo !== null) return <MailSent email={sentTo} />
  return (
    <form ref={form} className={css.modulo} {...handlers} onFocus={() => void prepareCall()}>
      <h1>{authText.registrati}</h1>
      <EmailField label={authText.email} autoComplete="username" onInput={fillRepeat} error={text('email')} />
      <PasswordField
        label={authText.password}
        name="password"
        autoComplete="new-password"
        // An error says what the password needs.
        help={text('password') ? undefined : authText.password_aiuto}
        onInput={fillRepeat}
        error={text('password')}
      />
      <details
        className={css.ripeti}
        open={unfolded || errors.conferma_email !== undefined || errors.conferma_password !== undefined}
        onToggle={(e) => setUnfolded(e.currentTarget.open)}
      >
        <summary>{authText.ripeti}</summary>
        <div className={css.modulo}>
          <EmailField
            label={authText.conferma_email}
            name="conferma_email"
            autoComplete="email"
            error={text('conferma_email')}
          />
          <PasswordField
            label={authText.conferma_password}
            name="conferma_password"
            autoComplete="new-password"
            error={text('conferma_password')}
          />
        </div>
      </details>
      <ConsentFields errors={errors} />
      <FormEnd send={authText.crea} busy={busy} ask={authText.con_account} href="/auth/?type=login">
        {authText.accedi}
      </FormEnd>
    </form>
  )
}
