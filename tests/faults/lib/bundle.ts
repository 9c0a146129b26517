import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin, type Rollup } from 'vite'
import { type Plant, plantPlugin } from './plant.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const SQLITE = join(ROOT, 'node_modules/@sqlite.org/sqlite-wasm/dist')

/** In a browser the binary has an address; here it travels inside the bundle, and the glue is the browser's, which knows the pool. */
const browserEngine: Plugin = {
  name: 'faults-browser-engine',
  enforce: 'pre',
  resolveId(id) {
    if (id === '@sqlite.org/sqlite-wasm') return join(SQLITE, 'index.mjs')
    if (/sqlite3?.*\.wasm\?url$/.test(id)) return '\0faults:sqlite.wasm'
    return null
  },
  load(id) {
    if (id !== '\0faults:sqlite.wasm') return null
    const bytes = readFileSync(join(SQLITE, 'sqlite3.wasm')).toString('base64')
    return `export default 'data:application/wasm;base64,${bytes}'`
  },
}

/** Replaces the hash library by Node's own: in JavaScript it takes a third of the time of these programmes. */
const nativeSha256: Plugin = {
  name: 'faults-native-sha256',
  enforce: 'pre',
  resolveId: (id) => (id === '@noble/hashes/sha2.js' ? '\0faults:sha2' : null),
  load: (id) => (id === '\0faults:sha2' ? SHA2 : null),
}

const SHA2 = `
const { createHash } = process.getBuiltinModule('node:crypto')
const create = () => {
  const hash = createHash('sha256')
  const hasher = { update: (bytes) => (hash.update(bytes), hasher), digest: () => new Uint8Array(hash.digest()) }
  return hasher
}
export const sha256 = Object.assign((bytes) => create().update(bytes).digest(), { create })
`

const built = new Map<string, Promise<string>>()

/**
 * Loads in Node a module bundled with the product's own code as a browser gets it, defects planted. Each call is a new copy
 * with its own state, as another worker would have; a process bundles the same module with the same defects once.
 */
export async function loadBundle<T>(entry: URL, plants: readonly Plant[] = []): Promise<T> {
  const key = JSON.stringify([entry.href, plants])
  const code = built.get(key) ?? bundle(entry, plants)
  built.set(key, code)
  const folder = makeFolder()
  try {
    const file = join(folder, 'bundle.mjs')
    await writeFile(file, await code)
    return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as T
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const shared = new Map<string, Promise<unknown>>()

/** Loads a module as `loadBundle` does, one copy a process, for programmes that remove each store they make. */
export function shareBundle<T>(entry: URL, plants: readonly Plant[] = []): Promise<T> {
  const key = JSON.stringify([entry.href, plants])
  const loaded = shared.get(key) ?? loadBundle<T>(entry, plants)
  shared.set(key, loaded)
  return loaded as Promise<T>
}

/** Inside the project, where packages that stay outside of the bundle are found. */
function makeFolder(): string {
  const cache = join(ROOT, 'node_modules', '.faults')
  mkdirSync(cache, { recursive: true })
  return mkdtempSync(join(cache, 'bundle-'))
}

async function bundle(entry: URL, plants: readonly Plant[]): Promise<string> {
  const output = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    plugins: [plantPlugin(plants), browserEngine, nativeSha256],
    define: { 'import.meta.env.DEV': 'false', 'import.meta.env.PROD': 'true' },
    ssr: { target: 'webworker', noExternal: true },
    build: {
      ssr: fileURLToPath(entry),
      write: false,
      target: 'es2023',
      minify: false,
      rollupOptions: { output: { entryFileNames: 'bundle.mjs', codeSplitting: false } },
    },
  })
  const [{ output: chunks } = { output: [] }] = [output].flat() as Rollup.RollupOutput[]
  const [main, ...others] = chunks
  if (main?.type !== 'chunk' || others.length > 0)
    throw new Error(`${entry.pathname}: a bundle of ${chunks.length} files`)
  return main.code
}
