import type { ReadingStep } from '#contract/own-bank'
import { fail, type Result } from '#contract/result'
import { refuseFile } from '#importers/choices'
import type { BancaHealth, MeasuredDomanda } from '#rules/banca-health'
import { startWorker } from '../pacchetti/build-queue.ts'
import type { ThreadMessage, Works } from './import-worker.ts'

const NO_MEMORY =
  'Il file chiede più memoria di quella che il server dà a una lettura: dividilo in più file. Il limite è LETTURA_MB.'

/** `memoryMb`: most memory of the thread's objects. */
type Watch = { onStep?: (step: ReadingStep) => void; signal?: AbortSignal; memoryMb?: number }

/**
 * Runs a work in a thread of its own, which ends with it; aborting `signal` ends both. RICHIESTA_NON_VALIDA where it was
 * ended so, FILE_RIFIUTATO where it had no memory left. Throws where the thread failed.
 */
export const runInThread = <K extends keyof Works>(
  tipo: K,
  dati: Works[K]['takes'],
  { onStep, signal, memoryMb }: Watch = {},
): Promise<Works[K]['gives']> =>
  new Promise((resolve, reject) => {
    const limits = memoryMb === undefined ? {} : { maxOldGenerationSizeMb: memoryMb }
    const worker = startWorker('importazioni', 'import-worker', limits)
    const end = (result: Result<never>) => {
      resolve(result)
      void worker.terminate()
    }
    const fall = (why: string) => {
      reject(new Error(why))
      void worker.terminate()
    }
    signal?.addEventListener('abort', () => end(fail('RICHIESTA_NON_VALIDA')), { once: true })
    worker.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? end(refuseFile(NO_MEMORY)) : fall(String(error)),
    )
    worker.on('exit', (code) => fall(`the thread ended with ${code}`))
    worker.on('message', (message: ThreadMessage) => {
      // Cast: the thread runs the work of this name.
      if ('esito' in message) end(message.esito as Result<never>)
      else if ('guasto' in message) fall(message.guasto)
      else onStep?.(message.passo)
    })
    worker.postMessage({ tipo, dati })
  })

/** Measures a bank in a thread; throws where the thread failed. */
export async function measureInThread(domande: readonly MeasuredDomanda[]): Promise<BancaHealth> {
  const measured = await runInThread('misura', domande)
  if (measured.ok) return measured.value
  throw new Error(measured.error.detail ?? measured.error.codice)
}
