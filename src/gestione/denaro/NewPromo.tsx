import { type FormEvent, useId, useState } from 'react'
import { Stack } from '../../ui/base.tsx'
import { EmailField, Field, FieldError } from '../../ui/Field.tsx'
import { callConsole } from '../api.ts'
import { DraftDialog } from '../DraftDialog.tsx'
import { consoleFailure, consoleText } from '../text.ts'
import { denaroText as texts } from './text.ts'

/** Publishes a promo code, or replaces the one of the same name. */
export function NewPromo({ onClose, onPublished }: { onClose: () => void; onPublished: (codice: string) => void }) {
  const form = useId()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const [isChanged, setChanged] = useState(false)
  const look = (event: FormEvent<HTMLFormElement>) =>
    setChanged([...new FormData(event.currentTarget).values()].some((value) => value !== ''))
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const read = (name: string) => String(data.get(name) ?? '').trim() || null
    const codice = read('codice') ?? ''
    setBusy(true)
    setRefused(null)
    const sconto = read('sconto')
    const result = await callConsole('pubblica_promo', {
      corpo: {
        codice,
        titolo: read('titolo') ?? '',
        descrizione: read('descrizione'),
        link: read('link'),
        sconto: sconto === null ? null : Number(sconto),
        email: read('email'),
        fino: read('fino'),
      },
    })
    setBusy(false)
    if (result.ok) onPublished(codice)
    else setRefused(consoleFailure(result.error))
  }
  return (
    <DraftDialog
      title={texts.pubblica}
      cancel={consoleText.annulla}
      yes={texts.pubblica_si}
      form={form}
      busy={busy}
      isChanged={isChanged}
      onClose={onClose}
    >
      <form id={form} onChange={look} onSubmit={(event) => void submit(event)}>
        <Stack>
          <Field
            label={texts.nome_codice}
            name="codice"
            help={texts.nome_codice_aiuto}
            pattern="[A-Za-z0-9_\-]{1,64}"
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            data-primo
            required
          />
          <Field label={texts.titolo_promo} name="titolo" maxLength={120} required />
          <Field label={texts.descrizione} name="descrizione" maxLength={1000} />
          <Field label={texts.sconto} name="sconto" type="number" min={1} max={90} step={1} inputMode="numeric" />
          <Field label={texts.link} name="link" type="url" pattern="https://.*" maxLength={2000} />
          <EmailField label={texts.per} help={texts.per_aiuto} autoComplete="off" />
          <Field label={texts.fino} name="fino" type="date" />
          <div role="alert">
            <FieldError text={refused} />
          </div>
        </Stack>
      </form>
    </DraftDialog>
  )
}
