import type { ImportedDomanda, ImportReport, ImportWarning } from '#contract/domanda'
import { stripHtml } from '#rules/text'
import type { ImportedBank } from './import-bank.ts'

/** Builds the operator's report of one import. `id_concorso` is null when nothing was written (`--prova`). */
export function makeReport(
  id_concorso: number | null,
  domande: readonly ImportedDomanda[],
  avvisi: readonly ImportWarning[],
): ImportReport {
  const materie = new Map<string, number>()
  for (const { materia } of domande) if (materia !== null) materie.set(materia, (materie.get(materia) ?? 0) + 1)
  return {
    id_concorso,
    domande: domande.length,
    con_immagine: domande.filter((d) => d.immagine !== null).length,
    senza_chiave: domande.filter((d) => d.corretta === null).length,
    materie: [...materie].map(([materia, n]) => ({ materia, domande: n })),
    avvisi: [...avvisi],
  }
}

/** Describes the reading of a file before it is kept: format, columns, and the first `examples` questions. */
export const explainReading = (
  { format, mapping, domande }: ImportedBank,
  examples: number,
): Pick<ImportReport, 'formato' | 'colonne' | 'esempi'> => ({
  formato: format,
  colonne: mapping.map(({ role, name }) => ({ ruolo: role, nome: name })),
  esempi: domande.slice(0, examples).map(asRead),
})

/** Returns a question as a person reads it: HTML as its text. */
export const asRead = ({ id_ufficiale, materia, testo, risposte, corretta, html }: ImportedDomanda) => {
  const plain = (text: string) => (html ? stripHtml(text) : text)
  return { id_ufficiale, materia, testo: plain(testo), risposte: risposte.map(plain), corretta }
}
