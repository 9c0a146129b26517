import { type ReactNode, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { EsitoConferma } from '#contract/account'
import { HOME, LOGIN } from '#rules/routes'
import { call } from '../../../api/client.ts'
import { accountFailure } from '../../../session/failures.ts'
import { showError, showToast } from '../../../session/notices.ts'
import { isAuthenticated, refreshUser, sessione } from '../../../session/sign-in.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { IconExpired, IconMail, IconRight, IconWarn } from '../../../ui/icons.ts'
import { AuthMessage } from './AuthMessage.tsx'
import css from './auth.module.css'
import { mailOutcomeText as texts } from './later-text.ts'
import { authText } from './text.ts'
import { MAIL_WAIT_S, useCountdown } from './useCountdown.ts'

/** What the link of a verification mail came to, on whatever device it was opened [RT38][AU33]. */
export default function MailOutcome({ esito, token }: { esito: string; token: string | null }) {
  if (esito === 'verificata') return <Verified />
  if (token !== null && esito.startsWith('conferma')) return <WhoseAccount token={token} nuovo={esito !== 'conferma'} />
  return token === null ? <ExpiredUnknown /> : <Expired token={token} />
}

/** Opening a link proves nothing, for scanners and the curious open them too: the owner of the address says whether the account is theirs. */
function WhoseAccount({ token, nuovo }: { token: string; nuovo: boolean }) {
  const [step, setStep] = useState<'chiede' | 'si' | 'no' | 'in_uso' | 'scaduto' | EsitoConferma>('chiede')

  const answer = async (mio: boolean) => {
    setStep(mio ? 'si' : 'no')
    const result = await call('conferma_email', { corpo: { token, mio } })
    if (result.ok) return setStep(result.value.esito)
    if (result.error.codice === 'LINK_SCADUTO') return setStep('scaduto')
    if (result.error.codice === 'EMAIL_GIA_IN_USO') return setStep('in_uso')
    setStep('chiede')
    showError(accountFailure(result.error), { riprova: () => void answer(mio) })
  }

  if (step === 'confermata') return <Verified />
  if (step === 'in_uso') return <Taken />
  if (step === 'scaduto') return <Expired token={token} />
  if (step === 'eliminato' || step === 'annullata' || step === 'rimasto')
    return (
      <>
        <AuthMessage icon={<IconRight size={32} />} title={texts[step].titolo} tone="ok">
          <p role="status">{texts[step].testo}</p>
        </AuthMessage>
        {step === 'rimasto' && (
          <ButtonLink variant="bordo" size="lg" fullWidth href="/assistenza">
            {texts.assistenza}
          </ButtonLink>
        )}
      </>
    )
  return (
    <>
      <AuthMessage icon={<IconMail size={32} />} title={texts.conferma_titolo}>
        <p>{nuovo ? texts.indirizzo : texts.conferma}</p>
      </AuthMessage>
      <div className={css.azioni}>
        <Button
          variant="primario"
          size="lg"
          fullWidth
          busy={step === 'si'}
          disabled={step === 'no'}
          onClick={() => void answer(true)}
        >
          {nuovo ? texts.indirizzo_si : texts.conferma_si}
        </Button>
        <Button
          variant="fantasma"
          fullWidth
          busy={step === 'no'}
          disabled={step === 'si'}
          onClick={() => void answer(false)}
        >
          {texts.non_io}
        </Button>
      </div>
    </>
  )
}

const useEntered = () => isAuthenticated(useSnapshot(sessione) as typeof sessione)

/** Where the same person is signed in the page goes on by itself; elsewhere it says where to go on. */
function Verified() {
  const [, navigate] = useLocation()
  useEffect(() => {
    void refreshUser().then((result) => {
      if (!result.ok || !result.value.email_verificata) return
      showToast({ text: texts.verificata_titolo })
      navigate(HOME, { replace: true })
    })
  }, [navigate])
  return (
    <>
      <AuthMessage icon={<IconRight size={32} />} title={texts.verificata_titolo} tone="ok">
        <p>{texts.verificata_altrove}</p>
      </AuthMessage>
      <ButtonLink variant="primario" size="lg" fullWidth href={LOGIN}>
        {authText.accedi}
      </ButtonLink>
    </>
  )
}

/** The link does nothing: why, and the way to the account. */
function Useless({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  const entered = useEntered()
  return (
    <>
      <AuthMessage icon={icon} title={title} tone="avviso">
        <p>{text}</p>
      </AuthMessage>
      <ButtonLink variant="primario" size="lg" fullWidth href={entered ? '/profilo' : LOGIN}>
        {entered ? texts.profilo : authText.accedi}
      </ButtonLink>
    </>
  )
}

const Taken = () => <Useless icon={<IconWarn size={32} />} title={texts.in_uso_titolo} text={texts.in_uso} />

/** Nobody knows whose link it was: signing in leads to another. */
const ExpiredUnknown = () => (
  <Useless icon={<IconExpired size={32} />} title={texts.scaduto_titolo} text={texts.scaduto_ignoto} />
)

/** The link itself says which account: a new one goes to the same address. */
function Expired({ token }: { token: string }) {
  const [step, setStep] = useState<'fermo' | 'in_corso' | 'inviata' | 'ignoto'>('fermo')
  const [wait, setWait] = useState({ from: 0, seconds: 0 })
  const left = useCountdown(wait.from, wait.seconds)

  const renew = async () => {
    setStep('in_corso')
    const result = await call('rinvia_verifica', { corpo: { token } })
    setStep(result.ok ? 'inviata' : result.error.codice === 'LINK_SCADUTO' ? 'ignoto' : 'fermo')
    if (result.ok) return setWait({ from: Date.now(), seconds: MAIL_WAIT_S })
    if (result.error.codice === 'RATE_LIMIT_EXCEEDED')
      setWait({ from: Date.now(), seconds: Number(result.error.dati?.secondi) || MAIL_WAIT_S })
    if (result.error.codice !== 'LINK_SCADUTO') showError(accountFailure(result.error), { riprova: () => void renew() })
  }

  if (step === 'ignoto') return <ExpiredUnknown />
  const sent = step === 'inviata'
  return (
    <>
      <AuthMessage
        icon={sent ? <IconMail size={32} /> : <IconExpired size={32} />}
        title={sent ? texts.rinviata_titolo : texts.scaduto_titolo}
        tone={sent ? 'ok' : 'avviso'}
      >
        <p role="status">{sent ? texts.rinviata : texts.scaduto}</p>
      </AuthMessage>
      <div className={css.azioni}>
        <Button
          variant={sent ? 'bordo' : 'primario'}
          size="lg"
          fullWidth
          busy={step === 'in_corso'}
          disabled={left > 0}
          onClick={() => void renew()}
        >
          {left > 0 ? authText.invia_tra(left) : sent ? authText.invia : texts.rinvia}
        </Button>
        <ButtonLink variant="fantasma" fullWidth href={LOGIN}>
          {authText.accedi}
        </ButtonLink>
      </div>
    </>
  )
}
