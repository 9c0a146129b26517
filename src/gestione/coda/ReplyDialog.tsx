import { type FormEvent, useId, useState } from 'react'
import type { DettaglioCoda, VoceCoda } from '#contract/gestione/coda'
import type { Failure, Result } from '#contract/result'
import { Muted, Stack } from '../../ui/base.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { callConsole } from '../api.ts'
import { consoleFailure } from '../text.ts'
import { TemplateText } from './TemplateText.tsx'
import { codaText as texts } from './text.ts'

export type Run = (act: () => Promise<Result<DettaglioCoda>>) => Promise<Result<DettaglioCoda>>

/** Writes a mail to everybody of an entry. After a refusal it stays open with its text. */
export function ReplyDialog({ voce, run, onClose }: { voce: VoceCoda; run: Run; onClose: () => void }) {
  const form = useId()
  const [testo, setTesto] = useState('')
  const [sent, setSent] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Failure | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (testo.trim() === '') return
    setBusy(true)
    const result = await run(() => callConsole('rispondi_voce', { corpo: { tipo: voce.tipo, id: voce.id, testo } }))
    setBusy(false)
    if (result.ok) onClose()
    else setRefused(result.error)
  }
  return (
    <FormDialog
      title={texts.rispondi}
      cancel={texts.annulla}
      yes={texts.invia}
      form={form}
      busy={busy}
      onClose={onClose}
    >
      <Stack as="form" id={form} onSubmit={submit as never}>
        <Muted>{texts.rispondi_testo}</Muted>
        <TemplateText
          tipo={voce.tipo}
          label={texts.testo}
          text={testo}
          error={sent && testo.trim() === '' ? texts.manca_testo : undefined}
          onText={setTesto}
        />
        <FieldError text={refused && consoleFailure(refused)} />
      </Stack>
    </FormDialog>
  )
}
