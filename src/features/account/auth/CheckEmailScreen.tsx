import { Suspense, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useSearch } from 'wouter'
import { refreshUser, resendVerification, sessione } from '../../../domain/sign-in.ts'
import { readSoloQui, signOut } from '../../../domain/sign-out.ts'
import { accountFailure } from '../../../session/failures.ts'
import { showError, showToast } from '../../../session/notices.ts'
import { validationText } from '../../../text/validation.ts'
import { Button } from '../../../ui/Button.tsx'
import { Muted } from '../../../ui/base.tsx'
import { Field } from '../../../ui/Field.tsx'
import { IconMail } from '../../../ui/icons.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { SignOut } from '../SignOut.tsx'
import { AuthFrame } from './AuthFrame.tsx'
import { AuthMessage } from './AuthMessage.tsx'
import css from './auth.module.css'
import { checkAddress, readAddress, useCheckedForm } from './checked-form.ts'
import { authText, verifyEmailText } from './text.ts'
import { useCountdown } from './useCountdown.ts'

const MailOutcome = lazyPart(() => import('./MailOutcome.tsx'))

/** Shows at `/auth/check-email` the outcome of the mail's link, or waits for it [SC4][RT19][RT38]. */
export default function CheckEmailScreen() {
  const query = new URLSearchParams(useSearch())
  const esito = query.get('esito')
  return (
    <AuthFrame key={esito} title={verifyEmailText.titolo}>
      <Suspense>{esito === null ? <WaitForMail /> : <MailOutcome esito={esito} token={query.get('token')} />}</Suspense>
    </AuthFrame>
  )
}

/** Checks the verification, sends the mail again, or changes the address. */
function WaitForMail() {
  const email = useSnapshot(sessione).credentials?.utente.email_comunicazioni ?? ''
  const [check, setCheck] = useState<'fermo' | 'in_corso' | 'non_ancora'>('fermo')
  const [changing, setChanging] = useState(false)
  const [sentAt, setSentAt] = useState(() => Date.now())
  const left = useCountdown(sentAt)

  // Check when the person returns to this tab, because the link opens elsewhere.
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void refreshUser()
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])

  const checkNow = async () => {
    setCheck('in_corso')
    const result = await refreshUser()
    setCheck(result.ok ? 'non_ancora' : 'fermo')
    if (!result.ok) showError(accountFailure(result.error), { riprova: checkNow })
  }
  const send = async (address?: string) => {
    const result = await resendVerification(address)
    const taken = !result.ok && address !== undefined && result.error.codice === 'EMAIL_GIA_IN_USO'
    if (taken) return 'EMAIL_GIA_IN_USO' as const
    if (!result.ok) return showError(accountFailure(result.error), { riprova: () => void send(address) })
    setSentAt(Date.now())
    setChanging(false)
    showToast({ text: verifyEmailText.inviata(address ?? email) })
  }
  const { errors, handlers } = useCheckedForm({
    read: readAddress,
    check: checkAddress,
    send: (values) => send(values.email),
    done: (wrong, _again, refuse) => wrong && refuse({ email: wrong }),
  })

  return (
    <>
      <AuthMessage icon={<IconMail size={32} />} title={verifyEmailText.titolo}>
        <p>{verifyEmailText.testo(email)}</p>
        <Muted small role="status">
          {check === 'non_ancora' ? verifyEmailText.non_ancora : verifyEmailText.spam}
        </Muted>
      </AuthMessage>
      {changing ? (
        <form className={css.modulo} {...handlers}>
          <Field
            label={verifyEmailText.nuovo}
            name="email"
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            error={errors.email && validationText[errors.email]}
          />
          <Button variant="primario" fullWidth type="submit">
            {verifyEmailText.salva}
          </Button>
          <Button variant="fantasma" fullWidth onClick={() => setChanging(false)}>
            {verifyEmailText.annulla}
          </Button>
        </form>
      ) : (
        <div className={css.azioni}>
          <Button variant="primario" size="lg" fullWidth busy={check === 'in_corso'} onClick={checkNow}>
            {verifyEmailText.fatto}
          </Button>
          <Button fullWidth disabled={left > 0} onClick={() => void send()}>
            {left > 0 ? authText.invia_tra(left) : authText.invia}
          </Button>
          <Button variant="fantasma" fullWidth onClick={() => setChanging(true)}>
            {verifyEmailText.cambia}
          </Button>
          <SignOut figures={readSoloQui} logout={signOut} variant="fantasma" fullWidth />
        </div>
      )}
    </>
  )
}
