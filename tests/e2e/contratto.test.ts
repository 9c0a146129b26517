import { mkdtempSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { extname, join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { loadSqlite } from '#wasm/sqlite'
import { RESERVE_BYTES } from '#workers/backends/disk-reserve'
import { readTabelle } from '../workers/backends/tables.ts'
import { makeBanche, tellMemoria } from '../workers/backends/tell-story.ts'
import { NIGHT, openContext, ROOT } from './aiuti.ts'

const TIPI: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' }

/** Builds the page of the contract and serves it beside the packages, which have their own paths. */
async function serve(pacchetti: Map<string, Uint8Array>): Promise<{ server: Server; indirizzo: string }> {
  const dir = mkdtempSync(join(inject('dataDir'), 'contratto-'))
  const { build } = await import('vite')
  await build({
    root: join(ROOT, 'tests/workers/backends/page'),
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir: dir, emptyOutDir: true, target: 'es2023' },
  })
  const server = createServer(async (chiesta, risposta) => {
    const path = new URL(chiesta.url ?? '/', 'http://x').pathname
    const byte =
      pacchetti.get(path) ?? (await readFile(join(dir, path === '/' ? 'index.html' : path)).catch(() => null))
    if (!byte) return void risposta.writeHead(404).end()
    risposta.writeHead(200, { 'content-type': TIPI[extname(path) || '.html'] ?? 'application/octet-stream' }).end(byte)
  })
  await new Promise<void>((r) => server.listen(0, '127.0.0.1', r))
  return { server, indirizzo: `http://localhost:${(server.address() as { port: number }).port}` }
}

describe('the contract of the store in a browser [CD4][D32][DB10][DB11][DB12][DB14]', () => {
  let attesa: Awaited<ReturnType<typeof tellMemoria>>
  let banche: Awaited<ReturnType<typeof makeBanche>>
  let server: Server
  let indirizzo = ''
  let browser: BrowserContext
  let page: Page

  beforeAll(async () => {
    banche = await makeBanche()
    attesa = await tellMemoria()
    const pacchetti = new Map<string, Uint8Array>()
    for (const { concorso, pacchetto, immagini } of banche) {
      pacchetti.set(new URL(concorso.url_domande).pathname, pacchetto)
      if (immagini && concorso.url_immagini) pacchetti.set(new URL(concorso.url_immagini).pathname, immagini)
    }
    ;({ server, indirizzo } = await serve(pacchetti))
    browser = await openContext()
    page = await browser.newPage()
    await page.goto(indirizzo)
    await page.waitForFunction(() => 'racconta' in globalThis)
  })
  afterAll(async () => {
    await browser?.close()
    server?.close()
  })

  const rungs = [
    ['opfs-sahpool', ''],
    ['indexeddb', 'opfs'],
    ['asm', 'wasm'],
  ]
  // `gradini.test.ts` practises on each of them by day.
  it.each(NIGHT ? rungs : rungs.slice(0, 1))('%s: same answers, same rows as plain memory', async (gradino, manca) => {
    const here = (path: string | null) => path && `${indirizzo}${new URL(path).pathname}`
    const concorsi = banche.map(({ concorso: c }) => ({
      ...c,
      url_domande: here(c.url_domande),
      url_immagini: here(c.url_immagini),
    }))
    const trovata = (await page.evaluate(
      ([m, g, c]) => (globalThis as unknown as { racconta: (...a: unknown[]) => Promise<unknown> }).racconta(m, g, c),
      [manca, gradino, concorsi] as const,
    )) as { trascrizione: unknown; utente: number[]; svuotato: boolean; riserva: number }
    expect(trovata.trascrizione).toEqual(attesa.trascrizione)
    expect(readTabelle(await loadSqlite(), Uint8Array.from(trovata.utente))).toEqual(attesa.tabelle)
    expect(trovata.svuotato).toBe(true)
    expect(trovata.riserva).toBe(gradino === 'opfs-sahpool' ? RESERVE_BYTES : 0)
  })
})
