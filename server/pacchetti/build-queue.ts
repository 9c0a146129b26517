import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ResourceLimits, Worker } from 'node:worker_threads'
import type { ImportedImage } from '#contract/domanda'
import type { BancaToWrite } from '#importers/package/build-bank'
import { ROOT } from '../root.ts'

export type Work =
  | { tipo: 'banca'; banca: BancaToWrite & { versione: string } }
  | { tipo: 'immagini'; immagini: readonly ImportedImage[] }
/** A finished zip under the name of its content's hash. */
export type BuiltFile = { nome: string; byte: Uint8Array }
export type WorkResult = { ok: true; file: BuiltFile } | { ok: false; messaggio: string }

/** Milliseconds after which an idle thread ends: it holds the engine's memory. */
const IDLE_MS = 20_000

/** Starts a worker of server/: compiled in the product, its source in command, development and tests. */
export function startWorker(slice: string, name: string, resourceLimits: ResourceLimits = {}): Worker {
  const file = import.meta.url.endsWith('.ts') ? 'scripts/worker-loader.mjs' : `dist/server/${name}.js`
  return new Worker(pathToFileURL(join(ROOT, file)), {
    execArgv: [],
    argv: [`#server/${slice}/${name}`],
    resourceLimits,
  })
}

type Waiting = { resolve: (file: BuiltFile) => void; reject: (error: Error) => void }
type Open = { worker: Worker; attese: Map<number, Waiting>; riposo?: NodeJS.Timeout }

/**
 * Builds files one at a time in a thread of its own, which the first build starts. A busy thread keeps the process
 * alive.
 */
function createBuilder() {
  let opened: Open | null = null
  let last = 0

  const leave = (chi: Open) => {
    if (opened === chi) opened = null
  }
  const open = (): Open => {
    const waiting = new Map<number, Waiting>()
    const next: Open = { worker: startWorker('pacchetti', 'build-worker'), attese: waiting }
    const fail = (error: Error) => {
      leave(next)
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    next.worker.on('error', (error) => fail(error as Error))
    next.worker.on('exit', (code) => fail(new Error(`il lavoratore si è chiuso (${code})`)))
    next.worker.on('message', ({ id, esito: result }: { id: number; esito: WorkResult }) => {
      const wait = waiting.get(id)
      waiting.delete(id)
      if (waiting.size === 0) {
        next.worker.unref()
        next.riposo = setTimeout(() => {
          leave(next)
          void next.worker.terminate()
        }, IDLE_MS).unref()
      }
      if (result.ok) wait?.resolve(result.file)
      else wait?.reject(new Error(result.messaggio))
    })
    return next
  }

  return (work: Work): Promise<BuiltFile> =>
    new Promise((resolve, reject) => {
      opened ??= open()
      clearTimeout(opened.riposo)
      opened.worker.ref()
      last += 1
      opened.attese.set(last, { resolve, reject })
      opened.worker.postMessage({ id: last, lavoro: work })
    })
}

/** Builds in one thread for the process: many machines have two cores in all. */
export const build = createBuilder()
