import { releaseProxy, wrap } from 'comlink'
import type { Printer } from '#contract/print'
import { fail, type Result } from '#contract/result'
import { workerUrl } from '../../platform/worker-urls.ts'

/** Starts a printer in its own worker. `end` stops it at any point, and calls under way then fail. */
export function startPrinter(): Printer & { end: () => void } {
  const worker = new Worker(workerUrl('print'), { type: 'module', name: 'print' })
  const channel = wrap<Printer>(worker)
  let end: (why: Result<never>) => void = () => undefined
  const broken = new Promise<Result<never>>((resolve) => {
    end = resolve
  })
  worker.addEventListener('error', (e) => end(fail('PDF_NON_CREATO', { detail: e.message })))
  const ask = <T>(called: () => Promise<Result<T>>): Promise<Result<T>> =>
    Promise.race([broken, called().catch((e: unknown) => fail('PDF_NON_CREATO', { detail: String(e) }))])
  return {
    begin: (job) => ask(() => channel.begin(job)),
    add: (domande, images) => ask(() => channel.add(domande, images)),
    finish: () => ask(() => channel.finish()),
    end: () => {
      end(fail('PDF_NON_CREATO', { detail: 'ended' }))
      channel[releaseProxy]()
      worker.terminate()
    },
  }
}
