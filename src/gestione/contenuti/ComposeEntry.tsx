import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { ConsoleResponseOf } from '#contract/gestione'
import type { TipoPubblicato } from '#contract/gestione/contenuti'
import { type EntryField, entryFields, keyField, readEntry } from '#contract/written-entry'
import { Button } from '../../ui/Button.tsx'
import { Card, Muted, Row, Stack } from '../../ui/base.tsx'
import { Field, FieldError, Switch } from '../../ui/Field.tsx'
import { SelectField, TextArea } from '../../ui/LongFields.tsx'
import { callConsole } from '../api.ts'
import { ConsolePage } from '../ConsoleFrame.tsx'
import css from '../gestione.module.css'
import { ReadState } from '../ReadList.tsx'
import { consoleFailure } from '../text.ts'
import { useConsoleRead } from '../useConsoleRead.ts'
import { useLeaveQuestion } from '../useLeaveQuestion.tsx'
import { BankPicker } from './BankPicker.tsx'
import { EntryChanged, type Overtaken } from './EntryChanged.tsx'
import { EntryPreview } from './EntryPreview.tsx'
import { type EntryDraft, italianClock, makeKey, shownFields, toDraft, toEntry } from './entry-draft.ts'
import { entryText as texts } from './entry-text.ts'
import { todayInItaly } from './simulazione-draft.ts'

type Written = ConsoleResponseOf<'contenuto_scritto'>
type Props = { tipo: TipoPubblicato; id: number | null }

/** Writes one entry, and publishes it as a file of it would be; `id`: of the entry to replace. */
export const ComposeEntry = ({ tipo, id }: Props) => (
  <ConsolePage
    title={id === null ? texts.nuova[tipo] : texts.modifica_titolo[tipo]}
    back={`/contenuti?tipo=${tipo}`}
    backText={texts.torna[tipo]}
  >
    {id === null ? <Form tipo={tipo} id={null} written={{ voce: {}, banche: [] }} /> : <Known tipo={tipo} id={id} />}
  </ConsolePage>
)

function Known({ tipo, id }: { tipo: TipoPubblicato; id: number }) {
  const read = useConsoleRead('contenuto_scritto', { query: { tipo, id } })
  return <ReadState read={read}>{(written) => <Form tipo={tipo} id={id} written={written} />}</ReadState>
}

/** The draft of an entry: its fields, what it makes, and its defects by field. */
function useEntryDraft(tipo: TipoPubblicato, { voce }: Written) {
  const [fields] = useState(() => entryFields(tipo))
  const [draft, setDraft] = useState<EntryDraft>(() => toDraft(fields, { pubblicata_il: todayInItaly(), ...voce }))
  // Make it once for the form, so that an entry sent twice is one entry.
  const [mark] = useState(() => Date.now().toString(36))
  const [first] = useState(() => JSON.stringify(draft))
  const made = { chiave: voce.chiave ?? makeKey(String(draft.titolo ?? draft.nome), mark) }
  const entry = { ...toEntry(fields, draft), ...(tipo !== 'bandi' && made) }
  const read = readEntry(tipo, entry)
  const defects = new Map<string, string>()
  for (const { campo, frase } of read.difetti) {
    const [name = '', line] = campo.split('.')
    if (!defects.has(name)) defects.set(name, texts.difetto(frase, line === undefined ? null : Number(line) + 1))
  }
  const change = (name: string, value: EntryDraft[string]) => setDraft((d) => ({ ...d, [name]: value }))
  const isChanged = JSON.stringify(draft) !== first
  return { fields: shownFields(tipo, fields), draft, isChanged, change, sound: read.voce, defects }
}

