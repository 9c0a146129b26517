import { formatCount, formatNumber, formatSignedPoints } from './formats.ts'

/** Thousandths -> "+0,75 punti", "−1 punto". */
const points = (millesimi: number): string =>
  `${formatSignedPoints(millesimi)} ${Math.abs(millesimi) === 1000 ? 'punto' : 'punti'}`

export const esercitazioneText = {
  titolo: 'Esercitazione',
  errore: 'L’esercitazione non si è aperta',
  a_che_punto: (indice: number, n: number) => `${formatNumber(indice)} di ${formatNumber(n)}`,
  di: (n: number) => `di ${formatNumber(n)}`,
  avanzamento: 'Avanzamento',
  corrette: (n: number) => formatCount(n, 'corretta', 'corrette'),
  errate: (n: number) => formatCount(n, 'errata', 'errate'),
  esci: 'Esci dall’esercitazione',
  pausa: 'Pausa',
  altre_azioni: 'Altre azioni',
  numero_ufficiale: (numero_stampato: string) =>
    `n. ${/^\d{1,9}$/.test(numero_stampato) ? formatNumber(Number(numero_stampato)) : numero_stampato}`,
  livello: (name: string) => `Livello: ${name}`,
  aggiungi_preferita: 'Aggiungi alle preferite',
  togli_preferita: 'Togli dalle preferite',
  contestata: 'Domanda contestata',
  annullata: 'Domanda annullata dall’ente',
  chiave_redazione: 'Risposta verificata da Idoneo',
  chiave_utente: 'Risposta assegnata da te',

  risposte: 'Risposte',
  corretta: 'Corretta',
  tua: 'La tua',
  pubblicata: 'Risposta pubblicata',
  piu_efficace: 'Più efficace',
  neutra: 'Neutra',
  meno_efficace: 'Meno efficace',
  punti: points,

  esito: {
    corretta: 'Risposta corretta',
    errata: 'Risposta errata',
    nulla: 'Risposta neutra',
    senza_chiave: 'Senza risposta ufficiale',
    senza_chiave_propria: 'Nel tuo file non c’è la risposta',
    annullata: 'Domanda annullata',
    piu_efficace: 'Risposta più efficace',
    meno_efficace: 'Risposta meno efficace',
  },
  senza_chiave_nota: 'L’ente non ha pubblicato la risposta: il livello non cambia.',
  senza_chiave_propria_nota: 'Assegnala tu: fino ad allora il livello non cambia.',
  annullata_nota: 'L’ente l’ha annullata: non è né corretta né errata e il livello non cambia.',
  neutra_nota: 'Né la migliore né la peggiore: il livello non cambia.',
  da: 'da',
  a: 'a',
  resta: 'resta',
  annuncio_corretta: 'Risposta corretta.',
  annuncio_errata: (letter: string, text: string) => `Risposta errata, la risposta corretta è ${letter}: ${text}.`,
  annuncio_pubblicata: (letter: string, text: string) => `La risposta pubblicata era ${letter}: ${text}.`,
  annuncio_efficace: (letter: string, text: string) => `La risposta più efficace è ${letter}: ${text}.`,
  annuncio_livello: (name: string) => `Livello: ${name}.`,

  precedente: 'Domanda precedente',
  prossima: 'Prossima',
  concludi: 'Concludi',
  foglio: 'Foglio risposte',
  esito_e_navigazione: 'Esito e navigazione',

  spiegazione: 'Spiegazione',
  spiegazione_premium: 'Spiegazione, compresa in Premium',
  spiegazione_caricamento: 'Carico la spiegazione',
  spiegazione_offline: (conservata: boolean) =>
    `Per leggerla la prima volta serve la rete, poi resta ${conservata ? 'su questo dispositivo' : 'qui finché tieni aperta la pagina'}. Puoi continuare senza.`,
  spiegazione_lettere: 'Le lettere di questa spiegazione seguono l’ordine originale.',
  fonte: (fonte: string) => `Fonte: ${fonte}`,
  riprova: 'Riprova',
  chiudi: 'Chiudi',

  figura: (numero_domanda: string) => `Figura della domanda ${numero_domanda}`,
  ingrandisci: 'Ingrandisci la figura',
  dimensione_vera: 'Ingrandisci',
  riduci: 'Riduci',
  zoom: (percento: number) => `${formatNumber(percento)}%`,
  adatta: 'Adatta allo schermo',
  figura_mancante: 'La figura non è su questo dispositivo',
  figura_mancante_testo: 'Puoi rispondere lo stesso, oppure riprovare.',

  annulla_ultima: 'Annulla l’ultima risposta',
  annullata_ok: 'Risposta annullata: il livello è tornato com’era.',
  annullata_no: 'Il livello di questa domanda è cambiato dopo: la risposta non si può più annullare.',
  annulla_questa: 'Annulla risposta',
  niente_da_annullare: 'Non c’è una risposta da annullare.',
  ordine_stampato: 'Ordine originale delle risposte',
  ordine_mescolato: 'Risposte mescolate',
  scorciatoie: 'Scorciatoie da tastiera',
  caricamento: 'Carico la domanda',
  assente_titolo: 'La banca dati di questa domanda non è più qui',
  assente_testo:
    'L’hai tolta da questo dispositivo. Vai avanti con le altre, oppure scaricala di nuovo: la ritrovi al suo posto.',
  assente_banche: 'Le tue banche dati',
  assente_avanti: 'Vai avanti',
}

