import type { ImportReport } from '#contract/domanda'

/** Warnings that the report for people shows; `--json` shows all. */
const SHOWN_WARNINGS = 40

const numero = (n: number): string => String(n).padStart(7)

/**
 * Formats the reading of a rehearsal: format, role of each column, and the first questions as candidates will see them.
 */
function formatReading({ formato, colonne = [], esempi = [] }: ImportReport): string[] {
  if (formato === undefined) return []
  return [
    `Formato: ${formato}`,
    ...(colonne.length > 0 ? ['Colonne:'] : []),
    ...colonne.map(({ ruolo, nome }) => `  ${ruolo.padEnd(12)} ← «${nome}»`),
    'Esempi:',
    ...esempi.flatMap(({ id_ufficiale, materia, testo, risposte, corretta }) => [
      `  ${id_ufficiale ?? '—'}${materia === null ? '' : ` [${materia}]`} ${testo}`,
      ...risposte.map((risposta, i) => `    ${i + 1 === corretta ? '✓' : ' '} ${'ABCDE'[i]}. ${risposta}`),
    ]),
  ]
}

/** Formats the report of an import as lines for people. */
export function formatReport(r: ImportReport, title: string): string[] {
  const testa =
    r.id_concorso === null
      ? `Prova: ${title} si può importare. Nulla è stato scritto.`
      : `Banca importata: ${title} (id_concorso ${r.id_concorso})`
  const senzaMateria = r.domande - r.materie.reduce((sum, m) => sum + m.domande, 0)
  const materie = [
    ...r.materie.map((m) => `  ${numero(m.domande)}  ${m.materia}`),
    ...(senzaMateria > 0 ? [`  ${numero(senzaMateria)}  (senza materia)`] : []),
  ]
  const warnings = r.avvisi
    .slice(0, SHOWN_WARNINGS)
    .map(({ tipo: kind, riga: row, testo: text }) => `  ${row === null ? 'file' : `riga ${row}`}  ${kind}  ${text}`)
  const others = r.avvisi.length - warnings.length
  return [
    testa,
    `${numero(r.domande)} domande`,
    `${numero(r.con_immagine)} con immagine`,
    `${numero(r.senza_chiave)} senza chiave`,
    `${numero(r.materie.length)} materie`,
    ...materie,
    ...formatReading(r),
    `${numero(r.avvisi.length)} avvisi`,
    ...warnings,
    ...(others > 0 ? [`  … e altri ${others}: con --json ci sono tutti`] : []),
  ]
}
