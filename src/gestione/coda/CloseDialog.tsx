import { type FormEvent, useId, useState } from 'react'
import { ESITI_CODA, type EsitoCoda, type VoceCoda } from '#contract/gestione/coda'
import { Muted, Stack } from '../../ui/base.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { callConsole } from '../api.ts'
import { DraftDialog } from '../DraftDialog.tsx'
import { consoleFailure } from '../text.ts'
import type { Run } from './ReplyDialog.tsx'
import { TemplateText } from './TemplateText.tsx'
import { codaText as texts } from './text.ts'

/** Closes an entry with a reason, and with a text for whoever asked. */
export function CloseDialog({ voce, run, onClose }: { voce: VoceCoda; run: Run; onClose: () => void }) {
  const form = useId()
  const outcomes: readonly EsitoCoda[] = ESITI_CODA[voce.tipo]
  const [esito, setEsito] = useState<EsitoCoda | null>(null)
  const [testo, setTesto] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (esito === null) return setProblem(texts.manca_esito)
    setBusy(true)
    const corpo = { tipo: voce.tipo, id: voce.id, esito, testo: testo.trim() || null }
    const result = await run(() => callConsole('chiudi_voce', { corpo }))
    setBusy(false)
    if (result.ok) onClose()
    else setProblem(consoleFailure(result.error))
  }
  return (
    <DraftDialog
      title={texts.chiudi_titolo}
      cancel={texts.annulla}
      yes={texts.chiudi}
      form={form}
      busy={busy}
      isChanged={testo.trim() !== ''}
      onClose={onClose}
    >
      <Stack as="form" id={form} onSubmit={submit as never}>
        <Segmented
          legend={texts.chiudi_come}
          options={outcomes.map((value) => ({ value, text: texts.esiti[value] }))}
          value={esito}
          onSelect={setEsito}
        />
        <Muted>{voce.tipo === 'domanda' ? texts.chiudi_domanda : texts.chiudi_altre}</Muted>
        <TemplateText tipo={voce.tipo} label={texts.testo_facoltativo} text={testo} onText={setTesto} />
        <div role="alert">
          <FieldError text={problem} />
        </div>
      </Stack>
    </DraftDialog>
  )
}
