import { Suspense, useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Failure } from '#contract/result'
import { login, type Proof } from '../../../domain/sign-in.ts'
import { signInFailure } from '../../../session/failures.ts'
import { showError } from '../../../session/notices.ts'
import { keepSocial, type PendingSocial, session } from '../../../session/session.ts'
import { providerName } from '../../../text/providers.ts'
import { validationText } from '../../../text/validation.ts'
import { Button } from '../../../ui/Button.tsx'
import { Muted, Spinner } from '../../../ui/base.tsx'
import { PasswordField } from '../../../ui/Field.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { AuthMessage } from './AuthMessage.tsx'
import css from './auth.module.css'
import { checkOwnPassword, readOwnPassword, useCheckedForm } from './checked-form.ts'
import { socialText as texts } from './later-text.ts'
import { asksMore, type Refused } from './sign-in-refusal.ts'
import { keepSocialReturn, nextSocialStep } from './social-return.ts'
import { authText } from './text.ts'

const SignInRefusal = lazyPart(() => import('../refusals/SignInRefusal.tsx'))

/** Signs in after the provider's return, links the login, or opens the registration [AU26][AU36]. `onEnd` shows the form. */
export default function SocialReturn({
  pending,
  onEnd,
}: {
  pending: PendingSocial
  onEnd: (error: Failure | null) => void
}) {
  const [, navigate] = useLocation()
  const [refused, setRefused] = useState<Refused | null>(null)
  const [linking, setLinking] = useState(false)
  const [busy, setBusy] = useState(false)

  const end = (error: Failure | null) => {
    keepSocial(null)
    onEnd(error)
  }
  const enter = async (password?: string) => {
    const proof: Proof = { social: pending, ricordami: true, ...(password !== undefined && { password }) }
    setBusy(true)
    const result = await login(proof)
    setBusy(false)
    if (result.ok) {
      if (!result.value.email_verificata) navigate('/auth/check-email', { replace: true })
      return keepSocial(null)
    }
    if (asksMore(result.error)) return setRefused({ error: result.error, proof })
    if (password !== undefined && result.error.codice !== 'TOKEN_SOCIAL_SCADUTO')
      return showError(signInFailure(result.error), { riprova: () => void enter(password) })
    const step = nextSocialStep(pending, result.error)
    if (step === 'completa') navigate('/auth/verifica-email', { replace: true })
    else if (step === 'collega') setLinking(true)
    else end(signInFailure(result.error))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each return
  useEffect(() => {
    keepSocialReturn(pending)
    void enter()
  }, [pending])

  const nome = providerName(pending.social)
  return (
    <>
      {linking ? (
        <LinkForm
          nome={nome}
          email={session.social?.email ?? ''}
          busy={busy}
          onEnter={enter}
          onOther={() => end(null)}
        />
      ) : (
        <AuthMessage icon={<Spinner />} title={texts.in_corso(nome)}>
          <p role="status">{texts.attendi}</p>
        </AuthMessage>
      )}
      {refused && (
        <Suspense>
          <SignInRefusal {...refused} onClose={() => end(null)} />
        </Suspense>
      )}
    </>
  )
}

/** Asks for the password of the account with the same address, which links the login to it. */
function LinkForm({
  nome,
  email,
  busy,
  onEnter,
  onOther,
}: {
  nome: string
  email: string
  busy: boolean
  onEnter: (password: string) => Promise<void>
  onOther: () => void
}) {
  const { errors, handlers } = useCheckedForm({
    read: readOwnPassword,
    check: checkOwnPassword,
    send: async ({ password }) => onEnter(password),
    done: () => undefined,
  })
  return (
    <form className={css.modulo} {...handlers}>
      <h1>{texts.collega_titolo(nome)}</h1>
      <Muted className={css.sotto}>{texts.collega(email)}</Muted>
      <PasswordField
        label={authText.password}
        name="password"
        autoComplete="current-password"
        error={errors.password && validationText[errors.password]}
      />
      <Button variant="primario" size="lg" fullWidth type="submit" busy={busy}>
        {texts.collega_azione}
      </Button>
      <Button variant="fantasma" fullWidth onClick={onOther}>
        {texts.altro}
      </Button>
      <p className={css.nota}>
        <Link className={css.collegamento} href="/auth/recupera-password">
          {authText.dimenticata}
        </Link>
      </p>
    </form>
  )
}
