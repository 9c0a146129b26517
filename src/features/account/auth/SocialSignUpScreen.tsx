import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { type SocialSignUpForm, validateSocialSignUp } from '#rules/credentials'
import { LOGIN } from '#rules/routes'
import { register } from '../../../domain/sign-in.ts'
import { accountFailure } from '../../../session/failures.ts'
import { showError } from '../../../session/notices.ts'
import { keepSocial, type PendingSocial, session } from '../../../session/session.ts'
import { providerName } from '../../../text/providers.ts'
import { validationText } from '../../../text/validation.ts'
import { Button } from '../../../ui/Button.tsx'
import { Muted } from '../../../ui/base.tsx'
import { EmailField } from '../../../ui/Field.tsx'
import { AuthFrame } from './AuthFrame.tsx'
import css from './auth.module.css'
import { ConsentFields } from './ConsentFields.tsx'
import { readConsents, useCheckedForm } from './checked-form.ts'
import { socialText as texts } from './later-text.ts'
import { MailSent } from './MailSent.tsx'
import { authText } from './text.ts'

/** Asks at `/auth/verifica-email` for the address and the consents that a social login lacks [RT18][SC3][AU26]. */
export default function SocialSignUpScreen() {
  const { social } = useSnapshot(session)
  return social && <SocialSignUp social={social} />
}

function SocialSignUp({ social }: { social: PendingSocial }) {
  const [, navigate] = useLocation()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const leave = () => {
    navigate(LOGIN, { replace: true })
    keepSocial(null)
  }
  const { errors, busy, handlers } = useCheckedForm({
    read: (data): SocialSignUpForm => ({ email: String(data.get('email')).trim(), ...readConsents(data) }),
    check: validateSocialSignUp,
    send: async ({ email }, data) => ({
      email,
      result: await register({ email, social, flag_commerciale: data.get('promozioni') !== null }),
    }),
    done: ({ email, result }, again, refuse) => {
      if (result.ok) {
        if (result.value === null) return setSentTo(email)
        navigate(result.value.email_verificata ? '/' : '/auth/check-email', { replace: true })
        return keepSocial(null)
      }
      if (result.error.codice === 'EMAIL_GIA_IN_USO') return refuse({ email: 'EMAIL_GIA_IN_USO' })
      showError(accountFailure(result.error), { riprova: again })
      if (result.error.codice === 'TOKEN_SOCIAL_SCADUTO') leave()
    },
  })

  const nome = providerName(social.social)
  if (sentTo !== null)
    return (
      <AuthFrame title={texts.completa_titolo}>
        <MailSent email={sentTo} />
      </AuthFrame>
    )
  return (
    <AuthFrame title={texts.completa_titolo}>
      <form className={css.modulo} {...handlers}>
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
