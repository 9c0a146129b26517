import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
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

/**
 * Bundles a module with the product's own code as a browser gets it, defects planted, and loads it in Node. Each call is a
 * new copy with its own state, as another worker would have.
 */
export async function loadBundle<T>(entry: URL, plants: readonly Plant[] = []): Promise<T> {
  const cache = join(ROOT, 'node_modules', '.faults')
  mkdirSync(cache, { recursive: true })
  const outDir = mkdtempSync(join(cache, 'bundle-'))
  try {
    await build({
      root: ROOT,
      configFile: false,
      logLevel: 'error',
      plugins: [plantPlugin(plants), browserEngine],
      define: { 'import.meta.env.DEV': 'false', 'import.meta.env.PROD': 'true' },
      ssr: { target: 'webworker', noExternal: true },
      build: {
        ssr: fileURLToPath(entry),
        outDir,
        emptyOutDir: false,
        target: 'es2023',
        minify: false,
        rollupOptions: { output: { entryFileNames: 'bundle.mjs', codeSplitting: false } },
      },
    })
    return (await import(/* @vite-ignore */ pathToFileURL(join(outDir, 'bundle.mjs')).href)) as T
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
}
