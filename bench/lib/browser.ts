import { createHash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deflateRawSync } from 'node:zlib'
import sqlite3InitModule from '@sqlite.org/sqlite-wasm'
import { chromium } from 'playwright-core'
import { build } from 'vite'
import type { DomandaNumerata } from '#contract/domanda'
import type { ConcorsoScaricabile } from '#contract/schemi'
import { buildBanca } from '#importers/pacchetto/banca'
import { buildManifest } from '#importers/pacchetto/manifesto'
import { writePackage } from '#importers/pacchetto/pacchetto'
import { MATERIE, makeDomande, makeRicerche } from './corpus.ts'

const TIPI: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.zip': 'application/zip',
}

/** The corpus as a bank file and as its package, built by the product's own code. */
export async function makeBanca(n: number): Promise<{
  domande: DomandaNumerata[]
  banca: Uint8Array
  zip: Uint8Array
  concorso: Omit<ConcorsoScaricabile, 'url_domande'>
}> {
  const domande = makeDomande(n)
  const materie = Array.from({ length: MATERIE }, (_, i) => ({ id_materia: i + 1, materia: `Materia ${i + 1}` }))
  const sqlite3 = await sqlite3InitModule()
  const dati = { id_concorso: 1, concorso: 'Corpus', versione: 'corpus' }
  const banca = buildBanca(sqlite3, { ...dati, domande, materie, totali: n })
  const manifest = buildManifest({ ...dati, domande: n, domande_totali: n }, banca)
  const zip = await writePackage({ manifest, banca }, deflateRawSync)
  const adesso = '2026-11-21T00:00:00.000+01:00'
  return {
    domande,
    banca,
    zip,
    concorso: {
      id_concorso: 1,
      concorso: 'Corpus',
      ente: { id_ente: 1, ente: 'Ente' },
      anno: 2026,
      profilo: null,
      descrizione: null,
      in_evidenza: false,
      numero_domande: n,
      con_immagini: 0,
      materie: materie.map((m) => ({ id_materia: m.id_materia, materia: m.materia, numero: n / MATERIE })),
      data_ultimo_aggiornamento: adesso,
      versione: 'corpus',
      stato: 0,
      domande_concesse: n,
      hash_domande: createHash('sha256').update(zip).digest('hex'),
      dimensione_zip: zip.length,
      url_immagini: null,
      hash_immagini: null,
      dimensione_immagini: 0,
    },
  }
}

/** Bits per second of the line that brings the package. */
const LINEA = 100_000_000
const PEZZO = 64 * 1024

/** Sends a package as a good line would, piece by piece: all at once it would still be inflating when the last byte is there. */
function send(response: ServerResponse, zip: Uint8Array): void {
  response.writeHead(200, { 'content-type': 'application/zip', 'content-length': zip.length })
  const start = performance.now()
  let at = 0
  const next = () => {
    const due = ((performance.now() - start) / 1000) * (LINEA / 8)
    while (at < zip.length && at <= due) {
      response.write(zip.subarray(at, at + PEZZO))
      at += PEZZO
    }
    if (at < zip.length) setTimeout(next, 2)
    else response.end()
  }
  next()
}

/** Runs one function of bench/pagina in real Chromium, with the built worker and the package served beside it. */
export async function runInPage<T>(
  nome: 'ready' | 'answer' | 'search',
  n: number,
  giri: number,
  quanteRicerche = 200,
): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'idoneo-bench-'))
  const { concorso, domande, zip } = await makeBanca(n)
  await build({
    root: fileURLToPath(new URL('../pagina', import.meta.url)),
    configFile: false,
    logLevel: 'warn',
    resolve: {
      alias: { dexie: fileURLToPath(new URL('../pari/node_modules/dexie/dist/modern/dexie.mjs', import.meta.url)) },
    },
    worker: { format: 'es' },
    build: { outDir: dir, emptyOutDir: true, target: 'es2023' },
  })
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    if (path === '/banca.zip') return send(response, zip)
    const byte = await readFile(join(dir, path === '/' ? 'index.html' : path)).catch(() => null)
    if (!byte) return response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': TIPI[extname(path) || '.html'] ?? 'application/octet-stream',
      'content-length': byte.length,
    })
    response.end(byte)
  })
  await new Promise<void>((r) => server.listen(0, '127.0.0.1', r))
  const { port } = server.address() as { port: number }
  const url = `http://localhost:${port}`
  const profilo = mkdtempSync(join(tmpdir(), 'idoneo-bench-profilo-'))
  const browser = await chromium.launchPersistentContext(profilo, {
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    headless: true,
  })
  try {
    const page = await browser.newPage()
    page.on('pageerror', (e) => console.error(e))
    await page.goto(url)
    await page.waitForFunction(() => 'banco' in window)
    const banca = {
      concorso: { ...concorso, url_domande: `${url}/banca.zip` },
      n,
      giri,
      ricerche: makeRicerche(domande, quanteRicerche),
    }
    return (await page.evaluate(
      ([f, b]) =>
        (window as unknown as { banco: Record<string, (x: unknown) => Promise<unknown>> }).banco[f as string]?.(b),
      [nome, banca] as const,
    )) as T
  } finally {
    await browser.close()
    server.close()
    await Promise.all([rm(dir, { recursive: true, force: true }), rm(profilo, { recursive: true, force: true })])
  }
}
