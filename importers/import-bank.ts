import type { Avviso, DomandaImportata, ImmagineImportata } from '#contract/domanda'
import { fail, ok, type Result } from '#contract/result'
import { findDefects } from './defects/defects.ts'
import { readFile } from './formats/read.ts'
import { matchImages } from './images/match.ts'
import { buildQuestions } from './questions.ts'
import type { Reading } from './raw-question.ts'
import { Refusal } from './refusal.ts'

/** What the caller knows and the file does not say; everything else is recognised from the content. */
export type ImportOptions = {
  /** Column separator of a CSV. */
  separator?: string
  /** Encoding label (`utf-8`, `windows-1252`, `utf-16le` …). */
  encoding?: string
  /** Name of the only sheet to read, or its number from 1. */
  sheet?: string | number
  /** Where the keys come from when the file does not say it; `ufficiale` unless told. */
  defaultKeySource?: DomandaImportata['chiave']
}

/** A file as its bytes, with the images that may go with it (`nome` may be a path: it is matched by its end). */
export type ImportFile = {
  nome: string
  byte: Uint8Array
  immagini?: readonly ImmagineImportata[]
  opzioni?: ImportOptions
}

/** `immagini` holds only the valid ones that some question uses. */
export type ImportedBank = { domande: DomandaImportata[]; immagini: ImmagineImportata[]; avvisi: Avviso[] }

/** Least share of the rows that must be questions. */
const MIN_USEFUL = 0.5

/**
 * Reads a published bank (CSV, XLSX, JSON, NDJSON, each also gzipped) into questions and a report of its defects.
 * Whole or nothing: what is not a bank is FILE_RIFIUTATO with `dati` { file, riga?, motivo }.
 */
export async function importBank(file: ImportFile): Promise<Result<ImportedBank>> {
  try {
    return ok(await readBank(file))
  } catch (errore) {
    const rifiuto = errore instanceof Refusal ? errore : new Refusal('Il file non si può leggere.')
    const riga = rifiuto.riga === null ? {} : { riga: rifiuto.riga }
    const dati = { file: file.nome, ...riga, motivo: rifiuto.message }
    return fail('FILE_RIFIUTATO', { dati, detail: errore instanceof Error ? (errore.stack ?? '') : String(errore) })
  }
}

async function readBank({ nome, byte, immagini, opzioni = {} }: ImportFile): Promise<ImportedBank> {
  const lettura = await readFile(byte, opzioni)
  if (!lettura) throw new Refusal(`In «${nome}» nessuna domanda riconosciuta.`)
  const {
    domande,
    sources: pulite,
    avvisi,
  } = buildQuestions(lettura.questions, opzioni.defaultKeySource ?? 'ufficiale')
  checkUseful(domande.length, lettura, avvisi)
  const abbinate = matchImages(pulite, immagini ?? [])
  domande.forEach((domanda, i) => {
    domanda.immagine = abbinate.nomi[i] ?? null
  })
  const difetti = findDefects(domande, pulite, lettura.declaredAnswers)
  const tutti = [...lettura.warnings, ...avvisi, ...abbinate.avvisi, ...difetti]
  return { domande, immagini: abbinate.immagini, avvisi: tutti.sort((a, b) => (a.riga ?? 0) - (b.riga ?? 0)) }
}

/** A file of which most rows are no questions is not a bank, or is read in the wrong way. */
function checkUseful(
  utili: number,
  { candidates: candidate, warnings: avvisi }: Reading,
  altri: readonly Avviso[],
): void {
  if (utili > 0 && utili >= candidate * MIN_USEFUL) return
  const prima = [...avvisi, ...altri].find((a) => a.tipo === 'riga_scartata' || a.tipo === 'risposte_in_piu')
  throw new Refusal(
    `Solo ${utili} righe su ${candidate} sono domande. ${prima?.testo ?? ''}`.trim(),
    prima?.riga ?? null,
  )
}
