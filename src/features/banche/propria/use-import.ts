import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { OwnBankChoices, OwnBankReading, ReadingStep } from '#contract/own-bank'
import type { Failure } from '#contract/result'
import { hrefBanca } from '../../../domain/hrefs.ts'
import { showError, showToast } from '../../../session/notices.ts'
import { keepOwnBank } from './own-bank.ts'
import { startReader } from './reader-worker.ts'
import { type KeepingStep, propriaText as texts } from './text.ts'

type Step =
  | { fase: 'scelta' }
  | { fase: 'lettura'; file: File; passo: ReadingStep }
  | { fase: 'anteprima'; file: File; scelte: OwnBankChoices; reading: OwnBankReading }
  | { fase: 'rifiuto'; file: File; scelte: OwnBankChoices; error: Failure }
  | { fase: 'salvataggio'; domande: number; passo: KeepingStep | 'annullo' }

/** Holds the worker that reads and the keeping under way, which end with the dialog. */
function useReader() {
  const reader = useRef<ReturnType<typeof startReader>>(null)
  const keeping = useRef<AbortController>(null)
  const stop = useRef(() => {
    keeping.current?.abort()
    keeping.current = null
    reader.current?.end()
    reader.current = null
  }).current
  useEffect(() => stop, [stop])
  return { reader, keeping, stop }
}

/** Makes a bank of this device from a file: read, looked at, kept, cancelled at any step. Reads a given `file` at once. */
export function useImport(file: File | null, onClose: () => void) {
  const [step, setStep] = useState<Step>({ fase: 'scelta' })
  const [name, setName] = useState('')
  const [missing, setMissing] = useState(false)
  const [, navigate] = useLocation()
  const { reader, keeping, stop } = useReader()

  const read = async (file: File, scelte: OwnBankChoices = {}) => {
    stop()
    const mine = startReader()
    reader.current = mine
    setStep({ fase: 'lettura', file, passo: { passo: 'apertura' } })
    const told = (passo: ReadingStep) => {
      if (reader.current === mine) setStep({ fase: 'lettura', file, passo })
    }
    const result = await mine.read({ file, nome: file.name, scelte }, told)
    // Drop a result that was cancelled, or overtaken by another file.
    if (reader.current !== mine) return
    if (!result.ok) return setStep({ fase: 'rifiuto', file, scelte, error: result.error })
    setName((given) => given || file.name.replace(/\.[^.]*$/, ''))
    setStep({ fase: 'anteprima', file, scelte, reading: result.value })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a file that was shared is read once
  useEffect(() => {
    if (file) void read(file)
  }, [file])
  const keep = async (concorso: string, back: Step & { fase: 'anteprima' }) => {
    if (concorso === '') return setMissing(true)
    const mine = reader.current
    if (!mine) return
    const { domande } = back.reading
    const controller = new AbortController()
    keeping.current = controller
    const { signal } = controller
    const told = (passo: KeepingStep) => {
      if (!signal.aborted) setStep({ fase: 'salvataggio', domande, passo })
    }
    const result = await keepOwnBank({ reader: mine, concorso, signal, told })
    if (!result.ok) showError(result.error)
    // Begin again after a cancellation, which removed the bank and ended its reader.
    if (signal.aborted || !result.ok || result.value === null)
      return setStep(signal.aborted ? { fase: 'scelta' } : back)
    showToast({ text: texts.pronta(concorso) })
    onClose()
    navigate(hrefBanca(result.value))
  }
  const cancelKeeping = (domande: number) => {
    stop()
    setStep({ fase: 'salvataggio', domande, passo: 'annullo' })
  }
  const again = () => {
    stop()
    setName('')
    setStep({ fase: 'scelta' })
  }
  return { step, name, setName, missing, read, keep, cancelKeeping, again }
}
