import { type FormEvent, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Button } from '../../ui/Button.tsx'
import { Band, Muted, Stack } from '../../ui/base.tsx'
import { EmailField, FieldError, PasswordField } from '../../ui/Field.tsx'
import { IconWarn } from '../../ui/icons.ts'
import { callConsole } from '../api.ts'
import { consoleState, enterConsole } from '../console-session.ts'
import { consoleFailure } from '../text.ts'
import { AccessFrame } from './AccessFrame.tsx'
import { accessText as texts } from './text.ts'

/** The first proof: address and password of an account that has a role. */
export function LoginScreen() {
  const { fine } = useSnapshot(consoleState)
  const [refused, setRefused] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const read = (name: string) => String(data.get(name) ?? '')
    setBusy(true)
    const result = await callConsole('accedi', { corpo: { username: read('email'), password: read('password') } })
    setBusy(false)
    if (result.ok) return enterConsole(result.value.segreto, result.value.sessione)
    setRefused(result.error.codice === 'VIETATO' ? texts.senza_ruolo : consoleFailure(result.error))
  }
  return (
    <AccessFrame title={texts.accedi_titolo} text={texts.accedi_testo}>
      {fine && <Band icon={<IconWarn size={20} />}>{consoleFailure({ codice: fine })}</Band>}
      <form onSubmit={(e) => void submit(e)}>
        <Stack>
          <EmailField label={texts.email} autoComplete="username" required />
          <PasswordField label={texts.password} name="password" autoComplete="current-password" required />
          <div role="alert">
            <FieldError text={refused} />
          </div>
          <Button type="submit" variant="primario" fullWidth busy={busy}>
            {texts.accedi}
          </Button>
        </Stack>
      </form>
      <Muted small>{texts.dopo}</Muted>
    </AccessFrame>
  )
}
