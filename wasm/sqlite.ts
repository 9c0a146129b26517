// With the worker's own code: an import of its own would cost the start as much as opening the files does.
import init, { type Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import { compile } from './compile.ts'
import { hearEngine } from './error-cause.ts'

type Init = (settings?: object) => Promise<Sqlite3Static>

/** VFSes of the package that nobody uses here; each costs milliseconds at start (decision 0037). */
const CONFIG = { error: hearEngine, disable: { vfs: { kvvfs: true, opfs: true, 'opfs-vfs': true, 'opfs-wl': true } } }

let loading: Promise<Sqlite3Static> | undefined

/**
 * SQLite compiled and initialised, once per thread; in a worker and in Node alike. A failed attempt may be repeated.
 * @param address of the binary, so that it compiles while the glue is still being read; the package's own when absent.
 * @param handed the engine that somebody else compiles; null when they could not, and it is compiled here.
 */
export function loadSqlite(address?: string, handed?: Promise<WebAssembly.Module | null>): Promise<Sqlite3Static> {
  loading ??= start(address, handed).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function start(
  address: string | undefined,
  handed: Promise<WebAssembly.Module | null> | undefined,
): Promise<Sqlite3Static> {
  const here = () => (address ? compile(address) : undefined)
  const compiled = handed ? handed.then((module) => module ?? here()) : here()
  compiled?.catch(() => {})
  ;(globalThis as { sqlite3ApiConfig?: object }).sqlite3ApiConfig = CONFIG
  const module = await compiled?.catch((error: unknown) => {
    // A browser that forbids WebAssembly says so here; anything else (a proxy, a wrong type) is tried again by the package.
    if ((error as { name?: string }).name === 'CompileError') throw error
    return undefined
  })
  if (!module) return (init as Init)()
  return (init as Init)({
    instantiateWasm: (imports: WebAssembly.Imports, done: (i: WebAssembly.Instance, m: WebAssembly.Module) => void) => {
      void WebAssembly.instantiate(module, imports).then((instance) => done(instance, module))
      return {}
    },
  })
}
