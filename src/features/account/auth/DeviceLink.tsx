import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { HOME, LOGIN } from '#rules/routes'
import { call } from '../../../api/client.ts'
import { accountFailure } from '../../../session/failures.ts'
import { showError } from '../../../session/notices.ts'
import { isAuthenticated, sessione } from '../../../session/sign-in.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { IconDevice, IconRight } from '../../../ui/icons.ts'
import { AuthMessage, ExpiredMessage } from './AuthMessage.tsx'
import css from './auth.module.css'
import { deviceText as texts } from './later-text.ts'
import { authText } from './text.ts'

/** The link that lets one device in beyond the limit: it takes a yes, on whatever device the mail is read [AU35][RT38]. */
export default function DeviceLink({ token }: { token: string }) {
  const entered = isAuthenticated(useSnapshot(sessione) as typeof sessione)
  const [step, setStep] = useState<'chiede' | 'in_corso' | 'ammesso' | 'scaduto'>('chiede')

  const confirm = async () => {
    setStep('in_corso')
    const result = await call('conferma_dispositivo', { corpo: { token } })
    if (result.ok) return setStep('ammesso')
    setStep(result.error.codice === 'LINK_SCADUTO' ? 'scaduto' : 'chiede')
    if (result.error.codice !== 'LINK_SCADUTO')
      showError(accountFailure(result.error), { riprova: () => void confirm() })
  }
  const away = entered ? (
    <ButtonLink variant="primario" size="lg" fullWidth href={HOME}>
      {texts.home}
    </ButtonLink>
  ) : (
    <ButtonLink variant="primario" size="lg" fullWidth href={LOGIN}>
      {authText.accedi}
    </ButtonLink>
  )

  if (step === 'ammesso')
    return (
      <>
        <AuthMessage icon={<IconRight size={32} />} title={texts.ammesso_titolo} tone="ok">
          <p role="status">{texts.ammesso}</p>
        </AuthMessage>
        {away}
      </>
    )
  if (step === 'scaduto')
    return (
      <>
        <ExpiredMessage texts={texts} />
        {away}
      </>
    )
  return (
    <>
      <AuthMessage icon={<IconDevice size={32} />} title={texts.link_titolo}>
        <p>{texts.link_testo}</p>
      </AuthMessage>
      <div className={css.azioni}>
        <Button variant="primario" size="lg" fullWidth busy={step === 'in_corso'} onClick={() => void confirm()}>
          {texts.link_si}
        </Button>
        <ButtonLink variant="fantasma" fullWidth href={entered ? '/profilo' : '/auth/recupera-password'}>
          {texts.link_no}
        </ButtonLink>
      </div>
    </>
  )
}
