import { useRef, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import type { ConsoleResponseOf } from '#contract/gestione'
import type { RicettaBanca } from '#contract/gestione/importazioni'
import type { Failure } from '#contract/result'
import { formatDate } from '../../text/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Chip, Muted, Row, Stack } from '../../ui/base.tsx'
import { Checkbox, FieldError } from '../../ui/Field.tsx'
import { FileDrop } from '../../ui/FileDrop.tsx'
import { Progress } from '../../ui/Meters.tsx'
import { ConsolePage } from '../ConsoleFrame.tsx'
import { ReadList, ReadState } from '../ReadList.tsx'
import type { Column } from '../Table.tsx'
import { consoleFailure } from '../text.ts'
import { useConsoleRead } from '../useConsoleRead.ts'
import { formatMoment } from '../when.ts'
import { managedText as texts } from './text.ts'
import { uploadBanca } from './upload.ts'

type Listed = ConsoleResponseOf<'importazioni'>['elementi'][number]

const COLUMNS: readonly Column<Listed>[] = [
  { name: texts.file, cell: (i) => <Link href={`/banche/importa/${i.id}`}>{i.nome}</Link> },
  { name: texts.stato, cell: (i) => texts.stati_importazione[i.stato] },
  { name: texts.banca, cell: (i) => i.concorso },
  { name: texts.chi, cell: (i) => i.di },
  { name: texts.quando, cell: (i) => formatMoment(i.creata) },
]

/** Takes a file by drop, for a new bank or for the one of `?banca=`, and the files of before. */
export function ImportStart() {
  const bank = Number(new URLSearchParams(useSearch()).get('banca')) || null
  return bank === null ? (
    <StartPage title={texts.importa_titolo} bank={null} back="/banche" />
  ) : (
    <UpdatePage bank={bank} />
  )
}

function UpdatePage({ bank }: { bank: number }) {
  const read = useConsoleRead('banca', { query: { id_concorso: bank } })
  const { data } = read
  if (data)
    return (
      <StartPage
        title={texts.aggiorna_titolo(data.banca.concorso)}
        bank={bank}
        ricetta={data.ricetta}
        back={`/banche/${bank}`}
      />
    )
  return (
    <ConsolePage title={texts.importa_titolo} back="/banche">
      <ReadState read={read} />
    </ConsolePage>
  )
}

type StartProps = { title: string; bank: number | null; ricetta?: RicettaBanca | null; back: string }

function StartPage({ title, bank, ricetta = null, back }: StartProps) {
  const [, navigate] = useLocation()
  const [sending, setSending] = useState<string | null>(null)
  const [sent, setSent] = useState(0)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [again, setAgain] = useState(ricetta !== null)
  const stop = useRef<AbortController>(null)
  const send = async (file: File) => {
    const controller = new AbortController()
    stop.current = controller
    setFailure(null)
    setSending(file.name)
    setSent(0)
    const { signal } = controller
    const before = again && ricetta ? { scelte: ricetta.scelte, diPrima: true } : {}
    const done = await uploadBanca({ file, ...before, id_concorso: bank, signal, onProgress: setSent })
    setSending(null)
    if (signal.aborted) return
    if (done.ok) navigate(`/banche/importa/${done.value.id}`)
    else setFailure(done.error)
  }
  return (
    <ConsolePage title={title} back={back} backText={texts.torna} below={<Muted>{texts.importa_sotto}</Muted>}>
      {sending === null ? (
        <>
          {ricetta && <Recipe ricetta={ricetta} chosen={again} onChoose={setAgain} />}
          <FileDrop onFile={(file) => void send(file)} />
        </>
      ) : (
        <Stack>
          <p role="status">{texts.carico(sending)}</p>
          <Progress value={100 * sent} label={texts.avanzamento} />
          <Muted small>{texts.inviato(sent)}</Muted>
          <Row>
            <Button onClick={() => stop.current?.abort()}>{texts.annulla}</Button>
          </Row>
        </Stack>
      )}
      {failure && <FieldError text={consoleFailure(failure)} />}
      <Recent />
    </ConsolePage>
  )
}

/** Offers the choices of the bank's last file, in words. */
const Recipe = ({
  ricetta: { nome, creata, scelte },
  chosen,
  onChoose,
}: {
  ricetta: RicettaBanca
  chosen: boolean
  onChoose: (chosen: boolean) => void
}) => (
  <Card>
    <Stack>
      <Checkbox checked={chosen} onChange={(e) => onChoose(e.currentTarget.checked)}>
        {texts.ricetta}
      </Checkbox>
      <Muted small>{texts.ricetta_di(nome, formatDate(creata))}</Muted>
      <Row wrap>
        {texts.scelte_ricetta(scelte).map((words) => (
          <Chip key={words}>{words}</Chip>
        ))}
      </Row>
      <Muted small>{texts.ricetta_altre}</Muted>
    </Stack>
  </Card>
)

function Recent() {
  return (
    <Stack>
      <h2>{texts.ultime}</h2>
      <ReadList
        read={useConsoleRead('importazioni', {})}
        label={texts.ultime}
        columns={COLUMNS}
        keyOf={(i) => i.id}
        empty={texts.senza_importazioni}
      />
    </Stack>
  )
}
