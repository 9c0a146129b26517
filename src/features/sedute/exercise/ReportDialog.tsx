import { useState } from 'react'
import { MOTIVI, type Motivo } from '#contract/segnalazione'
import { errorMessage } from '../../../text/errors.ts'
import { Button } from '../../../ui/Button.tsx'
import { Muted } from '../../../ui/base.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { DoneDialog } from '../../../ui/DoneDialog.tsx'
import { RadioBox } from '../../../ui/Field.tsx'
import { sendSegnalazione } from '../domanda-extra.ts'
import { reportText as testi } from '../domanda-text.ts'
import css from './others.module.css'

const MAX_NOTE = 1_000

/** Dialog to report a question by a reason and an optional note. Offline the report waits on the device and leaves by itself. */
export function ReportDialog({ id_domanda, onClose }: { id_domanda: number; onClose: () => void }) {
  const [reason, setReason] = useState<Motivo | null>(null)
  const [nota, setNota] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [stato, setStato] = useState<'scrivo' | 'invio' | 'inviata' | 'in_attesa'>('scrivo')
  const send = async () => {
    setStato('invio')
    setError(null)
    const result = await sendSegnalazione(id_domanda, reason, nota)
    setStato(!result.ok ? 'scrivo' : result.value.sent ? 'inviata' : 'in_attesa')
    if (result.ok) return
    const { codice } = result.error
    setError(codice === 'MISSING_REQUIRED_PARAM' && reason === null ? testi.manca : errorMessage(result.error).text)
  }
  if (stato === 'inviata' || stato === 'in_attesa')
    return (
      <DoneDialog title={testi.titolo} close={testi.chiudi} onClose={onClose}>
        {stato === 'inviata' ? testi.grazie : testi.parte_dopo}
      </DoneDialog>
    )
  return (
    <Dialog
      title={testi.titolo}
      onClose={onClose}
      cancel={testi.annulla}
      actions={
        <Button variant="primario" busy={stato === 'invio'} onClick={() => void send()}>
          {testi.invia}
        </Button>
      }
    >
      <Muted small>{testi.testo}</Muted>
      <fieldset className={css.motivi}>
        <legend>{testi.motivo}</legend>
        {MOTIVI.map((m) => (
          <label key={m} className={css.motivo}>
            <RadioBox name="motivo" value={m} checked={reason === m} onChange={() => setReason(m)} />
            <span>{testi.motivi[m]}</span>
          </label>
        ))}
      </fieldset>
      <label className={css.campo}>
        {testi.nota}
        <textarea
          className={css.testo}
          value={nota}
          maxLength={MAX_NOTE}
          onChange={(e) => setNota(e.currentTarget.value)}
        />
      </label>
      <p role="alert" className={css.errore}>
        {error}
      </p>
    </Dialog>
  )
}
