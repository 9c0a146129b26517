import { type Remote, releaseProxy, wrap } from 'comlink'
import type { Result } from '#contract/result'
import { type WorkerName, workerUrl } from './worker-urls.ts'

/**
 * A worker of its own that is asked and can be ended in the middle of anything. What is asked of one that broke or was ended fails.
 *
 * @param failed the failure of what it could not do, from a detail for the log
 * @param broken the failure when its code did not come or threw; the same when absent
 */
export function startAskedWorker<T extends object>(
  name: WorkerName,
  failed: (detail: string) => Result<never>,
  broken: (detail: string) => Result<never> = failed,
) {
  const worker = new Worker(workerUrl(name), { type: 'module', name })
  const channel = wrap<T>(worker)
  let stop: (why: Result<never>) => void = () => undefined
  const stopped = new Promise<Result<never>>((resolve) => {
    stop = resolve
  })
  worker.addEventListener('error', (e) => stop(broken(e.message)))
  return {
    ask: <V>(called: (channel: Remote<T>) => Promise<Result<V>>): Promise<Result<V>> =>
      Promise.race([stopped, called(channel).catch((e: unknown) => failed(String(e)))]),
    end: (): void => {
      stop(failed('ended'))
      channel[releaseProxy]()
      worker.terminate()
    },
  }
}
