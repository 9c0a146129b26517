import type { CopiaFigures, MotivoPunto } from '#contract/copia'
import { withArticolo } from '#rules/articolo'
import { formatCount, formatCounts, formatDate } from '../../../text/formats.ts'

const figures = (f: CopiaFigures): string =>
  formatCounts(
    [f.risposte, 'risposta', 'risposte'],
    [f.livelli, 'livello', 'livelli'],
    [f.preferite, 'preferita', 'preferite'],
    [f.sedute, 'esercitazione o prova', 'esercitazioni e prove'],
    [f.note, 'nota', 'note'],
    [f.ricerche, 'ricerca salvata', 'ricerche salvate'],
    [f.modelli, 'modello di prova', 'modelli di prova'],
    [f.chiavi, 'risposta indicata da te', 'risposte indicate da te'],
  )

const time = new Intl.DateTimeFormat('it', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Rome' })
const MOTIVI: Record<MotivoPunto, string> = {
  giorno: 'Di ogni giorno',
  importazione: 'Prima di aggiungere una copia',
  ripristino: 'Prima di un ritorno',
  azzeramento: 'Prima di un azzeramento',
  cloud: 'Prima di scegliere tra dispositivo e server',
}

export const copiaText = {
  titolo: 'Il tuo lavoro',
  testo:
    'Risposte, livelli, preferite, note, ricerche e prove di questo dispositivo. La copia si riapre qui o altrove.',
  copia: 'Scarica la copia',
  csv: 'Risposte in CSV',
  anki: 'Da ripetere in Anki',
  apri: 'Apri una copia',
  file: (day: string) => `idoneo-copia-${day}.json`,
  file_csv: (day: string) => `idoneo-risposte-${day}.csv`,
  file_anki: (day: string) => `idoneo-da-ripetere-${day}.txt`,
  scaricata: 'La copia è tra i download',
  csv_fatto: (n: number) => `CSV scaricato: ${formatCount(n, 'risposta', 'risposte')}.`,
  anki_fatto: (n: number) => `Scaricate ${formatCount(n, 'domanda', 'domande')} per Anki.`,
  csv_vuoto: 'Non hai ancora dato risposte su questo dispositivo.',
  anki_vuoto: 'Non c’è niente da ripetere e nessuna preferita nelle banche dati scaricate.',
  colonne: ['Data', 'Banca dati', 'Numero ufficiale', 'Domanda', 'Risposta data', 'Esito'],
  esiti: { corretta: 'corretta', errata: 'sbagliata', nulla: 'non contata' } as Record<string, string>,
  tag_preferita: 'preferita',
  tag_da_ripetere: 'da_ripetere',
  anteprima: 'Apri la copia',
  del: (iso: string) => `Copia ${withArticolo('del', formatDate(iso))}, ore ${time.format(new Date(iso))}.`,
  altro_account: 'È stata fatta con un altro account: continua solo se anche quello è tuo.',
  contiene: (f: CopiaFigures) => `Contiene ${figures(f) || 'nulla'}.`,
  nuove: (f: CopiaFigures) => {
    const said = figures(f)
    return said === '' ? 'Qui c’è già tutto: non aggiunge niente.' : `Aggiunge ${said}.`
  },
  resta: 'Quello che hai fatto qui resta. Prima facciamo una copia di sicurezza.',
  annulla: 'Annulla',
  aggiungi: 'Aggiungi',
  aggiunte: (f: CopiaFigures) => {
    const said = figures(f)
    return said === '' ? 'Non c’era niente da aggiungere.' : `Dalla copia: ${said}.`
  },
  punti: 'Copie di sicurezza',
  punti_testo: 'Una al giorno, per una settimana. Una prima di ogni grande cambiamento, per 30 giorni.',
  punti_nessuno: 'La prima si fa da sola quando riapri Idoneo, dopo le prime risposte.',
  punti_errore: 'Le copie di sicurezza non si sono lette',
  punto: (iso: string) => `${formatDate(iso)}, ore ${time.format(new Date(iso))}`,
  motivo: (m: MotivoPunto) => MOTIVI[m],
  tiene: (f: CopiaFigures) => figures(f) || 'Vuoto',
  scarica: 'Scarica',
  scarica_quale: (when: string) => `Scarica: ${when}`,
  torna: 'Torna qui',
  torna_quale: (when: string) => `Torna qui: ${when}`,
  torna_titolo: 'Tornare a questa copia?',
  torna_testo:
    'Livelli e note tornano com’erano, su tutti i tuoi dispositivi. Risposte date dopo, storia delle esercitazioni e preferite restano. Prima facciamo una copia di adesso: potrai tornare indietro.',
  torna_no: 'Lascia com’è',
  torna_si: 'Torna a questa copia',
  tornato: (n: number) =>
    n === 0
      ? 'I livelli erano già così.'
      : `${formatCount(n, 'domanda è tornata', 'domande sono tornate')} com’era allora.`,
}
