import { SQLITE_WASM } from './address.ts'
import { compile } from './compile.ts'
import { findMissing, type WasmFeature } from './find-missing.ts'

// The page compiles the engine while the worker's own code is still on its way, and hands it over: the same binary is never
// compiled twice, and a worker that comes back finds it ready (decision 0037).

/** What the page sends: the engine; null when it has none and the worker must see for itself; `missing`: no engine can run here. */
type EngineMessage = { sqlite: WebAssembly.Module | null; missing?: WasmFeature }

let compiled: Promise<EngineMessage> | undefined
let lacking: WasmFeature | null = null

/** What this browser was found to lack, for whoever tells it; null until it was looked for. */
export const missingFeature = (): WasmFeature | null => lacking

/** Starts compiling in the page, where the browser can. Failures are the worker's to meet and to tell. */
export function compileSqlite(): Promise<EngineMessage> {
  compiled ??= prepare()
  return compiled
}

async function prepare(): Promise<EngineMessage> {
  const missing = await findMissing()
  lacking = missing
  return missing === null ? { sqlite: await compile(SQLITE_WASM).catch(() => null) } : { sqlite: null, missing }
}

/** Hands the engine to a worker that expects it; every such worker gets an answer. */
export function handSqlite(worker: Pick<Worker, 'postMessage'>): void {
  const send = (engine: EngineMessage) => worker.postMessage(engine)
  void compileSqlite()
    .then(send)
    .catch(() => send({ sqlite: null }))
}

/**
 * In the worker: the engine when the page hands it over. Called before the first message is heard (workers/start). Rejects with a
 * CompileError that names the feature without which no engine runs here: nothing is fetched for it.
 */
export function expectSqlite(): Promise<WebAssembly.Module | null> {
  return new Promise((resolve, reject) => {
    const listen = ({ data }: MessageEvent<Partial<EngineMessage> | undefined>) => {
      if (data?.sqlite === undefined) return
      removeEventListener('message', listen)
      if (data.missing) reject(new WasmLacks(data.missing))
      else resolve(data.sqlite)
    }
    addEventListener('message', listen)
    // A module that may not cross arrives as an error.
    addEventListener('messageerror', () => resolve(null))
  })
}

/** As the browser's own refusal, which a browser without WebAssembly cannot make. */
class WasmLacks extends Error {
  override name = 'CompileError'
  constructor(feature: WasmFeature) {
    super(`this browser lacks ${feature}`)
  }
}
