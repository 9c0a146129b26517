import type { Avviso, DomandaImportata, ImmagineImportata } from '#contract/domanda'
import { fail, ok, type Result } from '#contract/result'
import { findDifetti } from './difetti/difetti.ts'
import { buildDomande } from './domande.ts'
import type { Lettura } from './grezza.ts'
import { matchImmagini } from './immagini/abbina.ts'
import { readFile } from './lettura/leggi.ts'
import { Rifiuto } from './rifiuto.ts'

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

/** Least share of the rows that must be questions. */
const MINIMO_UTILI = 0.5

/**
 * Reads a published bank (CSV, XLSX, JSON, NDJSON, each also gzipped) into questions and a report of its defects.
 * Whole or nothing: what is not a bank is FILE_RIFIUTATO with `dati` { file, riga?, motivo }.
 */
export async function importa(file: FileDaImportare): Promise<Result<BancaImportata>> {
  try {
    return ok(await read(file))
  } catch (errore) {
    const rifiuto = errore instanceof Rifiuto ? errore : new Rifiuto('Il file non si può leggere.')
    const riga = rifiuto.riga === null ? {} : { riga: rifiuto.riga }
    const dati = { file: file.nome, ...riga, motivo: rifiuto.message }
    return fail('FILE_RIFIUTATO', { dati, detail: errore instanceof Error ? (errore.stack ?? '') : String(errore) })
  }
}

async function read({ nome, byte, immagini, opzioni = {} }: FileDaImportare): Promise<BancaImportata> {
  const lettura = await readFile(byte, opzioni)
  if (!lettura) throw new Rifiuto(`In «${nome}» nessuna domanda riconosciuta.`)
  const { domande, pulite, avvisi } = buildDomande(lettura.grezze, opzioni.chiavePredefinita ?? 'ufficiale')
  checkUtili(domande.length, lettura, avvisi)
  const abbinate = matchImmagini(pulite, immagini ?? [])
  domande.forEach((domanda, i) => {
    domanda.immagine = abbinate.nomi[i] ?? null
  })
  const difetti = findDifetti(domande, pulite, lettura.risposte_dichiarate)
  const tutti = [...lettura.avvisi, ...avvisi, ...abbinate.avvisi, ...difetti]
  return { domande, immagini: abbinate.immagini, avvisi: tutti.sort((a, b) => (a.riga ?? 0) - (b.riga ?? 0)) }
}

/** A file of which most rows are no questions is not a bank, or is read in the wrong way. */
function checkUtili(utili: number, { candidate, avvisi }: Lettura, altri: readonly Avviso[]): void {
  if (utili > 0 && utili >= candidate * MINIMO_UTILI) return
  const prima = [...avvisi, ...altri].find((a) => a.tipo === 'riga_scartata' || a.tipo === 'risposte_in_piu')
  throw new Rifiuto(
    `Solo ${utili} righe su ${candidate} sono domande. ${prima?.testo ?? ''}`.trim(),
    prima?.riga ?? null,
  )
}
