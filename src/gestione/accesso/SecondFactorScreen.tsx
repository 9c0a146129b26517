import { useSnapshot } from 'valtio'
import { Button } from '../../ui/Button.tsx'
import { IconLogout } from '../../ui/icons.ts'
import { callConsole } from '../api.ts'
import { consoleState, leaveConsole } from '../console-session.ts'
import { consoleText } from '../text.ts'
import { AccessFrame } from './AccessFrame.tsx'
import { EnrolForm } from './EnrolForm.tsx'
import { GiveFactor } from './GiveFactor.tsx'
import { SetUpFactors } from './SetUpFactors.tsx'
import { accessText as texts } from './text.ts'

/** The second proof; an account that has none sets one up first. */
export default function SecondFactorScreen() {
  const { sessione } = useSnapshot(consoleState)
  if (!sessione) return null
  const isSet = sessione.codici || sessione.passkey.length > 0
  const leave = async () => {
    await callConsole('esci')
    leaveConsole(null)
  }
  return (
    <AccessFrame
      title={isSet ? texts.secondo_titolo : texts.imposta_titolo}
      text={isSet ? texts.secondo_testo : sessione.iscritta ? texts.imposta_testo : texts.iscrizione_testo}
    >
      {isSet ? (
        <GiveFactor
          known={sessione}
          onGiven={(next) => {
            consoleState.sessione = next
          }}
        />
      ) : sessione.iscritta ? (
        <SetUpFactors />
      ) : (
        <EnrolForm />
      )}
      <Button variant="fantasma" icon={<IconLogout size={20} />} onClick={() => void leave()}>
        {consoleText.esci}
      </Button>
    </AccessFrame>
  )
}
