import type { Avviso } from '#contract/domanda'
import type { Lettura } from '../grezza.ts'
import type { OpzioniImportazione } from '../importa.ts'
import { Rifiuto } from '../rifiuto.ts'
import { decodeTesto } from './codifica.ts'
import { readCsv, sentenceCodifica } from './csv.ts'
import { checkTesto, findContenitore } from './formato.ts'
import { gunzip, isGzip } from './gzip.ts'
import { readJson, readNdjson } from './json.ts'
import { readTabella } from './righe.ts'
import type { Tabella } from './tipi.ts'
import { readFogli } from './xlsx.ts'

/** The questions of a file of any format, told by its content; null when nothing in it is a question. */
export async function readFile(byte: Uint8Array, opzioni: OpzioniImportazione): Promise<Lettura | null> {
  const espansi = isGzip(byte) ? await gunzip(byte) : byte
  if (findContenitore(espansi) === 'foglio') return readTabelle(await readFogli(espansi, opzioni.foglio))
  const { testo, codifica, righe_errate } = await decodeTesto(espansi, opzioni.codifica)
  checkTesto(testo)
  const lettura = /^\s*[[{]/.test(testo) ? readStruttura(testo, righe_errate) : null
  const letta = lettura ?? readTabelle([readCsv(testo, righe_errate, opzioni.separatore)])
  if (letta && opzioni.codifica === undefined && !/^utf-/.test(codifica)) {
    const frase = `Il file non è in UTF-8: letto come ${codifica}.`
    letta.avvisi.push({ tipo: 'codifica_errata', riga: null, testo: frase })
  }
  return letta
}

/** JSON or one JSON value per line; null when the text only looks like it. */
function readStruttura(testo: string, errate: readonly number[]): Lettura | null {
  const avvisi = errate.map((riga): Avviso => ({ tipo: 'codifica_errata', riga, testo: sentenceCodifica(riga) }))
  const intero = parseJson(testo)
  if (intero !== undefined) return withAvvisi(readJson(intero.valore), avvisi)
  const primaRiga = testo.trimStart().split('\n', 1)[0] ?? ''
  if (parseJson(primaRiga) !== undefined) return withAvvisi(readNdjson(testo), avvisi)
  if (/^\s*(\{\s*"|\[\s*[[{"]|\{\s*$)/.test(testo))
    throw new Rifiuto('Il JSON è troncato o rovinato.', findErrore(testo))
  return null
}

const withAvvisi = (lettura: Lettura | null, avvisi: Avviso[]): Lettura | null =>
  lettura && { ...lettura, avvisi: [...lettura.avvisi, ...avvisi] }

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
function readTabelle(tabelle: readonly Tabella[]): Lettura | null {
  const molte = tabelle.length > 1
  const letture = tabelle.flatMap((tabella) => {
    const lettura = readTabella(tabella, molte ? `Foglio «${tabella.nome}»: ` : '')
    return lettura && lettura.grezze.length > 0 ? [{ lettura, nome: tabella.nome }] : []
  })
  const [prima] = letture
  if (!prima) return null
  if (letture.length > 1) {
    for (const { lettura, nome } of letture) for (const grezza of lettura.grezze) grezza.materia ??= nome
  }
  return {
    grezze: letture.flatMap(({ lettura }) => lettura.grezze),
    candidate: letture.reduce((n, { lettura }) => n + lettura.candidate, 0),
    risposte_dichiarate: prima.lettura.risposte_dichiarate,
    avvisi: letture.flatMap(({ lettura }) => lettura.avvisi),
  }
}
