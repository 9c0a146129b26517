import { mkdtempSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext } from 'playwright-core'
import { build } from 'vite'
import { type BancaDiProva, creaBanca } from '../../workers/mondo.ts'
import { type Plant, plantPlugin } from '../lib/plant.ts'
import { openBrowser } from './browser.ts'

const TIPI: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.zip': 'application/zip',
}
/** Questions of the bank that every tab answers. */
const DOMANDE = 2_000

/** Whoever takes the store from a silent owner says so on the account's channel. */
const WITNESS: Plant = {
  file: 'workers/tabs/tab.ts',
  find: 'this.#compete(true)',
  replace: "{ this.#channel.post({ tipo: 'forced' }); this.#compete(true) }",
}

export type Scena = {
  browser: BrowserContext
  /** The page with the product's own way to the store. */
  url: string
  /** A page of the same place with nothing in it: where a tab goes that leaves, and where somebody listens. */
  altrove: string
  banca: BancaDiProva
  close: () => Promise<void>
}

/** A built page, defects planted, served with one bank, and a browser with its back/forward cache on. */
export async function openScena(plants: readonly Plant[], slow?: number): Promise<Scena> {
  const dir = mkdtempSync(join(tmpdir(), 'idoneo-schede-'))
  const in_worker = [WITNESS, ...plants.filter(({ file }) => !file.startsWith('src/'))]
  const in_page = plants.filter(({ file }) => file.startsWith('src/'))
  await build({
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    plugins: [plantPlugin(in_page)],
    worker: { format: 'es', plugins: () => [plantPlugin(in_worker, { everyBuild: false })] },
    build: { outDir: dir, emptyOutDir: true, target: 'es2023' },
  })
  const banca = await creaBanca({ n: DOMANDE })
  const { server, url } = await serve(dir, banca.pacchetto)
  banca.concorso.url_domande = `${url}/banca.zip`
  const { browser, close } = await openBrowser(slow)
  return {
    browser,
    url: `${url}/`,
    altrove: `${url}/altrove`,
    banca,
    async close() {
      await close()
      server.closeAllConnections()
      server.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

async function serve(dir: string, zip: Uint8Array): Promise<{ server: Server; url: string }> {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    if (path === '/altrove') return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>')
    const byte =
      path === '/banca.zip'
        ? Buffer.from(zip)
        : await readFile(join(dir, path === '/' ? 'index.html' : path)).catch(() => null)
    if (!byte) return response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': TIPI[extname(path) || '.html'] ?? 'application/octet-stream',
      'content-length': byte.length,
    })
    return response.end(byte)
  })
  await new Promise<void>((r) => server.listen(0, '127.0.0.1', r))
  const { port } = server.address() as { port: number }
  return { server, url: `http://localhost:${port}` }
}
