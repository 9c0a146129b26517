import { mkdtempSync } from 'node:fs'
import { copyFile, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import type { ConcorsoScaricabile } from '#contract/schemas'
import { workerPlugins } from '../../scripts/colla.mjs'
import type { Chiamata, NomeMetodo } from '../pagina/pagina.ts'
import { makeDomande, makeRicerche } from './corpus.ts'
import { concorsoOf, packageOf } from './deposito.ts'
import type { Compito, Metodo, Prova } from './lavoro.ts'
import { createNativo } from './nativo.ts'

export type NomeBanco = NomeMetodo | 'native'
/** The methods over one corpus, each in its place: the browser, its worker, this process. */
export type Banco = {
  compito: Compito
  /** `fresca`: in a page of its own, opened for this call. */
  run(metodo: NomeBanco, operazione: keyof Metodo, giro: number, fresca?: boolean): Promise<Prova>
  /** The browser has kept it already. */
  hasEngine(): Promise<boolean>
  /** Leaves a page with our store open until the browser has kept the engine as it compiled it; false when it never did. */
  keepEngine(): Promise<boolean>
  /** Reads every store's files through, so that the system has them all at hand. */
  readFiles(): Promise<void>
  close(): Promise<void>
}

const TIPI: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.zip': 'application/zip',
}

const peer = (path: string): string => fileURLToPath(new URL(`../pari/node_modules/${path}`, import.meta.url))

/** Builds the page with the product's bundler settings: same worker, same minification. */
async function buildPagina(): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'idoneo-bench-'))
  await build({
    root: fileURLToPath(new URL('../pagina', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    resolve: {
      alias: {
        dexie: peer('dexie/dist/modern/dexie.mjs'),
        '@tanstack/db': peer('@tanstack/db/dist/esm/index.js'),
        '@tanstack/browser-db-sqlite-persistence': peer('@tanstack/browser-db-sqlite-persistence/dist/esm/index.js'),
      },
    },
    worker: { format: 'es', plugins: workerPlugins },
    build: { outDir: dir, emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0 },
  })
  // The peer's worker asks for its engine by this name beside itself.
  await copyFile(peer('@journeyapps/wa-sqlite/dist/wa-sqlite.wasm'), join(dir, 'assets', 'wa-sqlite.wasm'))
  return dir
}

/** Serves the page and the package. An isolated page has a clock of five microseconds instead of a hundred. */
async function serve(dir: string, zip: Uint8Array): Promise<{ server: Server; url: string }> {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    const bytes =
      path === '/banca.zip'
        ? Buffer.from(zip.buffer, zip.byteOffset, zip.length)
        : await readFile(join(dir, path === '/' ? 'index.html' : path)).catch(() => null)
    if (!bytes) return response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': TIPI[extname(path) || '.html'] ?? 'application/octet-stream',
      'content-length': bytes.length,
      'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'same-origin',
    })
    response.end(bytes)
  })
  await new Promise<void>((r) => server.listen(0, '127.0.0.1', r))
  const { port } = server.address() as { port: number }
  return { server, url: `http://localhost:${port}` }
}

async function openPage(browser: BrowserContext, url: string): Promise<Page> {
  const page = await browser.newPage()
  page.on('pageerror', (e) => console.error(e))
  await page.goto(url)
  await page.waitForFunction(() => 'banco' in window)
  return page
}

const call = (page: Page, chiamata: Chiamata) =>
  page.evaluate((c) => (window as unknown as { banco: (c: Chiamata) => Promise<Prova> }).banco(c), chiamata)

/** Longest time that the page stays open, milliseconds: today's V8 waits some minutes where it means some seconds. */
const TENUTA_MS = 600_000
/** Bytes of a compiled engine; the cache's own bookkeeping is far smaller. */
const ENGINE_BYTES = 100_000

/** Whether this profile's cache of compiled code holds the engine. */
async function hasEngine(profilo: string): Promise<boolean> {
  const folder = join(profilo, 'Default', 'Code Cache', 'wasm')
  const names = await readdir(folder).catch(() => [])
  const sizes = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => null)))
  return sizes.some((s) => s?.isFile() && s.size > ENGINE_BYTES)
}

/** What the stores of a profile keep on the disk: ours, and those of IndexedDB. */
const DEPOSITI = ['File System', 'IndexedDB'].map((name) => join('Default', name))

async function readThrough(dir: string): Promise<void> {
  const found = await readdir(dir, { withFileTypes: true, recursive: true }).catch(() => [])
  // One that the browser has deleted meanwhile is nobody's.
  for (const file of found) if (file.isFile()) await readFile(join(file.parentPath, file.name)).catch(() => null)
}

async function until(ready: () => Promise<boolean>, ms: number): Promise<boolean> {
  for (const end = performance.now() + ms; !(await ready()); await new Promise((r) => setTimeout(r, 1_000)))
    if (performance.now() > end) return false
  return true
}

/** Everything for one size; `close` leaves nothing behind but the package kept for the next time. */
export async function openBanco(n: number, misure: Omit<Compito, 'n' | 'ricerche' | 'url'>): Promise<Banco> {
  const zip = await packageOf(n)
  const dir = await buildPagina()
  const { server, url } = await serve(dir, zip)
  const compito: Compito = { ...misure, n, url, ricerche: makeRicerche(makeDomande(Math.min(n, 20_000)), 400) }
  const concorso: ConcorsoScaricabile = concorsoOf(n, zip, `${url}/banca.zip`)
  const profilo = mkdtempSync(join(tmpdir(), 'idoneo-bench-profilo-'))
  const nativi = mkdtempSync(join(tmpdir(), 'idoneo-bench-nativo-'))
  const browser = await chromium.launchPersistentContext(profilo, {
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    headless: true,
  })
  const principale = await openPage(browser, url)
  const native = createNativo(nativi, concorso, compito)
  return {
    compito,
    async run(metodo, operazione, giro, fresca = false) {
      if (metodo === 'native') return (await native[operazione]?.(giro)) as Prova
      const page = fresca ? await openPage(browser, url) : principale
      try {
        return await call(page, { concorso, compito, metodo, operazione, giro })
      } catch (error) {
        throw new Error(`${metodo} ${operazione}`, { cause: error })
      } finally {
        if (fresca) await page.close()
      }
    },
    hasEngine: () => hasEngine(profilo),
    async keepEngine() {
      const page = await openPage(browser, url)
      await call(page, { concorso, compito, metodo: 'pagina', operazione: 'open', giro: 0 })
      const kept = await until(() => hasEngine(profilo), TENUTA_MS)
      await call(page, { concorso, compito, metodo: 'pagina', operazione: 'close', giro: 0 })
      await page.close()
      return kept
    },
    async readFiles() {
      for (const dir of [...DEPOSITI.map((name) => join(profilo, name)), nativi]) await readThrough(dir)
    },
    async close() {
      await browser.close()
      server.close()
      await Promise.all([dir, profilo, nativi].map((d) => rm(d, { recursive: true, force: true })))
    },
  }
}
