import { releaseProxy, wrap } from 'comlink'
import type { Codice } from '#contract/errori'
import { fail, type Result } from '#contract/result'
import type { FinestraSql } from '#contract/sql'
import { workerUrl } from './indirizzi.ts'

export type LavoratoreSql = FinestraSql & { termina: () => void }

/**
 * Starts a worker for the SQL window. Terminating it is how a query is cancelled: what was asked ends with SQL_ANNULLATA, with
 * SQL_NON_APERTA when the worker itself did not start or broke.
 */
export function startSql(): LavoratoreSql {
  const worker = new Worker(workerUrl('sql'), { type: 'module', name: 'sql' })
  const canale = wrap<FinestraSql>(worker)
  const sospese = new Set<(r: Result<never>) => void>()
  let finito: Result<never> | null = null
  const end = (codice: Codice, dettaglio: string) => {
    if (finito) return
    finito = fail(codice, { detail: dettaglio })
    worker.terminate()
    canale[releaseProxy]()
    for (const fine of sospese) fine(finito)
    sospese.clear()
  }
  worker.addEventListener('error', (e) => end('SQL_NON_APERTA', e.message))
  const ask = <T>(call: () => Promise<Result<T>>) =>
    new Promise<Result<T>>((resolve) => {
      if (finito) return resolve(finito)
      sospese.add(resolve)
      call()
        .catch((e: unknown) => fail('SQL_NON_APERTA', { detail: String(e) }))
        .then((r) => {
          sospese.delete(resolve)
          resolve(r)
        })
    })
  return {
    open: (args) => ask(() => canale.open(args)),
    query: (args) => ask(() => canale.query(args)),
    termina: () => end('SQL_ANNULLATA', 'terminated'),
  }
}
