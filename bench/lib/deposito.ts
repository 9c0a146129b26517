import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deflateRawSync } from 'node:zlib'
import sqlite3InitModule from '@sqlite.org/sqlite-wasm'
import type { ConcorsoScaricabile } from '#contract/schemas'
import { buildBanca } from '#importers/package/build-bank'
import { buildManifest } from '#importers/package/manifest'
import { writePackage } from '#importers/package/write-package'
import { MATERIE, makeDomande } from './corpus.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DEPOSITO = join(ROOT, 'bench', 'deposito')

/** What decides the bytes of a package: another line of these and it is built again. */
const SOURCES = ['bench/lib/corpus.ts', 'contract/package.ts', 'importers/package', 'rules', 'package-lock.json']

function keyOf(n: number): string {
  const hash = createHash('sha256').update(String(n))
  for (const source of SOURCES) {
    const path = join(ROOT, source)
    const files = source.includes('.') ? [path] : readdirSync(path).map((name) => join(path, name))
    for (const file of files.sort()) if (/\.(ts|json)$/.test(file)) hash.update(readFileSync(file))
  }
  return `${n}-${hash.digest('hex').slice(0, 16)}.zip`
}

/** The package of a corpus, built by the product's own code; kept, because a hundred thousand questions take half a minute. */
export async function packageOf(n: number): Promise<Uint8Array> {
  const file = join(DEPOSITO, keyOf(n))
  if (existsSync(file)) return readFileSync(file)
  const zip = await buildPackage(n)
  mkdirSync(DEPOSITO, { recursive: true })
  writeFileSync(file, zip)
  return zip
}

const materie = () => Array.from({ length: MATERIE }, (_, i) => ({ id_materia: i + 1, materia: `Materia ${i + 1}` }))
const DATI = { id_concorso: 1, concorso: 'Corpus', versione: 'corpus' }

async function buildPackage(n: number): Promise<Uint8Array> {
  const domande = makeDomande(n)
  const banca = buildBanca(await sqlite3InitModule(), {
    ...DATI,
    domande,
    materie: materie(),
    totali: n,
    vicini: false,
  })
  const manifest = buildManifest({ ...DATI, domande: n, domande_totali: n }, banca)
  return writePackage({ manifest, banca }, deflateRawSync)
}

/** The bank as the server tells it to who downloads it. */
export const concorsoOf = (n: number, zip: Uint8Array, url_domande: string): ConcorsoScaricabile => ({
  id_concorso: DATI.id_concorso,
  concorso: DATI.concorso,
  versione: DATI.versione,
  ente: { id_ente: 1, ente: 'Ente' },
  anno: 2026,
  profilo: null,
  descrizione: null,
  in_evidenza: false,
  numero_domande: n,
  con_immagini: 0,
  materie: materie().map((m) => ({ ...m, numero: n / MATERIE })),
  data_ultimo_aggiornamento: '2026-11-21T00:00:00.000+01:00',
  stato: 0,
  domande_concesse: n,
  url_domande,
  hash_domande: createHash('sha256').update(zip).digest('hex'),
  dimensione_zip: zip.length,
  url_immagini: null,
  hash_immagini: null,
  dimensione_immagini: 0,
})
