import type { ImportedDomanda, ImportedImage, ImportWarning, WarningCode } from '#contract/domanda'
import type { Failure } from '#contract/result'
import { type ImportFile, importBank } from '#importers/import-bank'
import { sentenceOfRefusal } from '#importers/refusal'
import { toAvviso } from '#importers/warnings'

export const bytes = (testo: string): Uint8Array => new TextEncoder().encode(testo)

/** A bank with its report as the operator reads it. */
export type ToldBank = { domande: ImportedDomanda[]; immagini: ImportedImage[]; avvisi: ImportWarning[] }
type Altro = Omit<ImportFile, 'nome' | 'byte'> & { nome?: string }

/** The bank in a text or in bytes; the test fails when it is refused. */
export async function leggi(contenuto: string | Uint8Array, altro: Altro = {}): Promise<ToldBank> {
  const byte = typeof contenuto === 'string' ? bytes(contenuto) : contenuto
  const esito = await importBank({ nome: 'banca', byte, ...altro })
  if (!esito.ok) throw new Error(`refused: ${JSON.stringify(esito.error.dati)}`)
  return { ...esito.value, avvisi: esito.value.avvisi.map(toAvviso) }
}

/** Why a file is refused; the test fails when it is not. */
export async function rifiutato(contenuto: string | Uint8Array, altro: Altro = {}): Promise<Failure> {
  const byte = typeof contenuto === 'string' ? bytes(contenuto) : contenuto
  const esito = await importBank({ nome: 'banca', byte, ...altro })
  if (esito.ok) throw new Error(`imported ${esito.value.domande.length} questions`)
  return { ...esito.error, dati: { ...esito.error.dati, motivo: sentenceOfRefusal(esito.error) } }
}

/** Question, answers and key in one line, to compare at a glance. */
export const breve = (d: ImportedDomanda): string => `${d.testo} | ${d.risposte.join(' / ')} | ${d.corretta ?? '-'}`

/** How many warnings of each kind. */
export function conta(avvisi: readonly ImportWarning[]): Partial<Record<WarningCode, number>> {
  const conti: Partial<Record<WarningCode, number>> = {}
  for (const { tipo } of avvisi) conti[tipo] = (conti[tipo] ?? 0) + 1
  return conti
}

/** Rows that a kind of warning names. */
export const righe = (avvisi: readonly ImportWarning[], tipo: WarningCode): (number | null)[] =>
  avvisi.filter((a) => a.tipo === tipo).map((a) => a.riga)

/** A CSV of `n` sound questions: `N;Domanda;A;B;C;D;Corretta;Materia`, with the rows that replace some of them. */
export function csv(n: number, altre: Record<number, string> = {}): string {
  const corpo = Array.from({ length: n }, (_, i) => {
    const k = i + 1
    return altre[k] ?? `${k};Quale regola vale nel caso ${k}?;prima ${k};seconda ${k};terza ${k};quarta ${k};B;Diritto`
  })
  return `N;Domanda;A;B;C;D;Corretta;Materia\n${corpo.join('\n')}\n`
}
