import type { ImportedDomanda, ImportedImage } from '#contract/domanda'
import { fail, ok, type Result } from '#contract/result'
import { findDefects } from './defects/defects.ts'
import { readContent } from './formats/formats.ts'
import { matchImages } from './images/match.ts'
import { buildQuestions } from './questions.ts'
import type { Reading } from './raw-question.ts'
import { recognise } from './recognition/recognise.ts'
import { Refusal } from './refusal.ts'
import type { Warning } from './warnings.ts'

/** What the caller knows and the file does not say; everything else is recognised from the content. */
export type ImportOptions = {
  /** Column separator of a CSV. */
  separator?: string
  /** Encoding label (`utf-8`, `windows-1252`, `utf-16le` …). */
  encoding?: string
  /** Name of the only sheet to read, or its number from 1. */
  sheet?: string | number
  /** Where the keys come from when the file does not say it; `ufficiale` unless told. */
  defaultKeySource?: ImportedDomanda['chiave']
}

/** A file as its bytes, with the images that may go with it (`nome` may be a path: it is matched by its end). */
export type ImportFile = {
  nome: string
  byte: Uint8Array
  immagini?: readonly ImportedImage[]
  opzioni?: ImportOptions
}

/** `immagini` holds only the valid ones that some question uses. */
export type ImportedBank = { domande: ImportedDomanda[]; immagini: ImportedImage[]; avvisi: Warning[] }

/** Least share of the rows that must be questions. */
const MIN_USEFUL = 0.5

/**
 * Reads a published bank of any format of the table into questions and a report of its defects. Whole or nothing: what is not a bank
 * is FILE_RIFIUTATO with `dati` { file, riga?, kind, …figures }, whose sentence belongs to whoever shows it.
 */
export async function importBank(file: ImportFile): Promise<Result<ImportedBank>> {
  try {
    return ok(await readBank(file))
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal('unreadable', {})
    const riga = refusal.riga === null ? {} : { riga: refusal.riga }
    const dati = { file: file.nome, ...riga, kind: refusal.kind, ...refusal.figures }
    return fail('FILE_RIFIUTATO', { dati, detail: error instanceof Error ? (error.stack ?? '') : String(error) })
  }
}

async function readBank({ nome, byte, immagini, opzioni = {} }: ImportFile): Promise<ImportedBank> {
  const content = await readContent({ name: nome, bytes: byte, options: opzioni })
  const reading = recognise(content)
  if (!reading) throw new Refusal('no_questions', { seen: '' })
  const { domande, sources, avvisi } = buildQuestions(reading.questions, opzioni.defaultKeySource ?? 'ufficiale')
  checkUseful(domande.length, reading, avvisi)
  const matched = matchImages(sources, [...(content.images ?? []), ...(immagini ?? [])])
  domande.forEach((domanda, i) => {
    domanda.immagine = matched.nomi[i] ?? null
  })
  const defects = findDefects(domande, sources, reading.declaredAnswers)
  const all = [...(content.warnings ?? []), ...reading.warnings, ...avvisi, ...matched.avvisi, ...defects]
  return { domande, immagini: matched.immagini, avvisi: all.sort((a, b) => (a.riga ?? 0) - (b.riga ?? 0)) }
}

/** A file of which most rows are no questions is not a bank, or is read in the wrong way. */
function checkUseful(useful: number, { candidates, warnings }: Reading, others: readonly Warning[]): void {
  if (useful > 0 && useful >= candidates * MIN_USEFUL) return
  const first = [...warnings, ...others].find((a) => a.tipo === 'riga_scartata' || a.tipo === 'risposte_in_piu')
  const figures = { ...first?.figures, questions: useful, rows: candidates, first: first?.kind ?? '' }
  throw new Refusal('too_few', figures, first?.riga ?? null)
}
