import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Stack } from '../../ui/base.tsx'
import { Field } from '../../ui/Field.tsx'
import { callConsole } from '../api.ts'
import { consoleState } from '../console-session.ts'
import { consoleFailure } from '../text.ts'
import { accessText as texts } from './text.ts'

/** The code that the command printed, which the first second factor requires. */
export function EnrolForm() {
  const [refused, setRefused] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const codice = String(new FormData(event.currentTarget).get('codice') ?? '')
    setBusy(true)
    const result = await callConsole('iscrivi', { corpo: { codice } })
    setBusy(false)
    if (result.ok) consoleState.sessione = result.value
    else setRefused(result.error.codice === 'CODICE_ERRATO' ? texts.iscrizione_errata : consoleFailure(result.error))
  }
  return (
    <form onSubmit={(e) => void submit(e)}>
      <Stack>
        <Field
          label={texts.iscrizione}
          name="codice"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          help={texts.iscrizione_aiuto}
          error={refused}
          required
        />
        <Button type="submit" variant="primario" fullWidth busy={busy}>
          {texts.avanti}
        </Button>
      </Stack>
    </form>
  )
}
