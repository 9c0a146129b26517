import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { parentPort } from 'node:worker_threads'
import { deflateRaw } from 'node:zlib'
import sqlite3InitModule from '@sqlite.org/sqlite-wasm'
import { buildBanca } from '#importers/package/bank-file'
import { buildManifest } from '#importers/package/manifest'
import { writeImages, writePackage } from '#importers/package/package'
import type { EsitoLavoro, FileCostruito, Lavoro } from './lavoro.ts'

// Worker thread: a bank of 10,000 questions takes a second of CPU, which the requests would otherwise wait for.

const comprimi = promisify(deflateRaw)
const sqlite = sqlite3InitModule()

const toFile = (byte: Uint8Array): FileCostruito => ({
  nome: `${createHash('sha256').update(byte).digest('hex')}.zip`,
  byte,
})

async function run(lavoro: Lavoro): Promise<EsitoLavoro> {
  if (lavoro.tipo === 'immagini') {
    const zip = writeImages(lavoro.immagini)
    return zip.ok ? { ok: true, file: toFile(zip.value) } : { ok: false, messaggio: JSON.stringify(zip.error) }
  }
  const { banca } = lavoro
  const byte = buildBanca(await sqlite, banca)
  const manifest = buildManifest({ ...banca, domande: banca.domande.length, domande_totali: banca.totali }, byte)
  return { ok: true, file: toFile(await writePackage({ manifest, banca: byte }, (b) => comprimi(b, { level: 9 }))) }
}

parentPort?.on('message', async ({ id, lavoro }: { id: number; lavoro: Lavoro }) => {
  const esito: EsitoLavoro = await run(lavoro).catch((errore: Error) => ({
    ok: false,
    messaggio: errore.stack ?? String(errore),
  }))
  parentPort?.postMessage({ id, esito })
})
