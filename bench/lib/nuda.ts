import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import Fastify, { type FastifyInstance } from 'fastify'
import { build } from 'vite'
import { PAGE_PREFIX, registerPage } from '#server/http/page'
import { finishPage } from '../../scripts/build.mjs'

/** The least page of the product's React, font and styles, built, compressed, served and kept by the product's own code. */
export async function openNuda(): Promise<{ url: string; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'idoneo-bench-nuda-'))
  await build({
    root: fileURLToPath(new URL('../nuda', import.meta.url)),
    base: PAGE_PREFIX,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir: folder, emptyOutDir: true, target: 'es2023', modulePreload: { polyfill: false } },
  })
  await finishPage(folder)
  const app = Fastify() as unknown as FastifyInstance
  app.addHook('onRequest', async (_, reply) => void reply.header('content-security-policy', "default-src 'self'"))
  // The drawn first page alone reads the database, and this folder has none.
  await registerPage(
    app,
    { now: () => new Date(), config: { dataDir: folder } } as Parameters<typeof registerPage>[1],
    folder,
  )
  const url = (await app.listen({ port: 0, host: '127.0.0.1' })).replace('127.0.0.1', 'localhost')
  return {
    url,
    async close() {
      await app.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
