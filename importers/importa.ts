import type { Avviso, DomandaImportata, ImmagineImportata } from '#contract/domanda'
import { fail, type Result } from '#contract/result'

/** What the caller knows and the file does not say; everything else is recognised from the content. */
export type OpzioniImportazione = {
  /** Column separator of a CSV. */
  separatore?: string
  /** Encoding label (`utf-8`, `windows-1252`, `utf-16le` …). */
  codifica?: string
  /** Name of the only sheet to read, or its number from 1. */
  foglio?: string | number
  /** Where the keys come from when the file does not say it; `ufficiale` unless told. */
  chiavePredefinita?: DomandaImportata['chiave']
}

/** A file as its bytes, with the images that may go with it (`nome` may be a path: it is matched by its end). */
export type FileDaImportare = {
  nome: string
  byte: Uint8Array
  immagini?: readonly ImmagineImportata[]
  opzioni?: OpzioniImportazione
}

/** `immagini` holds only the valid ones that some question uses. */
export type BancaImportata = { domande: DomandaImportata[]; immagini: ImmagineImportata[]; avvisi: Avviso[] }

/**
 * Reads a published bank (CSV, XLSX, JSON, NDJSON, each also gzipped) into questions and a report of its defects.
 * Whole or nothing: what is not a bank is FILE_RIFIUTATO with `dati` { file, riga?, motivo }.
 */
export async function importa(file: FileDaImportare): Promise<Result<BancaImportata>> {
  return fail('FILE_RIFIUTATO', { dati: { file: file.nome, motivo: 'Nessuna domanda riconosciuta.' } })
}
