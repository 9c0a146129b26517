import { useRef, useState } from 'react'
import type { ConsoleResponseOf } from '#contract/gestione'
import type { TipoPubblicato } from '#contract/gestione/contenuti'
import { Button } from '../../ui/Button.tsx'
import { Muted, Stack } from '../../ui/base.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { FileInput } from '../../ui/FileInput.tsx'
import { IconFromFile } from '../../ui/icons.ts'
import { callConsole } from '../api.ts'
import { consoleFailure, consoleText } from '../text.ts'
import { contenutiText as texts } from './text.ts'

/** Largest file, in bytes: in base64 the call takes it. */
const MAX_BYTES = 4_000_000
/** Defects that are shown. */
const SHOWN = 20

const toBase64 = (file: File): Promise<string> =>
  new Promise((done, failed) => {
    const reader = new FileReader()
    reader.onload = () => done(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => failed(reader.error)
    reader.readAsDataURL(file)
  })

type Trial = ConsoleResponseOf<'prova_contenuti'>
type Chosen = { nome: string; file: string; trial: Trial }

/** Publishes a file in two steps: what it would change, or its defects; then the publication. */
export function PublishFile({
  tipo,
  onClose,
  onPublished,
}: {
  tipo: TipoPubblicato
  onClose: () => void
  onPublished: (what: string) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [busy, setBusy] = useState<'prova' | 'pubblica' | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const choose = async (selected: File) => {
    setChosen(null)
    if (selected.size > MAX_BYTES) return setRefused(texts.grande)
    setRefused(null)
    setBusy('prova')
    const file = await toBase64(selected).catch(() => '')
    const result = await callConsole('prova_contenuti', { corpo: { tipo, file } })
    setBusy(null)
    if (result.ok) setChosen({ nome: selected.name, file, trial: result.value })
    else setRefused(consoleFailure(result.error))
  }
  const publish = async ({ file }: Chosen) => {
    setBusy('pubblica')
    const result = await callConsole('pubblica_contenuti', { corpo: { tipo, file } })
    setBusy(null)
    if (!result.ok) return setRefused(consoleFailure(result.error))
    const { nuovi, aggiornati, uguali } = result.value
    onPublished(texts.cambierebbe(nuovi, aggiornati, uguali))
  }
  const isSound = chosen?.trial.difetti.length === 0
  return (
    <Dialog
      title={texts.pubblica}
      onClose={onClose}
      cancel={consoleText.annulla}
      actions={
        <Button
          variant="primario"
          disabled={!isSound}
          busy={busy === 'pubblica'}
          onClick={() => chosen && void publish(chosen)}
        >
          {texts.pubblica_si}
        </Button>
      }
    >
      <Stack>
        <Muted>
          {tipo === 'bandi' ? texts.formato.bandi : texts.formato.altri} {tipo === 'banner' && texts.programma}{' '}
          {texts.tutto_o_niente}
        </Muted>
        <FileInput
          ref={input}
          label={texts.file}
          accept={tipo === 'bandi' ? '.json,.csv,application/json,text/csv' : '.json,application/json'}
          onFile={(selected) => void choose(selected)}
        />
        <Button
          icon={<IconFromFile size={20} />}
          busy={busy === 'prova'}
          data-primo
          onClick={() => input.current?.click()}
        >
          {texts.scegli}
        </Button>
        <div role="status">{chosen && <Outcome chosen={chosen} />}</div>
        <div role="alert">
          <FieldError text={refused} />
        </div>
      </Stack>
    </Dialog>
  )
}

function Outcome({ chosen: { nome, trial } }: { chosen: Chosen }) {
  const { difetti, nuovi, aggiornati, uguali } = trial
  if (difetti.length === 0)
    return (
      <p>
        {texts.letto(nome)}: {texts.cambierebbe(nuovi, aggiornati, uguali)}.
      </p>
    )
  return (
    <>
      <p>
        {texts.letto(nome)}: {texts.difetti(difetti.length)}
      </p>
      <ul>
        {difetti.slice(0, SHOWN).map((defect) => (
          <li key={defect}>{defect}</li>
        ))}
        {difetti.length > SHOWN && <li>{texts.altri(difetti.length - SHOWN)}</li>}
      </ul>
    </>
  )
}
