import { Suspense, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { type SignInForm as Modulo, validateSignIn } from '#rules/credentials'
import { prepareCall } from '../../../api/client.ts'
import { login } from '../../../domain/sign-in.ts'
import { signInFailure } from '../../../session/failures.ts'
import { showError } from '../../../session/notices.ts'
import { signInErrors } from '../../../text/sign-in-errors.ts'
import { cx } from '../../../ui/cx.ts'
import { Checkbox, EmailField, PasswordField } from '../../../ui/Field.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import css from './auth.module.css'
import { useCheckedForm } from './checked-form.ts'
import { FormEnd } from './FormEnd.tsx'
import { asksMore, type Refused } from './sign-in-refusal.ts'
import { authText } from './text.ts'
import { useFirstField } from './useFirstField.ts'

const SignInRefusal = lazyPart(() => import('../refusals/SignInRefusal.tsx'))

/** Asks for e-mail, password and remember me [SC1]. An unverified address leads to its page. */
export function SignInForm({ moved }: { moved: boolean }) {
  const form = useFirstField(moved)
  const [refused, setRefused] = useState<Refused | null>(null)
  const [, navigate] = useLocation()
  const { errors, busy, handlers } = useCheckedForm({
    read: (data): Modulo => ({ email: String(data.get('email')).trim(), password: String(data.get('password')) }),
    check: validateSignIn,
    send: async (values, data) => {
      const proof = { ...values, ricordami: data.get('ricordami') !== null }
      return { proof, result: await login(proof) }
    },
    done: ({ proof, result }, again, refuse) => {
      // Leave a successful sign-in to the guard of the routes, which leads on.
      if (!result.ok && asksMore(result.error)) setRefused({ error: result.error, proof })
      else if (!result.ok && result.error.codice === 'CREDENZIALI_ERRATE') refuse({ password: 'CREDENZIALI_ERRATE' })
      else if (!result.ok && result.error.codice === 'UTENTE_NON_TROVATO') refuse({ email: 'UTENTE_NON_TROVATO' })
      else if (!result.ok) showError(signInFailure(result.error), { riprova: again })
      else if (!result.value.email_verificata) navigate('/auth/check-email', { replace: true })
    },
  })

  return (
    <>
      {/* Set `dialog`, so that a press before the code is here sends no password in an address. */}
      <form
        ref={form}
        className={cx(css.modulo, css.accesso)}
        method="dialog"
        {...handlers}
        onFocus={() => void prepareCall()}
      >
        <h1>{authText.accedi}</h1>
        <EmailField label={authText.email} autoComplete="username" error={errors.email && signInErrors[errors.email]} />
        <PasswordField
          label={authText.password}
          name="password"
          autoComplete="current-password"
          error={errors.password && signInErrors[errors.password]}
        />
        <div className={css.riga}>
          <Checkbox name="ricordami" defaultChecked>
            {authText.ricordami}
          </Checkbox>
          <Link className={css.collegamento} href="/auth/recupera-password">
            {authText.dimenticata}
          </Link>
        </div>
        <FormEnd send={authText.accedi} busy={busy} ask={authText.senza_account} href="/auth/?type=registrazione">
          {authText.registrati_gratis}
        </FormEnd>
      </form>
      {refused && (
        <Suspense>
          <SignInRefusal {...refused} onClose={() => setRefused(null)} />
        </Suspense>
      )}
    </>
  )
}
