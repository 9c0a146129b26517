import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Options } from '@node-rs/argon2'
import { ROOT } from '../root.ts'

/** A password to hash (`digest` null) or to verify. */
type Work = { digest: string | null; password: string; options?: Options }
type Answer = { id: number; esito?: string | boolean; errore?: string }
type Waiting = { resolve: (value: never) => void; reject: (error: Error) => void }
type Thread = { worker: Worker; waiting: Map<number, Waiting> }

/** Half the cores: the other half serves calls and the database. */
export const THREADS = Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)))

function openThread(onEnd: (thread: Thread) => void): Thread {
  const file = pathToFileURL(join(ROOT, 'scripts/password-thread.mjs'))
  const thread: Thread = { worker: new Worker(file, { execArgv: [] }), waiting: new Map() }
  const { worker, waiting } = thread
  const end = (error: Error) => {
    onEnd(thread)
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('error', (error) => end(error as Error))
  worker.on('exit', (code) => end(new Error(`il filo delle password si è chiuso (${code})`)))
  worker.on('message', ({ id, esito, errore }: Answer) => {
    const one = waiting.get(id)
    waiting.delete(id)
    // Unref: an idle thread keeps no process alive.
    if (waiting.size === 0) worker.unref()
    if (errore === undefined) one?.resolve(esito as never)
    else one?.reject(new Error(errore))
  })
  return thread
}

/** Threads of this process, started at the first password, and again when one has ended. */
function createThreads() {
  const open: Thread[] = []
  let last = 0
  const leave = (thread: Thread) => {
    const at = open.indexOf(thread)
    if (at >= 0) open.splice(at, 1)
  }
  const pick = (): Thread => {
    const idle = open.find(({ waiting }) => waiting.size === 0)
    if (idle) return idle
    if (open.length < THREADS) open.push(openThread(leave))
    return open.reduce((a, b) => (b.waiting.size < a.waiting.size ? b : a))
  }
  return <T extends string | boolean>(work: Work): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const { worker, waiting } = pick()
      last += 1
      waiting.set(last, { resolve, reject })
      worker.ref()
      worker.postMessage({ id: last, ...work })
    })
}

/** Hashes or verifies off the thread that serves calls, at a lower priority. */
export const runPassword = createThreads()
