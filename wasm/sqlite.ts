import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm'

type Init = (settings?: object) => Promise<Sqlite3Static>

/** VFSes of the package that nobody uses here; each costs milliseconds at start (data-engine §2). */
const CONFIG = { disable: { vfs: { kvvfs: true, opfs: true, 'opfs-vfs': true, 'opfs-wl': true } } }

let loading: Promise<Sqlite3Static> | undefined

/**
 * SQLite compiled and initialised, once per thread; in a worker and in Node alike. A failed attempt may be repeated.
 * @param address of the binary, so that it compiles while the glue is still being read; the package's own when absent.
 */
export function loadSqlite(address?: string): Promise<Sqlite3Static> {
  loading ??= start(address).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function start(address: string | undefined): Promise<Sqlite3Static> {
  const compiled = address ? compile(address) : undefined
  compiled?.catch(() => {})
  const { default: init } = await import('@sqlite.org/sqlite-wasm')
  ;(globalThis as { sqlite3ApiConfig?: object }).sqlite3ApiConfig = CONFIG
  const module = await compiled?.catch((error: unknown) => {
    // A browser that forbids WebAssembly says so here; anything else (a proxy, a wrong type) is tried again by the package.
    if (error instanceof WebAssembly.CompileError) throw error
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

async function compile(address: string): Promise<WebAssembly.Module> {
  const answer = await fetch(address, { credentials: 'same-origin' })
  if (answer.headers.get('content-type') === 'application/wasm') return WebAssembly.compileStreaming(answer)
  return WebAssembly.compile(await answer.arrayBuffer())
}