export const foglioText = {
  tutte: 'Tutte',
  da_fare: (n: number) => `Da fare ${formatNumber(n)}`,
  errate: (n: number) => `Errate ${formatNumber(n)}`,
  rivedi: (n: number) => `Rivedi ${formatNumber(n)}`,
  mostra: 'Mostra',
  nessuna_errata: 'Nessuna risposta errata, finora.',
  tutte_fatte: 'Hai risposto a tutte.',
  nessuna_rivedi: 'Nessuna domanda segnata da rivedere.',
  legenda: { corretta: 'Corretta', errata: 'Errata', nulla: 'Neutra', preferita: 'Preferita', rivedi: 'Da rivedere' },
  posto: (n: number, stato: string | null, preferita: boolean, da_rivedere: boolean) =>
    [
      `Domanda ${formatNumber(n)}`,
      stato ?? 'da fare',
      da_rivedere ? 'da rivedere' : null,
      preferita ? 'preferita' : null,
    ]
      .filter((x) => x !== null)
      .join(', '),
  stati: { corretta: 'corretta', errata: 'errata', nulla: 'neutra' },
}

export const pauseText = {
  in_pausa: 'In pausa',
  titolo: 'Riprendi quando vuoi',
  testo: (date: number, n: number) =>
    date === 0
      ? `La domanda è nascosta. Non hai ancora risposto, su ${formatNumber(n)}.`
      : `La domanda è nascosta. Hai già dato ${formatCount(date, 'risposta', 'risposte')} su ${formatNumber(n)}.`,
  riprendi: 'Riprendi',
  concludi: 'Concludi e vedi il riepilogo',
  esci: 'Esci e continua un’altra volta',
  salvate: 'Le risposte sono salvate su questo dispositivo',
  non_salvate: 'Le risposte restano finché tieni aperta la pagina',
}

export const leaveText = {
  titolo: 'Vuoi uscire?',
  testo: 'Le risposte date sono già salvate. Puoi continuare un’altra volta da dove sei, oppure chiudere qui.',
  testo_non_salvate:
    'Su questo browser non si salva nulla: puoi riprendere da dove sei finché tieni aperta la pagina, oppure chiudere qui.',
  resta: 'Resta qui',
  dopo: 'Continua un’altra volta',
  concludi: 'Concludi e vedi il riepilogo',
  abbandona: 'Chiudi senza riepilogo',
  concludi_titolo: 'Concludi l’esercitazione?',
  concludi_testo: (n: number) =>
    n === 1 ? 'Resta una domanda senza risposta.' : `Restano ${formatNumber(n)} domande senza risposta.`,
  concludi_si: 'Concludi',
}

/** Shortcuts, as the help sheet and the side panel show them. */
export const keysText: readonly { tasti: readonly string[]; text: string; short?: boolean }[] = [
  { tasti: ['A', '…', 'E'], text: 'rispondi (anche 1–5)', short: true },
  { tasti: ['←', '→'], text: 'precedente, prossima', short: true },
  { tasti: ['↵'], text: 'prossima' },
  { tasti: ['P', 'S'], text: 'preferita, spiegazione', short: true },
  { tasti: ['+', '−'], text: 'alza o abbassa il livello', short: true },
  { tasti: ['F', 'N'], text: 'da rivedere, nota' },
  { tasti: ['⇧', 'A', '…', 'E'], text: 'escludi una risposta' },
  { tasti: ['U'], text: 'annulla l’ultima risposta' },
  { tasti: ['Spazio'], text: 'pausa' },
  { tasti: ['?'], text: 'tutte le scorciatoie', short: true },
]

export const helpText = {
  titolo: 'Tastiera',
  testo: 'Con ↑ e ↓ ti sposti tra le risposte senza rispondere; Invio risponde.',
  attive: 'Scorciatoie attive',
  spente: 'Le scorciatoie sono spente.',
  riaccendi: 'Riaccendi',
}
