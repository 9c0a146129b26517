import { releaseProxy, wrap } from 'comlink'
import type { ErrorCode } from '#contract/errors'
import { fail, type Result } from '#contract/result'
import type { SqlWindow } from '#contract/sql'
import { workerUrl } from '../../platform/worker-urls.ts'

export type SqlWorker = SqlWindow & { terminate: () => void }

/**
 * Starts a worker for the SQL window. Terminating it cancels its queries, which return SQL_ANNULLATA. They return SQL_NON_APERTA
 * when the worker does not start or breaks.
 */
export function startSqlWorker(): SqlWorker {
  const worker = new Worker(workerUrl('sql'), { type: 'module', name: 'sql' })
  const channel = wrap<SqlWindow>(worker)
  const pending = new Set<(r: Result<never>) => void>()
  let ended: Result<never> | null = null
  const end = (codice: ErrorCode, detail: string) => {
    if (ended) return
    ended = fail(codice, { detail })
    worker.terminate()
    channel[releaseProxy]()
    for (const done of pending) done(ended)
    pending.clear()
  }
  worker.addEventListener('error', (e) => end('SQL_NON_APERTA', e.message))
  const ask = <T>(call: () => Promise<Result<T>>) =>
    new Promise<Result<T>>((resolve) => {
      if (ended) return resolve(ended)
      pending.add(resolve)
      call()
        .catch((e: unknown) => fail('SQL_NON_APERTA', { detail: String(e) }))
        .then((r) => {
          pending.delete(resolve)
          resolve(r)
        })
    })
  return {
    open: (args) => ask(() => channel.open(args)),
    query: (args) => ask(() => channel.query(args)),
    terminate: () => end('SQL_ANNULLATA', 'terminated'),
  }
}
