import { useState } from 'react'
import { Link, useSearch } from 'wouter'
import { validateNewPassword } from '#rules/credentials'
import { LOGIN } from '#rules/routes'
import { call, prepareCall } from '../../../api/client.ts'
import { thisDevice } from '../../../domain/sign-in.ts'
import { accountFailure } from '../../../session/failures.ts'
import { showError } from '../../../session/notices.ts'
import { validationText } from '../../../text/validation.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Muted } from '../../../ui/base.tsx'
import { EmailField } from '../../../ui/Field.tsx'
import { IconMail, IconRight } from '../../../ui/icons.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { AuthMessage, ExpiredMessage } from './AuthMessage.tsx'
import css from './auth.module.css'
import { checkAddress, readAddress, readNewPassword, useCheckedForm } from './checked-form.ts'
import { recuperoText as texts } from './later-text.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { authText } from './text.ts'
import { useCountdown } from './useCountdown.ts'

const HERE = '/auth/recupera-password'

/** Asks at `/auth/recupera-password` for the mail, and with its link sets a new password [RT20][SC5][AU30]. */
export default function RecuperoScreen() {
  const token = new URLSearchParams(useSearch()).get('token')
  return (
    <AuthFrame title={token === null ? texts.titolo : texts.nuova_titolo}>
      {token === null ? <AskMail /> : <SetPassword key={token} token={token} />}
    </AuthFrame>
  )
}

/** Asks for the address, then shows what to look for in its mailbox. */
function AskMail() {
  const [sent, setSent] = useState<{ to: string; at: number } | null>(null)
  const [busy, setBusy] = useState(false)

  const ask = async (to: string) => {
    setBusy(true)
    const result = await call('chiedi_recupero', { query: { username: to } })
    setBusy(false)
    if (result.ok) setSent({ to, at: Date.now() })
    else if (result.error.codice === 'UTENTE_NON_TROVATO') return 'UTENTE_NON_TROVATO' as const
    else showError(accountFailure(result.error), { riprova: () => void ask(to) })
  }
  const { errors, handlers } = useCheckedForm({
    read: readAddress,
    check: checkAddress,
    send: ({ email }) => ask(email),
    done: (wrong, _again, refuse) => wrong && refuse({ email: wrong }),
  })

  if (sent)
    return <Sent key={sent.at} {...sent} busy={busy} onAgain={() => void ask(sent.to)} onOther={() => setSent(null)} />
  return (
    <form className={css.modulo} {...handlers} onFocus={() => void prepareCall()}>
      <h1>{texts.titolo}</h1>
      <Muted className={css.sotto}>{texts.testo}</Muted>
      <EmailField label={authText.email} autoComplete="username" error={errors.email && validationText[errors.email]} />
      <Button variant="primario" size="lg" fullWidth type="submit" busy={busy}>
        {texts.invia}
      </Button>
      <p className={css.nota}>
        <Link className={css.collegamento} href={LOGIN}>
          {texts.torna}
        </Link>
      </p>
    </form>
  )
}

function Sent({
  to,
  at,
  busy,
  onAgain,
  onOther,
}: {
  to: string
  at: number
  busy: boolean
  onAgain: () => void
  onOther: () => void
}) {
  const left = useCountdown(at)
  return (
    <>
      <AuthMessage icon={<IconMail size={32} />} title={texts.inviata_titolo}>
        <p role="status">{texts.inviata(to)}</p>
        <Muted small>{texts.spam}</Muted>
      </AuthMessage>
      <div className={css.azioni}>
        <Button fullWidth busy={busy} disabled={left > 0} onClick={onAgain}>
          {left > 0 ? authText.invia_tra(left) : authText.invia}
        </Button>
        <Button variant="fantasma" fullWidth onClick={onOther}>
          {texts.altro}
        </Button>
        <ButtonLink variant="fantasma" fullWidth href={LOGIN}>
          {texts.torna}
        </ButtonLink>
      </div>
    </>
  )
}

/** Sets the new password with the token of the link; offers another link where this one has expired. */
function SetPassword({ token }: { token: string }) {
  const [step, setStep] = useState<'modulo' | 'fatto' | 'scaduto'>('modulo')
  const { errors, busy, handlers } = useCheckedForm({
    read: readNewPassword,
    check: validateNewPassword,
    send: ({ password }) => call('recupera_password', { query: {}, corpo: { token, password, ...thisDevice() } }),
    done: (result, again, refuse) => {
      if (result.ok) setStep('fatto')
      else if (result.error.codice === 'LINK_SCADUTO') setStep('scaduto')
      else if (result.error.codice === 'PASSWORD_OVVIA') refuse({ password: 'PASSWORD_OVVIA' })
      else showError(accountFailure(result.error), { riprova: again })
    },
  })

  if (step === 'fatto')
    return (
      <>
        <AuthMessage icon={<IconRight size={32} />} title={texts.fatto_titolo} tone="ok">
          <p role="status">{texts.fatto}</p>
        </AuthMessage>
        <ButtonLink variant="primario" size="lg" fullWidth href={LOGIN}>
          {authText.accedi}
        </ButtonLink>
      </>
    )
  if (step === 'scaduto')
    return (
      <>
        <ExpiredMessage texts={texts} />
        <div className={css.azioni}>
          <ButtonLink variant="primario" size="lg" fullWidth href={HERE}>
            {texts.altro_link}
          </ButtonLink>
          <ButtonLink variant="fantasma" fullWidth href={LOGIN}>
            {texts.torna}
          </ButtonLink>
        </div>
      </>
    )
  return (
    <form className={css.modulo} {...handlers} onFocus={() => void prepareCall()}>
      <h1>{texts.nuova_titolo}</h1>
      <Muted className={css.sotto}>{texts.nuova_testo}</Muted>
      <NewPasswordFields errors={errors} labels={{ password: texts.nuova, again: texts.conferma }} />
      <Button variant="primario" size="lg" fullWidth type="submit" busy={busy}>
        {texts.salva}
      </Button>
    </form>
  )
}
