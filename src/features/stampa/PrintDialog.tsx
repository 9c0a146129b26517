import { useEffect, useRef, useState } from 'react'
import type { ResponseOf } from '#contract/calls'
import { KEY_PLACES, PRINT_SIZES } from '#contract/print'
import { ok, type Result } from '#contract/result'
import { isPropria, toRaccolta } from '#rules/raccolta'
import { call } from '../../api/client.ts'
import { hasRight } from '../../domain/livello.ts'
import { network } from '../../platform/network.ts'
import { accountSignal } from '../../session/account.ts'
import { showError } from '../../session/notices.ts'
import { onStore } from '../../store/on-store.ts'
import { Button } from '../../ui/Button.tsx'
import { Muted, Stack } from '../../ui/base.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Checkbox } from '../../ui/Field.tsx'
import { IconDownload, IconPrint } from '../../ui/icons.ts'
import { Progress } from '../../ui/Meters.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { type PrintedBanca, type PrintOptions, type PrintRequest, printBanca } from './print-banca.ts'
import { checkPrintRight } from './print-right.ts'
import { stampaText as texts } from './text.ts'

const FIRST_CHOICE: PrintOptions = {
  keyPlace: 'domanda',
  size: 'piccolo',
  foglio: false,
  mescola: false,
  images: true,
  spiegazioni: false,
}

type Step =
  | { fase: 'scelte' }
  | { fase: 'spiegazioni'; kept: number }
  | { fase: 'stampa'; done: number; all: number }
  | { fase: 'pronto'; printed: PrintedBanca; url: string }

/** Dialog of a PDF with its choices, progress and file. Closing it midway stops the work. */
export default function PrintDialog({
  request,
  count,
  onClose,
}: {
  request: Omit<PrintRequest, 'options'>
  count: number
  onClose: () => void
}) {
  const [options, setOptions] = useState(FIRST_CHOICE)
  const [step, setStep] = useState<Step>({ fase: 'scelte' })
  const work = useRef<AbortController | null>(null)
  const url = step.fase === 'pronto' ? step.url : null
  useEffect(() => () => work.current?.abort(), [])
  useEffect(() => (url === null ? undefined : () => URL.revokeObjectURL(url)), [url])
  const change = (patch: Partial<PrintOptions>) => setOptions({ ...options, ...patch })

  const stop = () => {
    work.current?.abort()
    setStep({ fase: 'scelte' })
  }
  const start = async () => {
    const controller = new AbortController()
    const { signal } = controller
    work.current = controller
    setStep({ fase: 'stampa', done: 0, all: count })
    const may = await checkPrintRight()
    if (signal.aborted) return
    if (!may.ok) {
      setStep({ fase: 'scelte' })
      return showError(may.error)
    }
    if (options.spiegazioni && network.online) {
      setStep({ fase: 'spiegazioni', kept: 0 })
      const kept = await keepSpiegazioni(request.filtro.id_concorso, signal, (n) => {
        if (!signal.aborted) setStep({ fase: 'spiegazioni', kept: n })
      })
      // Pages leave out the explanations that did not arrive; a refusal is shown.
      if (!kept.ok && !signal.aborted && kept.error.codice !== 'RETE_ASSENTE') showError(kept.error)
    }
    if (signal.aborted) return
    const printed = await printBanca({ ...request, options }, signal, (done, all) => {
      if (!signal.aborted) setStep({ fase: 'stampa', done, all })
    })
    if (signal.aborted) return
    if (printed.ok)
      return setStep({ fase: 'pronto', printed: printed.value, url: URL.createObjectURL(printed.value.file) })
    setStep({ fase: 'scelte' })
    showError(printed.error, { riprova: () => void start() })
  }
  return (
    <Dialog title={texts.titolo} onClose={onClose} actions={<Actions step={step} onStart={start} onStop={stop} />}>
      {step.fase === 'scelte' ? (
        <Choices options={options} change={change} />
      ) : (
        <Stack>
          <Status step={step} />
          {step.fase === 'pronto' && (
            <Button variant="fantasma" size="sm" onClick={() => setStep({ fase: 'scelte' })}>
              {texts.altro}
            </Button>
          )}
        </Stack>
      )}
    </Dialog>
  )
}

