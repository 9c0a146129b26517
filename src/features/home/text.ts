import { enumerateCounts, formatCount, formatDomande, formatNumber, pluralWord } from '../../text/formats.ts'

const longDay = new Intl.DateTimeFormat('it-IT', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
/** A calendar day in words: «lunedì 14 dicembre». */
export const dayInWords = (day: string): string => longDay.format(new Date(`${day}T12:00:00Z`))

export const oggiText = {
  di_oggi: (goal: number) => `di ${formatNumber(goal)} oggi`,
  anello: (done: number, goal: number) =>
    goal > 0
      ? `Oggi: ${formatNumber(done)} risposte su ${formatNumber(goal)}`
      : `Oggi: ${formatCount(done, 'risposta', 'risposte')}`,
  comincia: (n: number) => `Comincia: ${formatDomande(n)}`,
  ancora: (n: number) => `Ripassa ancora: ${formatDomande(n)}`,
  ancora_che: 'Prima quelle che sai meno',
  assegna: 'Assegna le risposte',
  assegna_perche: 'Di queste domande non è pubblicata la risposta corretta: assegnala tu, poi puoi esercitarti.',
  apri: 'Apri la banca dati',
  preparo: 'Preparo le domande di oggi…',
  fatto_titolo: 'Per oggi hai finito.',
  fatto_testo: 'Hai visto tutte le domande e oggi non c’è nulla da ripassare.',
  di_che: (nuove: number, dovute: number) =>
    enumerateCounts([nuove, 'mai vista', 'mai viste'], [dovute, 'da ripassare', 'da ripassare']),
  viste: (viste: number, n: number) => `${formatNumber(viste)} viste su ${formatDomande(n)}`,
  quante: 'Domande per volta',
  tutte: 'Tutte',
  continua: {
    ESERCITAZIONE: 'Continua l’esercitazione',
    LETTA: 'Continua la lettura',
    ASCOLTATA: 'Continua l’ascolto',
    ASSEGNA_RISPOSTE: 'Continua ad assegnare le risposte',
    PROVA_PERSONALIZZATA: 'Continua la prova',
    SIMULAZIONE: 'Continua la simulazione',
    RIVEDI_PROVA: 'Continua la revisione',
    RIEPILOGO: 'Torna al riepilogo',
  } as const,
  scegli: 'Esercitati',
  simulazioni: 'Simulazioni',
}

export const examText = {
  titolo: 'La prova',
  chiedi: 'Quando è la prova?',
  chiedi_testo: 'Con la data ti diciamo quante domande al giorno bastano.',
  data: 'Data della prova',
  salva: 'Salva la data',
  cambia: 'Cambia data',
  togli: 'Togli la data',
  annulla: 'Annulla',
  passata: 'Scegli un giorno che deve ancora venire.',
  giorni: (n: number) => pluralWord(n, 'giorno', 'giorni'),
  bastano: 'Bastano',
  al_giorno: (n: number) => `${formatDomande(n)} al giorno`,
  tutta_vista: 'Le hai già viste tutte: ripassa gli errori.',
  oggi: 'È oggi. In bocca al lupo.',
  non_basta: (n: number) => `Per vederle tutte ne servirebbero ${formatNumber(n)} al giorno: troppe.`,
  vie: 'Tre strade possibili',
  via_materie: 'Parti dalle materie che pesano di più',
  via_ritmo: (n: number, day: string) => `A ${formatNumber(n)} al giorno le vedi tutte entro ${day}`,
  via_data: 'Se la prova è stata spostata, cambia la data',
  settimana: 'La tua settimana',
  fila: (n: number) => formatCount(n, 'giorno di fila', 'giorni di fila'),
  giorno: (name: string, n: number) => `${name}: ${formatCount(n, 'risposta', 'risposte')}`,
  iniziali: ['L', 'M', 'M', 'G', 'V', 'S', 'D'] as const,
  nomi: ['Lunedì', 'Martedì', 'Mercoledì', 'Giovedì', 'Venerdì', 'Sabato', 'Domenica'] as const,
  demo: (left: number, limit: number) =>
    `Demo: puoi ricevere ancora ${formatNumber(left)} quiz su ${formatNumber(limit)}.`,
}

export const homeProveText = {
  titolo: 'Ultime prove',
  fanne: 'Fai una simulazione',
}

export const weakText = {
  titolo: 'Da rinforzare',
  sotto: 'Le materie con più errori tra quelle che hai cominciato',
  errori: (n: number, seen: number) => `${formatNumber(n)} da ripassare su ${formatNumber(seen)} viste`,
  ripassa: 'Ripassa',
  ripassa_materia: (name: string) => `Ripassa ${name}`,
}
