import type { RapportoImportazione } from '#contract/domanda'

/** Warnings that the report for people shows; with `--json` there are all. */
const AVVISI_MOSTRATI = 40

const numero = (n: number): string => String(n).padStart(7)

/** The report of an import as lines for people. */
export function formatRapporto(r: RapportoImportazione, titolo: string): string[] {
  const testa =
    r.id_concorso === null
      ? `Prova: ${titolo} si può importare. Nulla è stato scritto.`
      : `Banca importata: ${titolo} (id_concorso ${r.id_concorso})`
  const senzaMateria = r.domande - r.materie.reduce((somma, m) => somma + m.domande, 0)
  const materie = [
    ...r.materie.map((m) => `  ${numero(m.domande)}  ${m.materia}`),
    ...(senzaMateria > 0 ? [`  ${numero(senzaMateria)}  (senza materia)`] : []),
  ]
  const avvisi = r.avvisi
    .slice(0, AVVISI_MOSTRATI)
    .map(({ tipo, riga, testo }) => `  ${riga === null ? 'file' : `riga ${riga}`}  ${tipo}  ${testo}`)
  const altri = r.avvisi.length - avvisi.length
  return [
    testa,
    `${numero(r.domande)} domande`,
    `${numero(r.con_immagine)} con immagine`,
    `${numero(r.senza_chiave)} senza chiave`,
    `${numero(r.materie.length)} materie`,
    ...materie,
    `${numero(r.avvisi.length)} avvisi`,
    ...avvisi,
    ...(altri > 0 ? [`  … e altri ${altri}: con --json ci sono tutti`] : []),
  ]
}
