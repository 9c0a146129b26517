import { type FormEvent, useId, useState } from 'react'
import { Muted, Stack } from '../../ui/base.tsx'
import { EmailField, FieldError } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { callConsole } from '../api.ts'
import { consoleFailure, consoleText } from '../text.ts'
import { postaText as texts } from './text.ts'

/** Sends a mail at once and shows the mail server's response. */
export function TrialMail({ onClose }: { onClose: () => void }) {
  const form = useId()
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const a = String(new FormData(event.currentTarget).get('email') ?? '').trim()
    setBusy(true)
    setDone(null)
    setRefused(null)
    const result = await callConsole('prova_posta', { corpo: { a } })
    setBusy(false)
    if (!result.ok) setRefused(consoleFailure(result.error))
    else if (result.value.esito === 'rifiutata') setRefused(texts.rifiutata(result.value.motivo ?? ''))
    else setDone(texts.esiti[result.value.esito])
  }
  return (
    <FormDialog
      title={texts.prova}
      cancel={consoleText.chiudi}
      yes={texts.manda}
      form={form}
      busy={busy}
      onClose={onClose}
    >
      <form id={form} onSubmit={(event) => void submit(event)}>
        <Stack>
          <Muted>{texts.prova_testo}</Muted>
          <EmailField label={texts.prova_a} autoComplete="email" data-primo required />
          <p role="status">{done}</p>
          <div role="alert">
            <FieldError text={refused} />
          </div>
        </Stack>
      </form>
    </FormDialog>
  )
}
