import type { ReadingStep } from '#contract/own-bank'
import { formatCount, formatDomande, formatNumber, formatPercent } from '../../../text/formats.ts'

/** Step of keeping: the bank is built, then written. */
export type KeepingStep = 'preparo' | 'scrivo'
/** Sentence and progress. A changed sentence is read aloud, so that pages count by tens. */
type Told = { text: string; percento: number }
const READING: { [P in ReadingStep['passo']]: (name: string, step: Extract<ReadingStep, { passo: P }>) => Told } = {
  apertura: (name) => ({ text: `Apro «${name}»`, percento: 5 }),
  pagine: (name, { fatte, tutte }) => {
    const tens = Math.floor((10 * fatte) / tutte) * 10
    const pages = tens > 0 ? `: ${formatPercent(tens)} delle pagine` : ''
    return { text: `Leggo «${name}»${pages}`, percento: 5 + (55 * fatte) / tutte }
  },
  ricerca: () => ({ text: 'Cerco le domande', percento: 60 }),
  controllo: (_, { domande }) => ({ text: `Controllo ${formatDomande(domande)}`, percento: 80 }),
}
const KEEPING: Record<KeepingStep | 'annullo', (n: number) => Told> = {
  preparo: (n) => ({ text: `Preparo ${formatDomande(n)}`, percento: 30 }),
  scrivo: (n) => ({ text: `Salvo ${formatDomande(n)} su questo dispositivo`, percento: 70 }),
  annullo: () => ({ text: 'Annullo: di questo file non resta niente', percento: 95 }),
}

export const propriaText = {
  apri: 'Da un file',
  titolo: 'Banca dati da un file',
  ente: 'Da un file tuo',
  testo:
    'PDF, Word, Excel, OpenDocument, CSV, JSON, Moodle, GIFT, Aiken, QTI, Anki o un elenco in un testo. Il file si legge qui: le domande restano su questo dispositivo e nessun altro le vede.',
  altro: 'Scegli un altro file',
  annulla: 'Annulla',
  avanzamento: 'Avanzamento',
  lettura: (name: string, step: ReadingStep) => READING[step.passo](name, step as never),
  salvataggio: (n: number, step: KeepingStep | 'annullo') => KEEPING[step](n),
  rifiutato: 'Questo file non si può usare',
  forza: 'Importa comunque',
  nome: 'Nome della banca dati',
  manca_nome: 'Scrivi un nome.',
  trovate: (n: number) => formatDomande(n),
  senza_chiave: (n: number) => `${formatNumber(n)} senza risposta corretta`,
  con_immagine: (n: number) => `${formatNumber(n)} con immagine`,
  materie: (n: number) => formatCount(n, 'materia', 'materie'),
  anteprima: (n: number) => (n === 1 ? 'La prima domanda' : `Le prime ${formatNumber(n)} domande`),
  corretta: 'corretta',
  colonne_aperte: 'Una colonna è sbagliata?',
  base: 'Le risposte corrette sono numeri: da quanto si conta?',
  base_da: (n: number) => `Da ${formatNumber(n)}`,
  regola: 'Nessuna domanda ha la risposta corretta: in alcune banche dati è sempre la stessa.',
  regola_lettera: (letter: string) => `È sempre la ${letter}`,
  avvisi: (n: number) => formatCount(n, 'avviso sul file', 'avvisi sul file'),
  riga: (n: number) => `Riga ${formatNumber(n)}: `,
  altri_avvisi: (n: number) => `e altri ${formatNumber(n)}`,
  importa: (n: number) => `Importa ${formatDomande(n)}`,
  pronta: (name: string) => `«${name}» è pronta, anche offline`,
  copia: 'Salva una copia',
  elimina_titolo: 'Eliminare questa banca dati?',
  elimina_testo: (name: string) =>
    `«${name}» è solo su questo dispositivo: se la elimini, domande e livelli non tornano. Prima puoi salvarne una copia dal menu.`,
}