function Form({ tipo, id, written }: Props & { written: Written }) {
  const [, navigate] = useLocation()
  const { fields, draft, isChanged, change, sound, defects } = useEntryDraft(tipo, written)
  const { question, release } = useLeaveQuestion(isChanged)
  const [banche, setBanche] = useState(written.banche)
  const [attempts, setAttempts] = useState(0)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null)
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [attempts])
  const publish = async () => {
    setAttempts(attempts + 1)
    if (!sound) return
    setBusy(true)
    const seen = id === null ? null : (overtaken?.now ?? written).voce
    const result = await callConsole('pubblica_contenuto', { corpo: { tipo, id, letta: seen, voce: sound } })
    const isOvertaken = !result.ok && result.error.codice === 'NON_TROVATO'
    const now = id !== null && isOvertaken ? await callConsole('contenuto_scritto', { query: { tipo, id } }) : null
    setBusy(false)
    setOvertaken(now?.ok && seen ? { seen, now: now.value } : null)
    setRefused(result.ok || now?.ok ? null : consoleFailure(result.error))
    if (!result.ok) return
    const key = String((sound as Record<string, unknown>)[keyField(tipo)])
    release()
    navigate(`/contenuti?${new URLSearchParams({ tipo, fatta: key })}`)
  }
  const isLater = sound !== null && 'dal' in sound && sound.dal !== null && sound.dal > todayInItaly()
  const errorOf = (name: string) => (attempts > 0 ? defects.get(name) : undefined)
  const pick = (name: string, chosen: Written['banche']) => {
    setBanche(chosen)
    change(
      name,
      chosen.map((b) => b.id_concorso),
    )
  }
  const missing = fields.filter((f) => defects.has(f.nome)).map(({ nome }) => texts.campi[nome] ?? nome)
  const banks = fields.find(({ genere }) => genere === 'banche')
  return (
    <div ref={form} className={css.scritto}>
      {question}
      <Stack>
        <Card as="div" className={css.campi}>
          {fields.map(
            (field) =>
              field !== banks && (
                <EntryInput
                  key={field.nome}
                  field={field}
                  value={draft[field.nome] ?? ''}
                  error={errorOf(field.nome)}
                  fixed={id !== null && field.nome === keyField(tipo)}
                  onChange={(value) => change(field.nome, value)}
                />
              ),
          )}
        </Card>
        {banks && (
          <BankPicker
            label={texts.campi[banks.nome] ?? banks.nome}
            chosen={banche}
            error={errorOf(banks.nome)}
            onChange={(chosen) => pick(banks.nome, chosen)}
          />
        )}
      </Stack>
      <Card aria-labelledby="anteprima-t">
        <Stack>
          <h2 id="anteprima-t">{texts.anteprima}</h2>
          {sound ? (
            <EntryPreview tipo={tipo} voce={sound} banche={banche.map((b) => b.concorso)} />
          ) : (
            <Muted>{texts.anteprima_attesa(missing)}</Muted>
          )}
          <div role="alert">
            <FieldError text={refused} />
          </div>
          {overtaken && (
            <EntryChanged
              overtaken={overtaken}
              fields={fields}
              draft={draft}
              onUse={({ nome, genere }, value) =>
                genere === 'banche' ? pick(nome, overtaken.now.banche) : change(nome, value)
              }
            />
          )}
          <Row>
            <Button variant="primario" busy={busy} onClick={() => void publish()}>
              {id !== null ? texts.salva : isLater ? texts.programma : texts.pubblica}
            </Button>
          </Row>
        </Stack>
      </Card>
    </div>
  )
}

const labelOf = ({ nome, facoltativo, genere }: EntryField): string => {
  const name = texts.campi[nome] ?? nome
  return facoltativo && genere !== 'si_no' ? texts.facoltativo(name) : name
}

/** Lines of a text that are shown: few for a short one. */
const rowsOf = ({ genere, massimo = 0 }: EntryField): number => (genere === 'righe' ? 8 : massimo > 300 ? 5 : 2)

const TYPES = { testo: 'text', indirizzo: 'url', giorno: 'date', istante: 'datetime-local', numero: 'number' } as const

type InputProps = {
  field: EntryField
  value: EntryDraft[string]
  error: string | undefined
  /** The field says which entry it is: it stays. */
  fixed: boolean
  onChange: (value: string | boolean) => void
}

function EntryInput({ field, value, error, fixed, onChange }: InputProps) {
  const { nome, genere, facoltativo, massimo, scelte = [] } = field
  const label = labelOf(field)
  const help = texts.aiuti[nome]
  if (genere === 'si_no')
    return (
      <Switch checked={value === true} onChange={(e) => onChange(e.currentTarget.checked)}>
        {label}
      </Switch>
    )
  const text = {
    label,
    value: String(value),
    onChange: (e: { currentTarget: { value: string } }) => onChange(e.currentTarget.value),
  }
  if (genere === 'scelta')
    return (
      <SelectField {...text}>
        {facoltativo && <option value="">{texts.non_detto}</option>}
        {scelte.map((scelta) => (
          <option key={scelta} value={scelta}>
            {texts.scelta(scelta)}
          </option>
        ))}
      </SelectField>
    )
  if (genere === 'testo_lungo' || genere === 'righe')
    return <TextArea {...text} rows={rowsOf(field)} maxLength={massimo} help={help} error={error} />
  return (
    <Field
      {...text}
      value={genere === 'istante' ? italianClock(text.value) : text.value}
      type={TYPES[genere as keyof typeof TYPES]}
      maxLength={massimo}
      help={fixed ? texts.resta : help}
      error={error}
      disabled={fixed}
    />
  )
}
