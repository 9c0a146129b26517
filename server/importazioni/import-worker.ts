import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import type { ImportedDomanda, ImportedImage } from '#contract/domanda'
import type { OwnBankReading, ReadingStep } from '#contract/own-bank'
import { ok, type Result } from '#contract/result'
import { type Choices, describeReading, explainRefusal, missingColumn, toImportOptions } from '#importers/choices'
import { importBank } from '#importers/import-bank'
import type { ReadQuestions } from '#importers/options'
import { type BancaHealth, type MeasuredDomanda, measureBanca } from '#rules/banca-health'
import { type Doubtful, listDoubtful } from './doubtful.ts'

// Worker thread: a PDF of a thousand pages takes a minute of CPU, and the health of 10,000 questions three seconds, which
// the requests would otherwise wait for.

/** A file to read, with the images that its bank has already. */
type ReadWork = {
  file: string
  nome: string
  scelte: Choices
  /** The choices are of an earlier file: one without their columns is read without them. */
  di_prima: boolean
  immagini: readonly ImportedImage[]
  /** Questions of the preview. */
  esempi: number
}
/** `senza`: column of the choices that the file does not have; it was read without them. */
type ReadEnd = { letta: Result<ReadBank>; senza: string | null }
export type ReadBank = {
  domande: ImportedDomanda[]
  immagini: ImportedImage[]
  lettura: OwnBankReading
  dubbie: Doubtful
}
/** Works of the thread, by name: what each takes and what it returns. */
export type Works = {
  lettura: { takes: ReadWork; gives: Result<ReadEnd> }
  misura: { takes: readonly MeasuredDomanda[]; gives: Result<BancaHealth> }
}
export type ThreadMessage = { passo: ReadingStep } | { esito: Result<unknown> } | { guasto: string }

const say = (message: ThreadMessage) => parentPort?.postMessage(message)

async function read({ file, nome, scelte, di_prima, immagini, esempi }: ReadWork): Promise<Result<ReadEnd>> {
  const byte = new Uint8Array(await readFile(file))
  const onStep = (passo: ReadingStep) => say({ passo })
  let dubbie: Doubtful = { totale: 0, righe: [] }
  const onRead = (read: ReadQuestions) => {
    dubbie = listDoubtful(read)
  }
  const readWith = (choices: Choices) =>
    importBank({ nome, byte, immagini, opzioni: { ...toImportOptions(choices), onStep, onRead } })
  const first = await readWith(scelte)
  const senza = di_prima && !first.ok ? missingColumn(first.error) : null
  const bank = senza === null ? first : await readWith({} as Choices)
  if (!bank.ok) return ok({ letta: bank.error.codice === 'FILE_RIFIUTATO' ? explainRefusal(bank.error) : bank, senza })
  const { domande, immagini: used } = bank.value
  const lettura = describeReading(bank.value, esempi)
  return ok({ letta: ok({ domande, immagini: used, lettura, dubbie }), senza })
}

const WORKS: { [K in keyof Works]: (taken: Works[K]['takes']) => Promise<Works[K]['gives']> } = {
  lettura: read,
  misura: async (domande) => ok(measureBanca(domande)),
}

parentPort?.once('message', async ({ tipo, dati }: { tipo: keyof Works; dati: never }) => {
  const run: (taken: never) => Promise<Result<unknown>> = WORKS[tipo]
  await run(dati).then(
    (esito) => say({ esito }),
    (error: Error) => say({ guasto: error.stack ?? String(error) }),
  )
})
