import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { CheckedDomanda } from '#contract/gestione/banche'
import type { Failure } from '#contract/result'
import { STATI } from '#rules/domanda'
import { stripHtml } from '#rules/text'
import { Band, Chip, Stack } from '../../ui/base.tsx'
import { Checkbox, Field, FieldError } from '../../ui/Field.tsx'
import { SelectField, TextArea } from '../../ui/LongFields.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { callConsole } from '../api.ts'
import { DraftDialog } from '../DraftDialog.tsx'
import { consoleFailure } from '../text.ts'
import { questionNumber } from './QuestionCard.tsx'
import { managedText as texts } from './text.ts'

const LETTERS = 'ABCDE'

type Words = Pick<CheckedDomanda, 'testo' | 'risposte' | 'corretta' | 'stato'>
const isSame = (a: Words, b: Words): boolean =>
  (['testo', 'risposte', 'corretta', 'stato'] as const).every(
    (name) => JSON.stringify(a[name]) === JSON.stringify(b[name]),
  )

/** Says why a draft cannot be published; null where it can. */
function problemOf(d: CheckedDomanda, draft: Draft): string | null {
  if (draft.testo.trim() === '' || draft.risposte.some((r) => r.trim() === '')) return texts.manca_testo
  return isSame(draft, d) ? texts.niente_cambia : draft.motivo.trim() === '' ? texts.manca_motivo : null
}

type Draft = Words & { motivo: string; chiudi: boolean }

/** Question in a version that was published since the page was read, and why it was; `isSame`: as it was before. */
type Overtaken = { versione: string; domanda: CheckedDomanda; motivo: string | null; isSame: boolean }

/** Reads what was published meanwhile; a sentence where the question cannot be corrected any more. */
async function readOvertaken(id: number, seen: CheckedDomanda): Promise<Overtaken | string> {
  const health = await callConsole('salute_banca', { query: { id_concorso: id, id_domanda: seen.id_domanda } })
  if (!health.ok) return consoleFailure(health.error)
  const { versione, voci } = health.value
  const domanda = voci.find(({ id_domanda }) => id_domanda === seen.id_domanda)
  if (!domanda) return texts.persa
  const bank = await callConsole('banca', { query: { id_concorso: id } })
  const motivo = (bank.ok && bank.value.versioni.find(({ attuale }) => attuale)?.motivo) || null
  return { versione, domanda, motivo, isSame: isSame(domanda, seen) }
}

/**
 * Corrects, annuls or disputes a question in a new version of its bank. Where another version was published meanwhile the
 * draft stays, and goes over that one: knowingly where the question itself was changed.
 */
export function CorrectDialog({
  id,
  versione,
  domanda: seen,
  onDone,
  onStale,
  onClose,
}: {
  id: number
  versione: string
  domanda: CheckedDomanda
  onDone: (text: string) => void
  /** Another version was published meanwhile; the dialog stays. */
  onStale: () => void
  onClose: () => void
}) {
  const form = useId()
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null)
  const [sure, setSure] = useState(false)
  const d = overtaken?.domanda ?? seen
  const reports = d.segnalazioni.reduce((sum, { n }) => sum + n, 0)
  const { testo, risposte, corretta, stato } = seen
  const [first] = useState<Draft>({ testo, risposte, corretta, stato, motivo: '', chiudi: reports > 0 })
  const [draft, setDraft] = useState(first)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const set = (more: Partial<Draft>) => setDraft({ ...draft, ...more })
  const isElsewhere = overtaken === null || overtaken.isSame
  const refuse = async (error: Failure) => {
    if (error.codice !== 'NON_TROVATO') return setProblem(consoleFailure(error))
    const now = await readOvertaken(id, d)
    if (typeof now === 'string') return setProblem(now)
    setOvertaken({ ...now, isSame: now.isSame && isElsewhere })
    setSure(false)
    onStale()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = problemOf(d, draft) ?? (isElsewhere || sure ? null : texts.manca_visto)
    setProblem(wrong)
    if (wrong !== null) return
    setBusy(true)
    const corpo = { id_concorso: id, versione: overtaken?.versione ?? versione, id_domanda: d.id_domanda, ...draft }
    const result = await callConsole('correggi_domanda', { corpo })
    if (!result.ok) await refuse(result.error)
    setBusy(false)
    if (result.ok) onDone(texts.fatta(result.value.avvisate))
  }
  return (
    <DraftDialog
      title={texts.correggi_titolo(questionNumber(d))}
      cancel={texts.annulla}
      yes={texts.pubblica_correzione}
      form={form}
      busy={busy}
      isChanged={JSON.stringify(draft) !== JSON.stringify(first)}
      onClose={onClose}
    >
      <Stack as="form" id={form} onSubmit={submit as never}>
        <Fields draft={draft} onChange={set} />
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
        {overtaken && <Meanwhile overtaken={{ ...overtaken, isSame: isElsewhere }} sure={sure} onSure={setSure} />}
        <div role="alert">
          <FieldError text={problem} />
        </div>
      </Stack>
    </DraftDialog>
  )
}

/** Words and key of a question. */
const Fields = ({ draft, onChange }: { draft: Draft; onChange: (more: Partial<Draft>) => void }) => (
  <>
    <TextArea
      label={texts.testo}
      rows={3}
      value={draft.testo}
      onChange={(e) => onChange({ testo: e.currentTarget.value })}
    />
    {draft.risposte.map((risposta, i) => (
      <Field
        // biome-ignore lint/suspicious/noArrayIndexKey: answers have places, and no other name
        key={i}
        label={texts.risposta(LETTERS[i] ?? '')}
        value={risposta}
        onChange={(e) => onChange({ risposte: draft.risposte.with(i, e.currentTarget.value) })}
      />
    ))}
    <SelectField
      label={texts.quale_chiave}
      value={draft.corretta ?? ''}
      onChange={(e) => onChange({ corretta: Number(e.currentTarget.value) || null })}
    >
      <option value="">{texts.nessuna}</option>
      {draft.risposte.map((_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: answers have places, and no other name
        <option key={i} value={i + 1}>
          {LETTERS[i]}
        </option>
      ))}
    </SelectField>
  </>
)

/** Says what was published since the question was read; where that changed the question, shows it and has it confirmed. */
function Meanwhile({
  overtaken: { versione, domanda: d, motivo, isSame },
  sure,
  onSure,
}: {
  overtaken: Overtaken
  sure: boolean
  onSure: (sure: boolean) => void
}) {
  const ref = useRef<HTMLDivElement>(null)
  // Newer browsers return a promise, which is no clean-up of an effect.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone it may stand below the fields
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest' })
  }, [versione])
  return (
    <Stack ref={ref}>
      <Band>{isSame ? texts.superata_altra(motivo) : texts.superata_questa(motivo)}</Band>
      {!isSame && (
        <>
          <p>{stripHtml(d.testo)}</p>
          <ol type="A">
            {d.risposte.map((risposta, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: answers have places, and no other name
              <li key={i}>
                {stripHtml(risposta)} {i + 1 === d.corretta && <Chip tone="ok">{texts.chiave}</Chip>}
              </li>
            ))}
          </ol>
          <Chip>{texts.stati[d.stato]}</Chip>
          <Checkbox checked={sure} onChange={(e) => onSure(e.currentTarget.checked)}>
            {texts.visto}
          </Checkbox>
        </>
      )}
    </Stack>
  )
}
