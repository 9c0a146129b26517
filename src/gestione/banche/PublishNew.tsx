import { type FormEvent, useState } from 'react'
import type { Importazione } from '#contract/gestione/importazioni'
import type { Failure } from '#contract/result'
import { Button } from '../../ui/Button.tsx'
import { Card, Row, Stack } from '../../ui/base.tsx'
import { Checkbox, Field, FieldError } from '../../ui/Field.tsx'
import { TextArea } from '../../ui/LongFields.tsx'
import { callConsole } from '../api.ts'
import { consoleFailure } from '../text.ts'
import { useLeaveQuestion } from '../useLeaveQuestion.tsx'
import css from './banche.module.css'
import { managedText as texts } from './text.ts'

/** A form as it was last sent. */
export type Typed = { current: FormData | null }

const textOf = (data: FormData, name: string): string => String(data.get(name) ?? '').trim()

/** Publishes the reading as a new bank, with its card. */
export function PublishNew({
  importazione,
  typed,
  onDone,
}: {
  importazione: Importazione
  typed: Typed
  onDone: () => Promise<void>
}) {
  const before = (name: string) => typed.current?.get(name)?.toString() ?? ''
  const [missing, setMissing] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const [isChanged, setChanged] = useState(typed.current !== null)
  const { question } = useLeaveQuestion(isChanged)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    typed.current = data
    const [concorso, ente, anno] = [textOf(data, 'concorso'), textOf(data, 'ente'), Number(textOf(data, 'anno'))]
    const wrong = concorso === '' || ente === '' || !Number.isInteger(anno) || anno < 1900 || anno > 2199
    setMissing(wrong)
    if (wrong) return
    setBusy(true)
    const result = await callConsole('pubblica_importazione', {
      corpo: {
        id: importazione.id,
        scheda: {
          ...{ concorso, ente, anno },
          profilo: textOf(data, 'profilo') || null,
          descrizione: textOf(data, 'descrizione') || null,
          in_evidenza: data.get('evidenza') !== null,
        },
        versione: null,
        sicuro: false,
        motivo: null,
      },
    })
    setBusy(false)
    setFailure(result.ok ? null : result.error)
    await onDone()
  }
  return (
    <Card aria-labelledby="pubblica">
      <Stack as="form" onSubmit={submit as never} onChange={() => setChanged(true)} {...{ noValidate: true }}>
        {question}
        <h2 id="pubblica">{texts.pubblica_titolo}</h2>
        <div className={css.colonne}>
          <Field
            label={texts.titolo_banca}
            name="concorso"
            defaultValue={before('concorso')}
            maxLength={200}
            required
          />
          <Field label={texts.ente} name="ente" defaultValue={before('ente')} maxLength={200} required />
          <Field
            label={texts.anno}
            name="anno"
            defaultValue={before('anno')}
            inputMode="numeric"
            maxLength={4}
            required
          />
          <Field label={texts.profilo} name="profilo" defaultValue={before('profilo')} maxLength={200} />
        </div>
        <TextArea
          label={texts.descrizione}
          name="descrizione"
          defaultValue={before('descrizione')}
          rows={2}
          maxLength={2_000}
        />
        <Checkbox name="evidenza" defaultChecked={before('evidenza') !== ''}>
          {texts.evidenza}
        </Checkbox>
        <FieldError text={missing ? texts.manca_scheda : failure && consoleFailure(failure)} />
        <Row>
          <Button type="submit" variant="primario" busy={busy}>
            {busy ? texts.pubblico : texts.pubblica}
          </Button>
        </Row>
      </Stack>
    </Card>
  )
}
