import { type FormEvent, useState } from 'react'
import type { ConfrontoBanca, Importazione } from '#contract/gestione/importazioni'
import type { Failure } from '#contract/result'
import { stripHtml } from '#rules/text'
import { Button } from '../../ui/Button.tsx'
import { Band, Card, Muted, Row, Stack } from '../../ui/base.tsx'
import { Checkbox, Field, FieldError } from '../../ui/Field.tsx'
import { callConsole } from '../api.ts'
import { ReadState } from '../ReadList.tsx'
import { type Column, Table } from '../Table.tsx'
import { consoleFailure } from '../text.ts'
import { useConsoleRead } from '../useConsoleRead.ts'
import { useLeaveQuestion } from '../useLeaveQuestion.tsx'
import type { Typed } from './PublishNew.tsx'
import { managedText as texts } from './text.ts'

const KINDS = ['chiave_cambiata', 'modificate', 'aggiunte', 'tolte', 'materia_cambiata', 'numero_cambiato'] as const
type Change = { id_ufficiale: string | null; testo: string; prima?: string | null; dopo?: string | null }

const NAMED: readonly Column<Change>[] = [
  { name: texts.numero_versione, cell: ({ id_ufficiale }) => id_ufficiale },
  { name: texts.domanda, cell: ({ testo }) => stripHtml(testo) },
]
const CHANGED: readonly Column<Change>[] = [
  ...NAMED,
  { name: texts.prima, cell: ({ prima }) => stripHtml(prima ?? texts.nessuna) },
  { name: texts.dopo, cell: ({ dopo }) => stripHtml(dopo ?? texts.nessuna) },
]

/** Shows the changes that the file would make to its bank, then publishes it as the next version. */
export function PublishUpdate({
  importazione,
  typed,
  onDone,
}: {
  importazione: Importazione
  typed: Typed
  onDone: () => Promise<void>
}) {
  const read = useConsoleRead('confronta_importazione', { query: { id: importazione.id } })
  const { data } = read
  if (!data) return <ReadState read={read} />
  return (
    <>
      <Changes confronto={data} />
      <PublishForm
        id={importazione.id}
        versione={data.versione}
        isStopped={data.ferma.length > 0}
        typed={typed}
        onDone={onDone}
        onStale={read.reload}
      />
    </>
  )
}

const Changes = ({ confronto }: { confronto: ConfrontoBanca }) => {
  const kinds = KINDS.filter((kind) => confronto[kind].totale > 0)
  return (
    <section aria-labelledby="confronto">
      <Stack>
        <h2 id="confronto">{texts.confronto}</h2>
        <Muted>{texts.invariate(confronto.invariate)}</Muted>
        {kinds.length === 0 && <p>{texts.niente}</p>}
        {confronto.ferma.map((why) => (
          <Band key={why} tone="errore">
            {texts.ferme[why]}
          </Band>
        ))}
        {kinds.map((kind) => {
          const { totale, righe }: { totale: number; righe: Change[] } = confronto[kind]
          return (
            <Stack key={kind}>
              <h3>{texts.con_numero(texts.cambi[kind], totale)}</h3>
              <Table
                label={texts.cambi[kind]}
                columns={kind === 'aggiunte' || kind === 'tolte' ? NAMED : CHANGED}
                rows={righe}
                keyOf={({ id_ufficiale, testo }) => `${id_ufficiale} ${testo}`}
              />
              {righe.length < totale && <Muted>{texts.mostrate(righe.length, totale)}</Muted>}
            </Stack>
          )
        })}
      </Stack>
    </section>
  )
}

function PublishForm({
  id,
  versione,
  isStopped,
  typed,
  onDone,
  onStale,
}: {
  id: number
  versione: string
  isStopped: boolean
  typed: Typed
  onDone: () => Promise<void>
  /** Another version was published after the comparison. */
  onStale: () => Promise<void>
}) {
  const [compared] = useState(versione)
  const [problem, setProblem] = useState<string | null>(null)
  const [refused, setRefused] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const [isChanged, setChanged] = useState(typed.current !== null)
  const { question } = useLeaveQuestion(isChanged)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    typed.current = data
    const [motivo, sicuro] = [String(data.get('motivo') ?? '').trim(), data.get('sicuro') !== null]
    const wrong = motivo === '' ? texts.manca_motivo : isStopped && !sicuro ? texts.manca_sicuro : null
    setProblem(wrong)
    if (wrong !== null) return
    setBusy(true)
    const result = await callConsole('pubblica_importazione', { corpo: { id, scheda: null, sicuro, versione, motivo } })
    const isStale = !result.ok && result.error.codice === 'NON_TROVATO'
    setRefused(result.ok || isStale ? null : result.error)
    if (isStale) await onStale()
    await onDone()
    setBusy(false)
  }
  return (
    <Card aria-labelledby="pubblica">
      <Stack as="form" onSubmit={submit as never} onChange={() => setChanged(true)}>
        {question}
        <h2 id="pubblica">{texts.pubblica_versione}</h2>
        {versione !== compared && <Band tone="avviso">{texts.confronto_nuovo}</Band>}
        <Field
          label={texts.motivo}
          help={texts.motivo_aiuto}
          name="motivo"
          maxLength={300}
          defaultValue={String(typed.current?.get('motivo') ?? '')}
        />
        {isStopped && (
          <Checkbox key={versione} name="sicuro">
            {texts.sicuro}
          </Checkbox>
        )}
        <FieldError text={problem ?? (refused && consoleFailure(refused))} />
        <Row>
          <Button type="submit" variant="primario" busy={busy}>
            {busy ? texts.pubblico : texts.pubblica_versione}
          </Button>
        </Row>
      </Stack>
    </Card>
  )
}
