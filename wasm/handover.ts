import { SQLITE_WASM } from './address.ts'
import { compile } from './compile.ts'

// The page compiles the engine while the worker's own code is still on its way, and hands it over: the same binary is never
// compiled twice, and a worker that comes back finds it ready (decision 0037).

/** What the page sends: the engine, or null when it has none and the worker must see for itself. */
type EngineMessage = { sqlite: WebAssembly.Module | null }

let compiled: Promise<WebAssembly.Module | null> | undefined

/** Starts compiling in the page. Failures are the worker's to meet and to tell. */
export function compileSqlite(): Promise<WebAssembly.Module | null> {
  compiled ??= typeof WebAssembly === 'object' ? compile(SQLITE_WASM).catch(() => null) : Promise.resolve(null)
  return compiled
}

/** Hands the engine to a worker that expects it; every such worker gets an answer. */
export function handSqlite(worker: Pick<Worker, 'postMessage'>): void {
  const send = (sqlite: WebAssembly.Module | null) => worker.postMessage({ sqlite } satisfies EngineMessage)
  void compileSqlite()
    .then(send)
    .catch(() => send(null))
}

/** In the worker: the engine when the page hands it over. Called before the first message is heard (workers/start). */
export function expectSqlite(): Promise<WebAssembly.Module | null> {
  return new Promise((resolve) => {
    const listen = ({ data }: MessageEvent<Partial<EngineMessage> | undefined>) => {
      if (data?.sqlite === undefined) return
      removeEventListener('message', listen)
      resolve(data.sqlite)
    }
    addEventListener('message', listen)
    // A module that may not cross arrives as an error.
    addEventListener('messageerror', () => resolve(null))
  })
}
