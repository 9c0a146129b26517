import sqlite3InitModule from '@sqlite.org/sqlite-wasm'
import { unzip } from 'unzipit'
import { inject } from 'vitest'
import { BANCA_NAME } from '#contract/package'
import { openBanca } from '#importers/package/build-bank'

/** Ids of the questions behind a signed address, as anybody who holds it can read them. */
export async function deliveredBy(indirizzo: string): Promise<number[]> {
  const risposta = await fetch(new URL(indirizzo, inject('indirizzo')))
  if (!risposta.ok) throw new Error(`pacchetto: ${risposta.status}`)
  const { entries } = await unzip(new Uint8Array(await risposta.arrayBuffer()))
  const byte = new Uint8Array((await entries[BANCA_NAME]?.arrayBuffer()) ?? new ArrayBuffer(0))
  const db = openBanca(await sqlite3InitModule(), byte)
  const id = db.selectValues('SELECT id_domanda FROM domande ORDER BY posizione') as number[]
  db.close()
  return id
}
