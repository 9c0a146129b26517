import sqlite3InitModule from '@sqlite.org/sqlite-wasm'
import { unzip } from 'unzipit'
import { BANCA_NAME, MANIFEST_NAME } from '#contract/package'
import { openBanca } from '#importers/package/build-bank'
import { parseManifest, verifyManifest } from '#importers/package/manifest'
import type { Mondo } from '../world.ts'

type RigaDomanda = { posizione: number; id_domanda: number; id_materia: number; testo: string }

/** What a browser would find behind a signed address: manifest checked block by block, then the rows. */
export async function download(world: Mondo, url: string) {
  const risposta = await world.app.inject({ method: 'GET', url })
  if (risposta.statusCode !== 200) throw new Error(`pacchetto ${risposta.statusCode}: ${risposta.body}`)
  const { entries } = await unzip(new Uint8Array(risposta.rawPayload))
  const manifest = parseManifest((await entries[MANIFEST_NAME]?.text()) ?? '')
  if (!manifest.ok) throw new Error('manifest')
  const bytes = new Uint8Array((await entries[BANCA_NAME]?.arrayBuffer()) ?? new ArrayBuffer(0))
  if (!verifyManifest(bytes, manifest.value).ok) throw new Error('blocchi')
  const db = openBanca(await sqlite3InitModule(), bytes)
  const domande = db.selectObjects('SELECT posizione, id_domanda, id_materia, testo FROM domande ORDER BY posizione')
  const tables = db.selectValues('SELECT sql FROM sqlite_master').join('\n')
  db.close()
  return { manifest: manifest.value, domande: domande as unknown as RigaDomanda[], tabelle: tables }
}
