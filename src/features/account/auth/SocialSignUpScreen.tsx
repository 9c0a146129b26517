import { type SubmitEvent, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { type FormErrors, type SocialSignUpForm, validateSocialSignUp } from '#rules/credentials'
import { LOGIN } from '#rules/routes'
import { accountFailure } from '../../../session/failures.ts'
import { showError } from '../../../session/notices.ts'
import { keepSocial, session } from '../../../session/session.ts'
import { register } from '../../../session/sign-in.ts'
import { providerName } from '../../../text/providers.ts'
import { validationText } from '../../../text/validation.ts'
import { Button } from '../../../ui/Button.tsx'
import { Muted } from '../../../ui/base.tsx'
import { EmailField } from '../../../ui/Field.tsx'
import { AuthFrame } from './AuthFrame.tsx'
import css from './auth.module.css'
import { ConsentFields } from './ConsentFields.tsx'
import { focusFirstError } from './focus-error.ts'
import { socialText as texts } from './later-text.ts'
import { authText } from './text.ts'

/** `/auth/verifica-email`: the address and the consents that a social login lacks [RT18][SC3][AU26]. */
export default function SocialSignUpScreen() {
  const { social } = useSnapshot(session)
  const [errors, setErrors] = useState<FormErrors<SocialSignUpForm>>({})
  const [busy, setBusy] = useState(false)
  const [, navigate] = useLocation()
  if (!social) return null

  const leave = () => {
    navigate(LOGIN, { replace: true })
    keepSocial(null)
  }
  const submit = async (e: SubmitEvent<HTMLFormElement>) => {
    e.preventDefault()
    const form = e.currentTarget
    const data = new FormData(form)
    const values = {
      email: String(data.get('email')).trim(),
      termini: data.get('termini') !== null,
      trattamento_email: data.get('trattamento_email') !== null,
    }
    const found = validateSocialSignUp(values)
    setErrors(found)
    if (Object.keys(found).length > 0) return focusFirstError(form)
    setBusy(true)
    const result = await register({ email: values.email, social, flag_commerciale: data.get('promozioni') !== null })
    setBusy(false)
    if (result.ok) {
      navigate(result.value.email_verificata ? '/' : '/auth/check-email', { replace: true })
      return keepSocial(null)
    }
    showError(accountFailure(result.error), { riprova: () => form.requestSubmit() })
    if (result.error.codice === 'TOKEN_SOCIAL_SCADUTO') leave()
  }

  const nome = providerName(social.social)
  return (
    <AuthFrame title={texts.completa_titolo}>
      <form className={css.modulo} noValidate onSubmit={submit}>
        <h1>{texts.completa_titolo}</h1>
        <Muted className={css.sotto}>{texts.completa(nome, social.nome)}</Muted>
        <EmailField
          label={authText.email}
          autoComplete="email"
          defaultValue={social.email}
          help={texts.email_aiuto(nome)}
          error={errors.email && validationText[errors.email]}
        />
        <ConsentFields errors={errors} />
        <Button variant="primario" size="lg" fullWidth type="submit" busy={busy}>
          {authText.crea}
        </Button>
        <Button variant="fantasma" fullWidth onClick={leave}>
          {texts.altro}
        </Button>
      </form>
    </AuthFrame>
  )
}
