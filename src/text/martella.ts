import { formatCount, formatNumber, formatRisposte } from './formats.ts'

/** The drill and the lists of errors. */
export const martellaText = {
  titolo: 'Martella',
  sotto: 'Ogni domanda torna finché la prendi due volte di fila.',
  quali: {
    mai: 'Mai azzeccate',
    instabili: 'Instabili',
    nere: 'Bestie nere',
  },
  quali_sotto: {
    mai: 'Errate tutte le volte',
    instabili: 'A volte corrette, a volte no',
    nere: 'Errate tre volte o più',
  },
  martella: 'Martella',
  martella_quali: (name: string, n: number) => `Martella ${name.toLowerCase()}, ${formatNumber(n)}`,
  nessuno: 'Nessun errore aperto: le risposte errate che darai compaiono qui.',
  elenco: 'Vedi l’elenco',

  restano: (n: number) => (n === 0 ? 'Tutte prese' : n === 1 ? 'Ne resta 1' : `Ne restano ${formatNumber(n)}`),
  avanzamento: 'Domande prese due volte di fila',
  ferma: 'Il livello si muove una volta al giorno',
  /** Option that a person always picks: after a right answer, after the same one again, after another. */
  presa: (letter: string, volte: number, errori: number) =>
    `Stavolta hai evitato la ${letter}, scelta in ${formatNumber(volte)} errori su ${formatNumber(errori)}.`,
  ancora: (letter: string, volte: number, errori: number) =>
    `Di nuovo la ${letter}: è lei in ${formatNumber(volte)} errori su ${formatNumber(errori)}.`,
  altra: (letter: string, volte: number, errori: number) =>
    `Di solito qui scegli la ${letter}: ${formatNumber(volte)} errori su ${formatNumber(errori)}.`,
  rimaste: (n: number) => (n === 1 ? 'Martella l’ultima' : `Martella le ${formatNumber(n)} rimaste`),

  errori: 'Errori da chiudere',
  nere: 'Bestie nere',
  nere_sotto: 'Errate tre volte o più. Tre corrette di fila e sono domate.',
  conto: (errori: number, risposte: number) =>
    `${formatCount(errori, 'errore', 'errori')} su ${formatRisposte(risposte)}`,
  corretta: 'Corretta',
  scegli: (volte: number, errori: number) =>
    `La scegli spesso: ${formatNumber(volte)} errori su ${formatNumber(errori)}`,
  altre: (n: number) => (n === 1 ? 'Mostra l’altra' : `Mostra le altre ${formatNumber(n)}`),
  domate: (n: number) => (n === 1 ? 'Domata: 1' : `Domate: ${formatNumber(n)}`),
}
