import { type FormEvent, useId, useState } from 'react'
import type { CheckedDomanda } from '#contract/gestione/banche'
import type { Failure } from '#contract/result'
import { STATI } from '#rules/domanda'
import { Stack } from '../../ui/base.tsx'
import { Checkbox, Field, FieldError } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { SelectField, TextArea } from '../../ui/LongFields.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { callConsole } from '../api.ts'
import { consoleFailure } from '../text.ts'
import { questionNumber } from './QuestionCard.tsx'
import { managedText as texts } from './text.ts'

const LETTERS = 'ABCDE'

/** Says why a draft cannot be published; null where it can. */
function problemOf(d: CheckedDomanda, draft: Draft): string | null {
  if (draft.testo.trim() === '' || draft.risposte.some((r) => r.trim() === '')) return texts.manca_testo
  const same = (['testo', 'risposte', 'corretta', 'stato'] as const).every(
    (name) => JSON.stringify(draft[name]) === JSON.stringify(d[name]),
  )
  return same ? texts.niente_cambia : draft.motivo.trim() === '' ? texts.manca_motivo : null
}

type Draft = Pick<CheckedDomanda, 'testo' | 'risposte' | 'corretta' | 'stato'> & { motivo: string; chiudi: boolean }

/** Corrects, annuls or disputes a question in a new version of its bank. */
export function CorrectDialog({
  id,
  versione,
  domanda: d,
  onDone,
  onStale,
  onClose,
}: {
  id: number
  versione: string
  domanda: CheckedDomanda
  onDone: (text: string) => void
  /** Another version was published meanwhile. */
  onStale: () => void
  onClose: () => void
}) {
  const form = useId()
  const reports = d.segnalazioni.reduce((sum, { n }) => sum + n, 0)
  const { testo, risposte, corretta, stato } = d
  const [draft, setDraft] = useState<Draft>({ testo, risposte, corretta, stato, motivo: '', chiudi: reports > 0 })
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const set = (more: Partial<Draft>) => setDraft({ ...draft, ...more })
  const refuse = (error: Failure) => (error.codice === 'NON_TROVATO' ? onStale() : setProblem(consoleFailure(error)))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = problemOf(d, draft)
    setProblem(wrong)
    if (wrong !== null) return
    setBusy(true)
    const corpo = { id_concorso: id, versione, id_domanda: d.id_domanda, ...draft }
    const result = await callConsole('correggi_domanda', { corpo })
    setBusy(false)
    if (result.ok) onDone(texts.fatta(result.value.avvisate))
    else refuse(result.error)
  }
  return (
    <FormDialog
      title={texts.correggi_titolo(questionNumber(d))}
      cancel={texts.annulla}
      yes={texts.pubblica_correzione}
      form={form}
      busy={busy}
      onClose={onClose}
    >
      <Stack as="form" id={form} onSubmit={submit as never}>
        <TextArea
          label={texts.testo}
          rows={3}
          value={draft.testo}
          onChange={(e) => set({ testo: e.currentTarget.value })}
        />
        {draft.risposte.map((risposta, i) => (
          <Field
            // biome-ignore lint/suspicious/noArrayIndexKey: answers have places, and no other name
            key={i}
            label={texts.risposta(LETTERS[i] ?? '')}
            value={risposta}
            onChange={(e) => set({ risposte: draft.risposte.with(i, e.currentTarget.value) })}
          />
        ))}
        <SelectField
          label={texts.quale_chiave}
          value={draft.corretta ?? ''}
          onChange={(e) => set({ corretta: Number(e.currentTarget.value) || null })}
        >
          <option value="">{texts.nessuna}</option>
          {draft.risposte.map((_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: answers have places, and no other name
            <option key={i} value={i + 1}>
              {LETTERS[i]}
            </option>
          ))}
        </SelectField>
        <Segmented
          legend={texts.stato}
          options={STATI.map((value) => ({ value, text: texts.stati[value] }))}
          value={draft.stato}
          onSelect={(value) => set({ stato: value, chiudi: reports > 0 && value !== 'contestata' })}
        />
        <Field
          label={texts.motivo}
          help={texts.motivo_aiuto}
          maxLength={300}
          value={draft.motivo}
          onChange={(e) => set({ motivo: e.currentTarget.value })}
        />
        {reports > 0 && (
          <Checkbox checked={draft.chiudi} onChange={(e) => set({ chiudi: e.currentTarget.checked })}>
            {texts.avvisa(reports)}
          </Checkbox>
        )}
        <FieldError text={problem} />
      </Stack>
    </FormDialog>
  )
}
