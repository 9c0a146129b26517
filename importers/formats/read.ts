import type { Avviso } from '#contract/domanda'
import type { ImportOptions } from '../import-bank.ts'
import type { Reading } from '../raw-question.ts'
import { readJson, readNdjson } from '../recognition/records.ts'
import { readTable } from '../recognition/rows.ts'
import { Refusal } from '../refusal.ts'
import { readCsv, sentenceEncoding } from './csv.ts'
import { decodeText } from './encoding.ts'
import { gunzip, isGzip } from './gzip.ts'
import { checkText, findContainer } from './signatures.ts'
import type { Table } from './table-types.ts'
import { readSheets } from './xlsx.ts'

/** The questions of a file of any format, told by its content; null when nothing in it is a question. */
export async function readFile(byte: Uint8Array, opzioni: ImportOptions): Promise<Reading | null> {
  const espansi = isGzip(byte) ? await gunzip(byte) : byte
  if (findContainer(espansi) === 'foglio') return readTabelle(await readSheets(espansi, opzioni.sheet))
  const { testo, encoding: codifica, wrongLines: righe_errate } = await decodeText(espansi, opzioni.encoding)
  checkText(testo)
  const lettura = /^\s*[[{]/.test(testo) ? readStruttura(testo, righe_errate) : null
  const letta = lettura ?? readTabelle([readCsv(testo, righe_errate, opzioni.separator)])
  if (letta && opzioni.encoding === undefined && !/^utf-/.test(codifica)) {
    const frase = `Il file non è in UTF-8: letto come ${codifica}.`
    letta.warnings.push({ tipo: 'codifica_errata', riga: null, testo: frase })
  }
  return letta
}

/** JSON or one JSON value per line; null when the text only looks like it. */
function readStruttura(testo: string, errate: readonly number[]): Reading | null {
  const avvisi = errate.map((riga): Avviso => ({ tipo: 'codifica_errata', riga, testo: sentenceEncoding(riga) }))
  const intero = parseJson(testo)
  if (intero !== undefined) return withAvvisi(readJson(intero.valore), avvisi)
  const primaRiga = testo.trimStart().split('\n', 1)[0] ?? ''
  if (parseJson(primaRiga) !== undefined) return withAvvisi(readNdjson(testo), avvisi)
  if (/^\s*(\{\s*"|\[\s*[[{"]|\{\s*$)/.test(testo))
    throw new Refusal('Il JSON è troncato o rovinato.', findErrore(testo))
  return null
}

const withAvvisi = (lettura: Reading | null, avvisi: Avviso[]): Reading | null =>
  lettura && { ...lettura, warnings: [...lettura.warnings, ...avvisi] }

function parseJson(testo: string): { valore: unknown } | undefined {
  try {
    return { valore: JSON.parse(testo) }
  } catch {
    return undefined
  }
}

/** Line of the first error, as the engine tells it. */
function findErrore(testo: string): number | null {
  try {
    JSON.parse(testo)
    return null
  } catch (errore) {
    const posizione = /position (\d+)/.exec(String(errore))?.[1]
    return testo.slice(0, posizione === undefined ? testo.length : Number(posizione)).split('\n').length
  }
}

/** Sheets that are banks, together; without a subject column the sheet's name is the subject. */
function readTabelle(tabelle: readonly Table[]): Reading | null {
  const molte = tabelle.length > 1
  const letture = tabelle.flatMap((tabella) => {
    const lettura = readTable(tabella, molte ? `Foglio «${tabella.name}»: ` : '')
    return lettura && lettura.questions.length > 0 ? [{ lettura, nome: tabella.name }] : []
  })
  const [prima] = letture
  if (!prima) return null
  if (letture.length > 1) {
    for (const { lettura, nome } of letture) for (const grezza of lettura.questions) grezza.materia ??= nome
  }
  return {
    questions: letture.flatMap(({ lettura }) => lettura.questions),
    candidates: letture.reduce((n, { lettura }) => n + lettura.candidates, 0),
    declaredAnswers: prima.lettura.declaredAnswers,
    warnings: letture.flatMap(({ lettura }) => lettura.warnings),
  }
}
