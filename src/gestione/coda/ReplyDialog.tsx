import { type FormEvent, useId, useState } from 'react'
import type { DettaglioCoda } from '#contract/gestione/coda'
import type { Result } from '#contract/result'
import { Band, Muted, Stack } from '../../ui/base.tsx'
import { Checkbox, FieldError } from '../../ui/Field.tsx'
import { callConsole } from '../api.ts'
import { DraftDialog } from '../DraftDialog.tsx'
import { consoleFailure } from '../text.ts'
import css from './coda.module.css'
import { TemplateText } from './TemplateText.tsx'
import { codaText as texts } from './text.ts'

const when = new Intl.DateTimeFormat('it-IT', { dateStyle: 'medium', timeStyle: 'short' })

export type Run = (act: () => Promise<Result<DettaglioCoda>>) => Promise<Result<DettaglioCoda>>

/**
 * Writes a mail to everybody of an entry; after a refusal the window stays open with its text. An entry of a colleague, or one
 * that changed since it was shown, needs a confirmation.
 */
export function ReplyDialog({
  detail: { voce, risposte },
  run,
  onClose,
}: {
  detail: DettaglioCoda
  run: Run
  onClose: () => void
}) {
  const form = useId()
  const [testo, setTesto] = useState('')
  const [known] = useState(risposte.length)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [sure, setSure] = useState(false)
  const holder = voce.mia ? null : voce.presa_da
  const later = risposte.slice(known)
  const isDoubtful = holder !== null || later.length > 0
  const visto = { presa_da: voce.presa_da, risposte: risposte.length }
  const { tipo, id } = voce
  const missing = problem === texts.manca_testo
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = testo.trim() === '' ? texts.manca_testo : isDoubtful && !sure ? texts.manca_sicuro : null
    setProblem(wrong)
    if (wrong !== null) return
    setBusy(true)
    const result = await run(() => callConsole('rispondi_voce', { corpo: { tipo, id, testo, visto } }))
    if (!result.ok && result.error.codice === 'VOCE_CAMBIATA') {
      setSure(false)
      await run(() => callConsole('voce_coda', { query: { tipo, id } }))
    }
    setBusy(false)
    if (result.ok) onClose()
    else setProblem(consoleFailure(result.error))
  }
  return (
    <DraftDialog
      title={texts.rispondi}
      cancel={texts.annulla}
      yes={texts.invia}
      form={form}
      busy={busy}
      isChanged={testo.trim() !== ''}
      onClose={onClose}
    >
      <Stack as="form" id={form} onSubmit={submit as never}>
        <Muted>{texts.rispondi_testo}</Muted>
        {holder !== null && <Band tone="avviso">{texts.di_altri(holder)}</Band>}
        <Replied risposte={later} />
        <TemplateText
          tipo={tipo}
          label={texts.testo}
          text={testo}
          error={missing ? problem : undefined}
          onText={setTesto}
        />
        {isDoubtful && (
          <Checkbox checked={sure} onChange={(e) => setSure(e.currentTarget.checked)}>
            {texts.sicuro}
          </Checkbox>
        )}
        <div role="alert">
          <FieldError text={missing ? null : problem} />
        </div>
      </Stack>
    </DraftDialog>
  )
}

/** Replies of an entry with their writers. */
export const Replied = ({ risposte }: Pick<DettaglioCoda, 'risposte'>) =>
  risposte.map(({ quando, chi, testo }) => (
    <div key={quando} className={css.messaggio}>
      <Muted small>
        <time dateTime={quando}>{when.format(new Date(quando))}</time> {chi !== null && texts.da_chi(chi)}
      </Muted>
      <p>{testo}</p>
    </div>
  ))
