import { type FormEvent, useId, useState } from 'react'
import type { VersioneBanca } from '#contract/gestione/banche'
import type { Failure } from '#contract/result'
import { formatNumber } from '../../text/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { Band, Chip, Muted, Stack } from '../../ui/base.tsx'
import { Field, FieldError } from '../../ui/Field.tsx'
import { callConsole } from '../api.ts'
import { DraftDialog } from '../DraftDialog.tsx'
import { type Column, Table } from '../Table.tsx'
import { consoleFailure } from '../text.ts'
import { managedText as texts } from './text.ts'

const when = new Intl.DateTimeFormat('it-IT', { dateStyle: 'medium', timeStyle: 'short' })

/** Versions of a bank, the newest first, and the way back to each. */
export function Versions({
  id,
  versioni,
  onChange,
}: {
  id: number
  versioni: readonly VersioneBanca[]
  onChange: () => Promise<void>
}) {
  const [chosen, setChosen] = useState<VersioneBanca | null>(null)
  const attuale = versioni.find((v) => v.attuale)
  const columns: Column<VersioneBanca>[] = [
    { name: texts.numero_versione, cell: (v) => v.numero },
    { name: texts.quando, cell: (v) => <time dateTime={v.pubblicata}>{when.format(new Date(v.pubblicata))}</time> },
    { name: texts.domande, cell: (v) => formatNumber(v.domande) },
    { name: texts.motivo, cell: (v) => v.motivo },
    {
      name: texts.stato,
      cell: (v) =>
        v.attuale ? (
          <Chip tone="ok">{texts.attuale}</Chip>
        ) : (
          v.versione !== attuale?.versione && (
            <Button size="sm" onClick={() => setChosen(v)}>
              {texts.torna_a}
            </Button>
          )
        ),
    },
  ]
  return (
    <>
      <Table
        label={texts.versioni}
        columns={columns}
        rows={versioni}
        keyOf={(v) => v.numero}
        empty={texts.senza_versioni}
      />
      {chosen && attuale && chosen.versione !== attuale.versione && (
        <BackDialog id={id} versione={chosen} attuale={attuale} onDone={onChange} onClose={() => setChosen(null)} />
      )}
    </>
  )
}

/** Publishes an earlier version again, with a reason; a version published meanwhile is shown before. */
function BackDialog({
  id,
  versione: { numero },
  attuale,
  onDone,
  onClose,
}: {
  id: number
  versione: VersioneBanca
  attuale: VersioneBanca
  onDone: () => Promise<void>
  onClose: () => void
}) {
  const form = useId()
  const [motivo, setMotivo] = useState('')
  const [sent, setSent] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [shown] = useState(attuale.numero)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (motivo.trim() === '') return
    setBusy(true)
    const result = await callConsole('torna_versione', {
      corpo: { id_concorso: id, numero, over: attuale.versione, motivo },
    })
    const isStale = !result.ok && result.error.codice === 'NON_TROVATO'
    setFailure(result.ok || isStale ? null : result.error)
    if (result.ok) onClose()
    if (result.ok || isStale) await onDone()
    setBusy(false)
  }
  return (
    <DraftDialog
      title={texts.torna_titolo(numero)}
      cancel={texts.annulla}
      yes={texts.pubblica}
      form={form}
      busy={busy}
      isChanged={motivo.trim() !== ''}
      onClose={onClose}
    >
      <Stack as="form" id={form} onSubmit={submit as never}>
        <Muted>{texts.torna_testo}</Muted>
        {attuale.numero !== shown && <Band tone="avviso">{texts.torna_superata(attuale.numero, attuale.motivo)}</Band>}
        <Field
          label={texts.motivo}
          data-primo
          value={motivo}
          maxLength={300}
          error={sent && motivo.trim() === '' ? texts.manca_motivo : null}
          onChange={(e) => setMotivo(e.currentTarget.value)}
        />
        {failure && <FieldError text={consoleFailure(failure)} />}
      </Stack>
    </DraftDialog>
  )
}
