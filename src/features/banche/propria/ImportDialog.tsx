import { type DragEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { OwnBankChoices, OwnBankReading } from '#contract/own-bank'
import type { Failure } from '#contract/result'
import { hrefBanca } from '../../../domain/hrefs.ts'
import { showError, showToast } from '../../../session/notices.ts'
import { errorMessage } from '../../../text/errors.ts'
import { Button } from '../../../ui/Button.tsx'
import { Band, Muted, Row, Spinner, Stack } from '../../../ui/base.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { IconFromFile } from '../../../ui/icons.ts'
import { ColumnsForm } from './ColumnsForm.tsx'
import { type Correction, correctionOf, toColumns } from './correction.ts'
import { keepOwnBank } from './own-bank.ts'
import css from './propria.module.css'
import { ReadingReport } from './ReadingReport.tsx'
import { startReader } from './reader-worker.ts'
import { propriaText as texts } from './text.ts'

type Step =
  | { fase: 'scelta' }
  | { fase: 'lettura'; file: File }
  | { fase: 'anteprima'; file: File; scelte: OwnBankChoices; reading: OwnBankReading }
  | { fase: 'rifiuto'; file: File; scelte: OwnBankChoices; error: Failure }
  | { fase: 'salvataggio' }

/** The worker that reads, which ends with the dialog. */
function useReader() {
  const reader = useRef<ReturnType<typeof startReader>>(null)
  useEffect(() => () => reader.current?.end(), [])
  const stop = () => {
    reader.current?.end()
    reader.current = null
  }
  return { reader, stop }
}

/** A bank of the person's own from a file of theirs: chosen here or (`file`) shared by another app, looked at, corrected, kept on this device. */
export function ImportDialog({ file, onClose }: { file: File | null; onClose: () => void }) {
  const [step, setStep] = useState<Step>({ fase: 'scelta' })
  const [name, setName] = useState('')
  const [missing, setMissing] = useState(false)
  const [, navigate] = useLocation()
  const { reader, stop } = useReader()

  const read = async (file: File, scelte: OwnBankChoices = {}) => {
    stop()
    const mine = startReader()
    reader.current = mine
    setStep({ fase: 'lettura', file })
    const result = await mine.read({ file, nome: file.name, scelte })
    // Cancelled, or another file was chosen meanwhile.
    if (reader.current !== mine) return
    if (!result.ok) return setStep({ fase: 'rifiuto', file, scelte, error: result.error })
    setName((given) => given || file.name.replace(/\.[^.]*$/, ''))
    setStep({ fase: 'anteprima', file, scelte, reading: result.value })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a file that was shared is read once
  useEffect(() => {
    if (file) void read(file)
  }, [file])
  const keep = async (concorso: string, back: Step) => {
    if (concorso === '') return setMissing(true)
    const mine = reader.current
    if (!mine) return
    setStep({ fase: 'salvataggio' })
    const result = await keepOwnBank(mine, concorso)
    if (reader.current !== mine) return
    if (!result.ok) {
      showError(result.error)
      return setStep(back)
    }
    showToast({ text: texts.pronta(concorso) })
    onClose()
    navigate(hrefBanca(result.value))
  }
  const again = () => {
    stop()
    setName('')
    setStep({ fase: 'scelta' })
  }
  return (
    <Dialog
      title={texts.titolo}
      size={step.fase === 'anteprima' || step.fase === 'rifiuto' ? 'pieno' : 'largo'}
      onClose={step.fase === 'salvataggio' ? () => undefined : onClose}
      actions={
        step.fase === 'anteprima' ? (
          <>
            <Button onClick={again}>{texts.altro}</Button>
            <Button variant="primario" onClick={() => void keep(name.trim(), step)}>
              {texts.importa(step.reading.domande)}
            </Button>
          </>
        ) : step.fase === 'rifiuto' ? (
          <Button data-primo variant="primario" onClick={again}>
            {texts.altro}
          </Button>
        ) : (
          <Button onClick={step.fase === 'lettura' ? again : onClose} disabled={step.fase === 'salvataggio'}>
            {texts.annulla}
          </Button>
        )
      }
    >
      {step.fase === 'scelta' && <FileChoice onFile={(file) => void read(file)} />}
      {(step.fase === 'lettura' || step.fase === 'salvataggio') && (
        <Waiting text={step.fase === 'lettura' ? texts.leggo(step.file.name) : texts.salvo} />
      )}
      {step.fase === 'rifiuto' && (
        <Refused {...step} onAgain={(more) => void read(step.file, { ...step.scelte, ...more })} />
      )}
      {step.fase === 'anteprima' && (
        <Stack>
          <Field
            label={texts.nome}
            value={name}
            maxLength={200}
            data-primo
            error={missing && name.trim() === '' ? texts.manca_nome : null}
            onChange={(e) => setName(e.currentTarget.value)}
          />
          <ReadingReport
            reading={step.reading}
            onChoice={(more) => void read(step.file, { ...step.scelte, ...more })}
          />
          <ColumnsForm
            correction={correctionOf(step.reading.colonne ?? [])}
            names={namesOf(step.reading)}
            why={texts.colonne_testo}
            onRead={(c) => void read(step.file, { ...step.scelte, colonne: toColumns(c) })}
          />
        </Stack>
      )}
    </Dialog>
  )
}

const Waiting = ({ text }: { text: string }) => (
  <p role="status" className={css.attesa}>
    <Spinner />
    {text}
  </p>
)

const namesOf = ({ colonne = [], non_usate }: OwnBankReading): string[] => [
  ...new Set([...colonne.map(({ nome }) => nome), ...non_usate]),
]

/** A file picked or dropped. */
function FileChoice({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drop = (e: DragEvent) => {
    e.preventDefault()
    setOver(false)
    const [file] = e.dataTransfer.files
    if (file) onFile(file)
  }
  return (
    <Stack>
      <p>{texts.testo}</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's way of what the button does for all */}
      <div
        className={css.zona}
        data-sopra={over || undefined}
        onDragOver={(e) => {
          e.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          type="file"
          hidden
          onChange={(e) => {
            const [file] = e.currentTarget.files ?? []
            if (file) onFile(file)
          }}
        />
        <Button data-primo variant="primario" icon={<IconFromFile size={20} />} onClick={() => input.current?.click()}>
          {texts.scegli}
        </Button>
        <Muted small>{texts.trascina}</Muted>
      </div>
    </Stack>
  )
}

/** Why a file is no bank, and what the person may still say of it: its columns, or to go on. */
function Refused({ error, onAgain }: { error: Failure; onAgain: (scelte: OwnBankChoices) => void }) {
  const { motivo, viste, forzabile } = error.dati ?? {}
  const names = typeof viste === 'string' && viste !== '' ? viste.split(', ') : []
  const known: Correction = {}
  return (
    <Stack>
      <Band tone="errore">
        <Stack as="span">
          <b>{texts.rifiutato}</b>
          <span>{error.codice === 'FILE_RIFIUTATO' && motivo ? motivo : errorMessage(error).text}</span>
        </Stack>
      </Band>
      {forzabile === 'true' && (
        <Row>
          <Button onClick={() => onAgain({ forza: true })}>{texts.forza}</Button>
        </Row>
      )}
      {names.length > 0 && (
        <ColumnsForm
          correction={known}
          names={names}
          why={texts.colonne_rifiuto}
          onRead={(c) => onAgain({ colonne: toColumns(c) })}
        />
      )}
    </Stack>
  )
}
