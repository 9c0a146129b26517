import { type FormEvent, useId, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Persona } from '#contract/gestione/persone'
import type { Failure, Result } from '#contract/result'
import { ACCESS_RIGHTS } from '#rules/access'
import { italianDay } from '#rules/italian-day'
import { Button } from '../../ui/Button.tsx'
import { Row, Stack } from '../../ui/base.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Field, FieldError } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { SelectField } from '../../ui/LongFields.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { callConsole, fetchConsoleFile } from '../api.ts'
import { consoleState } from '../console-session.ts'
import { consoleFailure, consoleText } from '../text.ts'
import { personeText as texts } from './text.ts'

/** Act that waits for its confirmation. */
export type Asked =
  | { act: 'persona_dispositivo'; id_dispositivo: string }
  | { act: 'persona_sessioni' | 'persona_stato' | 'persona_elimina' | 'livello' | 'tempo' }

type Props = {
  persona: Persona
  asked: Asked | null
  onAsk: (asked: Asked | null) => void
  onChanged: (next: Persona) => void
}

const TITLES = {
  persona_dispositivo: texts.libera,
  persona_sessioni: texts.chiudi_sessioni,
  persona_stato: texts.disabilita,
  persona_elimina: texts.elimina,
}

/** The acts on an account that the role may do, and their questions. */
export function PersonaActs({ persona, asked, onAsk, onChanged }: Props) {
  const { sessione } = useSnapshot(consoleState)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isDone, setDone] = useState(false)
  const [busy, setBusy] = useState(false)
  const isOwner = sessione?.ruolo === 'gestore'
  const { id } = persona
  const ask = (next: Asked | null) => {
    setFailure(null)
    onAsk(next)
  }
  /** Runs an act. `isForm`: the question has values, which stay where the act failed. */
  const run = async (act: () => Promise<Result<Persona>>, isForm = false) => {
    setBusy(true)
    setDone(false)
    const result = await act()
    setBusy(false)
    if (result.ok || !isForm) onAsk(null)
    setDone(result.ok)
    setFailure(result.ok ? null : result.error)
    if (result.ok) onChanged(result.value)
  }
  const setStato = (stato: Persona['stato']) => run(() => callConsole('persona_stato', { corpo: { id, stato } }))
  const exportData = async () => {
    const file = await fetchConsoleFile('persona_dati', { query: { id } })
    setFailure(file.ok ? null : file.error)
    if (file.ok) saveFile(`dati-utente-${id}.zip`, file.value, 'application/zip')
  }
  const confirm = () => {
    if (asked?.act === 'persona_dispositivo')
      return run(() => callConsole('persona_dispositivo', { corpo: { id, id_dispositivo: asked.id_dispositivo } }))
    if (asked?.act === 'persona_stato') return setStato('disabilitato')
    const act = asked?.act === 'persona_elimina' ? 'persona_elimina' : 'persona_sessioni'
    return run(() => callConsole(act, { corpo: { id } }))
  }
  return (
    <Stack>
      <h2>{texts.operazioni}</h2>
      <Row wrap>
        <Button onClick={() => ask({ act: 'livello' })}>{texts.cambia_livello}</Button>
        <Button onClick={() => ask({ act: 'tempo' })}>{texts.cambia_tempo}</Button>
        {persona.sessioni.length > 0 && (
          <Button onClick={() => ask({ act: 'persona_sessioni' })}>{texts.chiudi_sessioni}</Button>
        )}
        {(!persona.email_verificata || persona.email_nuova !== null) && (
          <Button busy={busy} onClick={() => void run(() => callConsole('persona_verifica', { corpo: { id } }))}>
            {texts.rimanda}
          </Button>
        )}
        {isOwner && <Button onClick={() => void exportData()}>{texts.esporta}</Button>}
        {isOwner && persona.stato === 'attivo' && (
          <Button onClick={() => ask({ act: 'persona_stato' })}>{texts.disabilita}</Button>
        )}
        {isOwner && persona.stato === 'disabilitato' && (
          <Button busy={busy} onClick={() => void setStato('attivo')}>
            {texts.riabilita}
          </Button>
        )}
        {isOwner && persona.da_eliminare === null && (
          <Button onClick={() => ask({ act: 'persona_elimina' })}>{texts.elimina}</Button>
        )}
        {isOwner && persona.da_eliminare !== null && (
          <Button
            variant="primario"
            busy={busy}
            onClick={() => void run(() => callConsole('persona_tieni', { corpo: { id } }))}
          >
            {texts.tieni}
          </Button>
        )}
      </Row>
      <p role="status">{isDone ? texts.fatto : ''}</p>
      <div role="alert">{failure && !asked && <FieldError text={consoleFailure(failure)} />}</div>
      {asked && (
        <Question
          asked={asked}
          persona={persona}
          busy={busy}
          error={failure && consoleFailure(failure)}
          onClose={() => ask(null)}
          onYes={() => void confirm()}
          onTier={(livello, scadenza) =>
            void run(() => callConsole('persona_livello', { corpo: { id, livello, scadenza } }), true)
          }
          onTime={(tempo_aggiuntivo) =>
            void run(() => callConsole('persona_tempo', { corpo: { id, tempo_aggiuntivo } }), true)
          }
        />
      )}
    </Stack>
  )
}

