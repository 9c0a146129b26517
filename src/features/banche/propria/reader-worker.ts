import { proxy, releaseProxy, wrap } from 'comlink'
import type { OwnBankReader, ReadingStep } from '#contract/own-bank'
import { fail, type Result } from '#contract/result'
import { workerUrl } from '../../../platform/worker-urls.ts'

/** A reader of files in a worker of its own. `end` stops it in the middle of anything: what was asked then fails. */
export function startReader(): OwnBankReader & { end: () => void } {
  const worker = new Worker(workerUrl('banca'), { type: 'module', name: 'banca' })
  const channel = wrap<OwnBankReader>(worker)
  let end: (why: Result<never>) => void = () => undefined
  const broken = new Promise<Result<never>>((resolve) => {
    end = resolve
  })
  const failed = (detail: string) => fail('FILE_NON_LETTO', { detail })
  // A worker whose code did not come has nothing to say of it; one that breaks says why.
  worker.addEventListener('error', (e) => end(e.message ? failed(e.message) : fail('LETTORE_ASSENTE')))
  const ask = <T>(called: () => Promise<Result<T>>): Promise<Result<T>> =>
    Promise.race([broken, called().catch((e: unknown) => failed(String(e)))])
  return {
    read: async (args, told) => {
      if (!told) return ask(() => channel.read(args))
      let over = false
      // It comes by a port of its own, and so perhaps after the answer: then nobody waits any more.
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