function Choices({ options, change }: { options: PrintOptions; change: (patch: Partial<PrintOptions>) => void }) {
  return (
    <Stack>
      <Segmented
        legend={texts.chiave}
        options={KEY_PLACES.map((value) => ({ value, text: texts.chiave_dove[value] }))}
        value={options.keyPlace}
        onSelect={(keyPlace) => change({ keyPlace })}
      />
      <Segmented
        legend={texts.caratteri}
        options={PRINT_SIZES.map((value) => ({ value, text: texts.caratteri_come[value] }))}
        value={options.size}
        onSelect={(size) => change({ size })}
      />
      <Checkbox checked={options.foglio} onChange={(e) => change({ foglio: e.currentTarget.checked })}>
        <Explained name={texts.foglio} why={texts.foglio_testo} />
      </Checkbox>
      <Checkbox checked={options.mescola} onChange={(e) => change({ mescola: e.currentTarget.checked })}>
        <Explained name={texts.mescola} why={texts.mescola_testo} />
      </Checkbox>
      <Checkbox checked={options.images} onChange={(e) => change({ images: e.currentTarget.checked })}>
        {texts.immagini}
      </Checkbox>
      {hasRight('spiegazioni') && (
        <Checkbox checked={options.spiegazioni} onChange={(e) => change({ spiegazioni: e.currentTarget.checked })}>
          <Explained name={texts.spiegazioni} why={texts.spiegazioni_testo} />
        </Checkbox>
      )}
    </Stack>
  )
}

function Status({ step }: { step: Exclude<Step, { fase: 'scelte' }> }) {
  if (step.fase === 'pronto')
    return (
      <div role="status">
        <p>{texts.pronto(step.printed.pages, step.printed.file.size)}</p>
        {step.printed.missing > 0 && <Muted small>{texts.mancano(step.printed.missing)}</Muted>}
      </div>
    )
  const all = step.fase === 'stampa' && step.done === step.all
  return (
    <Stack>
      <Progress
        label={texts.barra}
        {...(step.fase === 'stampa' && !all ? { value: step.done, max: Math.max(1, step.all) } : {})}
      />
      <Muted small>
        {step.fase === 'spiegazioni'
          ? texts.spiegazioni_arrivo(step.kept)
          : all
            ? texts.impagino
            : texts.avanzamento(step.done, step.all)}
      </Muted>
    </Stack>
  )
}

function Actions({ step, onStart, onStop }: { step: Step; onStart: () => void; onStop: () => void }) {
  if (step.fase === 'scelte')
    return (
      <Button variant="primario" icon={<IconPrint size={20} />} onClick={onStart}>
        {texts.crea}
      </Button>
    )
  if (step.fase === 'pronto') return <SaveLink url={step.url} name={step.printed.name} />
  return <Button onClick={onStop}>{texts.annulla}</Button>
}

/** Button that saves the file by clicking a link, because only a link saves a file in a browser. */
function SaveLink({ url, name }: { url: string; name: string }) {
  const save = () => {
    const link = document.createElement('a')
    link.href = url
    link.download = name
    link.click()
  }
  return (
    <Button variant="primario" icon={<IconDownload size={20} />} onClick={save}>
      {texts.salva}
    </Button>
  )
}

const Explained = ({ name, why }: { name: string; why: string }) => (
  <>
    {name}
    <Muted small as="span">
      {' '}
      {why}
    </Muted>
  </>
)

/**
 * Saves on this device the explanations of a bank or path, page by page (D20).
 *
 * @param told receives the number saved so far
 * @returns the number saved; a failure leaves those saved before it
 */
async function keepSpiegazioni(
  id_concorso: number,
  signal: AbortSignal,
  told: (kept: number) => void,
): Promise<Result<number>> {
  // Own banks bring their explanations in their file.
  if (isPropria(id_concorso)) return ok(0)
  const account = accountSignal()
  const { contesto, id } = toRaccolta(id_concorso)
  const which = contesto === 'PERCORSO' ? { id_argomento: id } : { id_concorso: id }
  let kept = 0
  let after: number | null = 0
  while (after !== null && !signal.aborted && !account.aborted) {
    const page: Result<ResponseOf<'spiegazioni'>> = await call('spiegazioni', { query: { ...which, dopo: after } })
    if (!page.ok) return page
    if (account.aborted) break
    const saved = await onStore((db) => db.saveSpiegazioni({ nuove: page.value.elementi }))
    if (!saved.ok) return saved
    kept += page.value.elementi.length
    told(kept)
    after = page.value.dopo
  }
  return ok(kept)
}
