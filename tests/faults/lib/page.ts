import { mkdtempSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { type Plant, plantPlugin } from './plant.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.zip': 'application/zip',
}

export type Handler = (request: IncomingMessage, path: string, body: () => Promise<string>) => Promise<unknown>

/**
 * Builds a small page of the tests with the product's own modules and workers, defects planted, and serves it on a random
 * port. What `handle` answers for a path goes out as JSON, a Uint8Array as it is; undefined is left to the built files.
 */
export async function servePage(root: URL, handle: Handler, plants: readonly Plant[] = []) {
  const dir = mkdtempSync(join(tmpdir(), 'idoneo-faults-page-'))
  await build({
    root: fileURLToPath(root),
    configFile: false,
    logLevel: 'error',
    plugins: [plantPlugin(plants, { everyBuild: false })],
    worker: { format: 'es', plugins: () => [plantPlugin(plants, { everyBuild: false })] },
    build: { outDir: dir, emptyOutDir: true, target: 'es2023', minify: false },
  })
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    const body = async () => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      return Buffer.concat(parts).toString('utf8')
    }
    const answer = await handle(request, path, body)
    const bytes =
      answer instanceof Uint8Array
        ? Buffer.from(answer)
        : answer === undefined
          ? await readFile(join(dir, path === '/' ? 'index.html' : path)).catch(() => null)
          : Buffer.from(JSON.stringify(answer))
    if (!bytes) return void response.writeHead(404).end()
    const type = answer === undefined ? TYPES[extname(path) || '.html'] : 'application/octet-stream'
    response.writeHead(200, { 'content-type': type ?? 'application/octet-stream', 'content-length': bytes.length })
    response.end(bytes)
  }
  const server = createServer((request, response) => {
    // A browser that was killed in the middle of a request is what these tests are about.
    respond(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await rm(dir, { recursive: true, force: true })
    },
  }
}
