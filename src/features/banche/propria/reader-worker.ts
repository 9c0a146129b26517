import { proxy, releaseProxy, wrap } from 'comlink'
import type { OwnBankReader, ReadingStep } from '#contract/own-bank'
import { fail, type Result } from '#contract/result'
import { workerUrl } from '../../../platform/worker-urls.ts'

/** Starts a reader of files in a worker of its own. `end` stops it at any point, and a pending call then fails. */
export function startReader(): OwnBankReader & { end: () => void } {
  const worker = new Worker(workerUrl('banca'), { type: 'module', name: 'banca' })
  const channel = wrap<OwnBankReader>(worker)
  let end: (why: Result<never>) => void = () => undefined
  const broken = new Promise<Result<never>>((resolve) => {
    end = resolve
  })
  const failed = (detail: string) => fail('FILE_NON_LETTO', { detail })
  // Fail without a detail where the worker's code did not load; only a broken worker sends a message.
  worker.addEventListener('error', (e) => end(e.message ? failed(e.message) : fail('LETTORE_ASSENTE')))
  const ask = <T>(called: () => Promise<Result<T>>): Promise<Result<T>> =>
    Promise.race([broken, called().catch((e: unknown) => failed(String(e)))])
  return {
    read: async (args, told) => {
      if (!told) return ask(() => channel.read(args))
      let over = false
      // Drop a step that arrives after the result, because steps come by a port of their own.
      const step = proxy((passo: ReadingStep) => {
        if (!over) told(passo)
      })
      const answer = await ask(() => channel.read(args, step))
      over = true
      return answer
    },
    build: (args) => ask(() => channel.build(args)),
    end: () => {
      end(failed('ended'))
      channel[releaseProxy]()
      worker.terminate()
    },
  }
}