/** Question before an act. */
function Question({
  asked,
  persona,
  busy,
  error,
  onClose,
  onYes,
  onTier,
  onTime,
}: {
  asked: Asked
  persona: Persona
  busy: boolean
  error: string | null
  onClose: () => void
  onYes: () => void
  onTier: (livello: Persona['livello'], scadenza: string | null) => void
  onTime: (percent: number) => void
}) {
  if (asked.act === 'livello')
    return <TierDialog persona={persona} busy={busy} error={error} onClose={onClose} onSet={onTier} />
  if (asked.act === 'tempo')
    return <TimeDialog percent={persona.tempo_aggiuntivo} busy={busy} error={error} onClose={onClose} onSet={onTime} />
  return (
    <ConfirmDialog
      title={TITLES[asked.act]}
      no={consoleText.annulla}
      yes={TITLES[asked.act]}
      danger={asked.act === 'persona_elimina'}
      busy={busy}
      onNo={onClose}
      onYes={onYes}
    >
      {texts.chiedi[asked.act]}
    </ConfirmDialog>
  )
}

const TIERS = [0, 1, 2, 3] as const

function TierDialog({
  persona,
  busy,
  error,
  onClose,
  onSet,
}: {
  persona: Persona
  busy: boolean
  error: string | null
  onClose: () => void
  onSet: (livello: Persona['livello'], scadenza: string | null) => void
}) {
  const id = useId()
  const [livello, setLivello] = useState<Persona['livello']>(persona.livello_acquistato)
  const [isPast, setPast] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const day = String(new FormData(event.currentTarget).get('scadenza') ?? '')
    const isOver = day !== '' && day < italianDay(Date.now())
    setPast(isOver)
    if (isOver) return
    onSet(livello, day === '' ? null : day)
  }
  return (
    <FormDialog
      title={texts.cambia_livello}
      cancel={consoleText.annulla}
      yes={texts.conferma}
      form={id}
      busy={busy}
      onClose={onClose}
    >
      <form id={id} onSubmit={submit}>
        <Stack>
          <SelectField
            label={texts.livello}
            value={livello}
            onChange={(e) => setLivello(TIERS.find((t) => String(t) === e.currentTarget.value) ?? 0)}
          >
            {TIERS.map((t) => (
              <option key={t} value={t}>
                {texts.livelli[t]}
              </option>
            ))}
          </SelectField>
          {ACCESS_RIGHTS[livello].scade && (
            <Field
              label={texts.scadenza}
              name="scadenza"
              type="date"
              help={texts.scadenza_aiuto}
              error={isPast ? texts.scadenza_passata : null}
              defaultValue={persona.scadenza?.slice(0, 10)}
            />
          )}
          <div role="alert">
            <FieldError text={error} />
          </div>
        </Stack>
      </form>
    </FormDialog>
  )
}

function TimeDialog({
  percent,
  busy,
  error,
  onClose,
  onSet,
}: {
  percent: number
  busy: boolean
  error: string | null
  onClose: () => void
  onSet: (percent: number) => void
}) {
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSet(Number(new FormData(event.currentTarget).get('tempo')))
  }
  return (
    <FormDialog
      title={texts.cambia_tempo}
      cancel={consoleText.annulla}
      yes={texts.conferma}
      form={id}
      busy={busy}
      onClose={onClose}
    >
      <form id={id} onSubmit={submit}>
        <Field
          label={texts.tempo}
          name="tempo"
          type="number"
          min={0}
          max={50}
          step={1}
          defaultValue={percent}
          required
        />
        <div role="alert">
          <FieldError text={error} />
        </div>
      </form>
    </FormDialog>
  )
}
