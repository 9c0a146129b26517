import { type ReactNode, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { EsitoConferma } from '#contract/account'
import { HOME, LOGIN } from '#rules/routes'
import { call } from '../../../api/client.ts'
import { isAuthenticated, refreshUser, sessione } from '../../../domain/sign-in.ts'
import { accountFailure, ownPasswordFailure } from '../../../session/failures.ts'
import { showError, showToast } from '../../../session/notices.ts'
import { validationText } from '../../../text/validation.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { PasswordField } from '../../../ui/Field.tsx'
import { IconExpired, IconMail, IconRight, IconWarn } from '../../../ui/icons.ts'
import { AuthMessage } from './AuthMessage.tsx'
import css from './auth.module.css'
import { checkOwnPassword, readOwnPassword, useCheckedForm } from './checked-form.ts'
import { mailOutcomeText as texts } from './later-text.ts'
import { authText } from './text.ts'
import { MAIL_WAIT_S, useCountdown } from './useCountdown.ts'

/** Shows the outcome of a verification mail's link, on any device that opened it [RT38][AU33]. */
export default function MailOutcome({ esito, token }: { esito: string; token: string | null }) {
  if (esito === 'verificata') return <Verified />
  if (token !== null && esito.startsWith('conferma')) return <WhoseAccount token={token} nuovo={esito !== 'conferma'} />
  return token === null ? <ExpiredUnknown /> : <Expired token={token} />
}

type Step = 'chiede' | 'si' | 'altra' | 'no' | 'in_uso' | 'scaduto' | EsitoConferma
type Reply = { mio: boolean; password?: string; riprendi?: boolean }

/**
 * Asks the owner of the address whether the account is theirs, because scanners open links too.
 * Without a session the person proves it with the account's password, or chooses another one [AU39].
 */
function WhoseAccount({ token, nuovo }: { token: string; nuovo: boolean }) {
  const [, navigate] = useLocation()
  const { credentials } = useSnapshot(sessione)
  const [step, setStep] = useState<Step>('chiede')

  const answer = async (reply: Reply) => {
    setStep(!reply.mio ? 'no' : reply.riprendi ? 'altra' : 'si')
    const result = await call('conferma_email', { corpo: { token, ...reply } })
    if (result.ok && result.value.scelta)
      return navigate(`/auth/recupera-password?token=${result.value.scelta}`, { replace: true })
    if (result.ok) return setStep(result.value.esito)
    if (result.error.codice === 'LINK_SCADUTO') return setStep('scaduto')
    if (result.error.codice === 'EMAIL_GIA_IN_USO') return setStep('in_uso')
    setStep('chiede')
    const wrong = result.error.codice === 'CREDENZIALI_ERRATE'
    const error = ownPasswordFailure(wrong ? { codice: 'VECCHIA_PASSWORD_ERRATA' } : result.error)
    showError(error, wrong ? {} : { riprova: () => void answer(reply) })
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
      {credentials === null ? (
        <OwnPassword nuovo={nuovo} step={step} onAnswer={answer} />
      ) : (
        <div className={css.azioni}>
          <Button
            variant="primario"
            size="lg"
            fullWidth
            busy={step === 'si'}
            disabled={step === 'no'}
            onClick={() => void answer({ mio: true })}
          >
            {nuovo ? texts.indirizzo_si : texts.conferma_si}
          </Button>
          <NotMine step={step} onAnswer={answer} />
        </div>
      )}
    </>
  )
}

type AnswerProps = { step: Step; onAnswer: (reply: Reply) => Promise<void> }

const NotMine = ({ step, onAnswer }: AnswerProps) => (
  <Button
    variant="fantasma"
    fullWidth
    busy={step === 'no'}
    disabled={step === 'si' || step === 'altra'}
    onClick={() => void onAnswer({ mio: false })}
  >
    {texts.non_io}
  </Button>
)

/** Asks for the account's password; a person who made the account and forgot it chooses another. */
function OwnPassword({ nuovo, step, onAnswer }: AnswerProps & { nuovo: boolean }) {
  const idle = step === 'chiede'
  const { errors, handlers } = useCheckedForm({
    read: readOwnPassword,
    check: checkOwnPassword,
    send: async ({ password }) => onAnswer({ mio: true, password }),
    done: () => undefined,
  })
  return (
    <form className={css.modulo} {...handlers}>
      <PasswordField
        label={nuovo ? texts.password_account : texts.password_scelta}
        name="password"
        autoComplete="current-password"
        help={nuovo ? texts.password_dove : undefined}
        error={errors.password && validationText[errors.password]}
      />
      <Button
        variant="primario"
        size="lg"
        fullWidth
        type="submit"
        busy={step === 'si'}
        disabled={!idle && step !== 'si'}
      >
        {nuovo ? texts.indirizzo_si : texts.conferma_si}
      </Button>
      {!nuovo && (
        <Button
          fullWidth
          busy={step === 'altra'}
          disabled={!idle && step !== 'altra'}
          onClick={() => void onAnswer({ mio: true, riprendi: true })}
        >
          {texts.scegli_altra}
        </Button>
      )}
      <NotMine step={step} onAnswer={onAnswer} />
    </form>
  )
}

const useEntered = () => isAuthenticated(useSnapshot(sessione) as typeof sessione)

/** Goes on to the home where the same person is signed in; shows elsewhere where to go on. */
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

/** Shows why the link does nothing, and the way to the account. */
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

/** Leads to another link by the sign-in, because the address names no account. */
const ExpiredUnknown = () => (
  <Useless icon={<IconExpired size={32} />} title={texts.scaduto_titolo} text={texts.scaduto_ignoto} />
)

/** Sends a new link to the address of the account that the token identifies. */
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
