import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { parentPort } from 'node:worker_threads'
import { deflateRaw } from 'node:zlib'
import sqlite3InitModule from '@sqlite.org/sqlite-wasm'
import { buildBanca } from '#importers/package/build-bank'
import { buildManifest } from '#importers/package/manifest'
import { writeImages, writePackage } from '#importers/package/write-package'
import type { BuiltFile, Work, WorkResult } from './build-queue.ts'

// Worker thread: a bank of 10,000 questions takes a second of CPU, which the requests would otherwise wait for.

const compress = promisify(deflateRaw)
const sqlite = sqlite3InitModule()

const toFile = (bytes: Uint8Array): BuiltFile => ({
  nome: `${createHash('sha256').update(bytes).digest('hex')}.zip`,
  byte: bytes,
})

async function run(work: Work): Promise<WorkResult> {
  if (work.tipo === 'immagini') {
    const zip = writeImages(work.immagini)
    return zip.ok ? { ok: true, file: toFile(zip.value) } : { ok: false, messaggio: JSON.stringify(zip.error) }
  }
  const { banca } = work
  const bytes = buildBanca(await sqlite, banca)
  const manifest = buildManifest({ ...banca, domande: banca.domande.length, domande_totali: banca.totali }, bytes)
  return { ok: true, file: toFile(await writePackage({ manifest, banca: bytes }, (b) => compress(b, { level: 9 }))) }
}

parentPort?.on('message', async ({ id, lavoro: work }: { id: number; lavoro: Work }) => {
  const result: WorkResult = await run(work).catch((error: Error) => ({
    ok: false,
    messaggio: error.stack ?? String(error),
  }))
  parentPort?.postMessage({ id, esito: result })
})
