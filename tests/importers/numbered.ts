import sqlite3InitModule from '@sqlite.org/sqlite-wasm'
import type { NumberedDomanda } from '#contract/domanda'
import { openBanca } from '#importers/package/build-bank'

export const sqlite3 = await sqlite3InitModule()

/** A plain question with a number; `altro` changes what a test is about. */
export const domanda = (posizione: number, altro: Partial<NumberedDomanda> = {}): NumberedDomanda => ({
  id_domanda: 1000 + posizione,
  id_ufficiale: null,
  id_materia: 1,
  posizione,
  testo: `Domanda numero ${posizione}`,
  risposte: ['prima', 'seconda', 'terza'],
  corretta: 1,
  punti: null,
  chiave: 'ufficiale',
  stato: 'valida',
  immagine: null,
  alt: null,
  argomenti: null,
  html: false,
  ...altro,
})

/** Rows of a bank file. */
export function select(byte: Uint8Array, sql: string): Record<string, unknown>[] {
  const db = openBanca(sqlite3, byte)
  try {
    return db.selectObjects(sql)
  } finally {
    db.close()
  }
}
