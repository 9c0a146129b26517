import { numero, quanti } from './formati.ts'

const decimale = new Intl.NumberFormat('it-IT', { signDisplay: 'exceptZero', maximumFractionDigits: 3 })
/** Thousandths -> "+0,75 punti", "+1 punto". */
const punti = (millesimi: number): string =>
  `${decimale.format(millesimi / 1000)} ${Math.abs(millesimi) === 1000 ? 'punto' : 'punti'}`

export const esercitazione = {
  titolo: 'Esercitazione',
  errore: 'L’esercitazione non si è aperta',
  a_che_punto: (indice: number, n: number) => `${numero(indice)} di ${numero(n)}`,
  di: (n: number) => `di ${numero(n)}`,
  avanzamento: 'Avanzamento',
  corrette: (n: number) => quanti(n, 'corretta', 'corrette'),
  errate: (n: number) => quanti(n, 'errata', 'errate'),
  esci: 'Esci dall’esercitazione',
  pausa: 'Pausa',
  altre_azioni: 'Altre azioni',
  numero_ufficiale: (numero_stampato: string) => `n. uff. ${numero_stampato}`,
  livello: (nome: string) => `Livello: ${nome}`,
  aggiungi_preferita: 'Aggiungi alle preferite',
  togli_preferita: 'Togli dalle preferite',
  contestata: 'Domanda contestata',
  annullata: 'Domanda annullata dall’ente',
  chiave_redazione: 'Chiave della redazione',
  chiave_utente: 'Chiave assegnata da te',

  risposte: 'Risposte',
  corretta: 'Corretta',
  tua: 'La tua',
  pubblicata: 'Risposta pubblicata',
  piu_efficace: 'Più efficace',
  neutra: 'Neutra',
  meno_efficace: 'Meno efficace',
  punti,

  esito: {
    corretta: 'Risposta corretta',
    errata: 'Risposta errata',
    nulla: 'Risposta neutra',
    senza_chiave: 'Senza risposta ufficiale',
    annullata: 'Domanda annullata',
    piu_efficace: 'Risposta più efficace',
    meno_efficace: 'Risposta meno efficace',
  },
  senza_chiave_nota: 'L’ente non ha pubblicato la risposta: il livello non cambia.',
  annullata_nota: 'L’ente l’ha annullata: non è né esatta né errata e il livello non cambia.',
  neutra_nota: 'Né la migliore né la peggiore: il livello non cambia.',
  da: 'da',
  a: 'a',
  resta: 'resta',
  annuncio_corretta: 'Risposta corretta.',
  annuncio_errata: (lettera: string, testo: string) => `Risposta errata, la risposta giusta è ${lettera}: ${testo}.`,
  annuncio_pubblicata: (lettera: string, testo: string) => `La risposta pubblicata era ${lettera}: ${testo}.`,
  annuncio_efficace: (lettera: string, testo: string) => `La risposta più efficace è ${lettera}: ${testo}.`,
  annuncio_livello: (nome: string) => `Livello: ${nome}.`,

  precedente: 'Domanda precedente',
  prossima: 'Prossima',
  concludi: 'Concludi',
  foglio: 'Foglio risposte',
  esito_e_navigazione: 'Esito e navigazione',

  spiegazione: 'Spiegazione',
  spiegazione_caricamento: 'Carico la spiegazione',
  spiegazione_offline: (conservata: boolean) =>
    `Per leggerla la prima volta serve la rete, poi resta ${conservata ? 'su questo dispositivo' : 'qui finché tieni aperta la pagina'}. Puoi continuare senza.`,
  spiegazione_lettere: 'Le lettere di questa spiegazione seguono l’ordine stampato.',
  fonte: (fonte: string) => `Fonte: ${fonte}`,
  riprova: 'Riprova',
  chiudi: 'Chiudi',

  figura: (numero_domanda: string) => `Figura della domanda ${numero_domanda}`,
  ingrandisci: 'Ingrandisci la figura',
  dimensione_vera: 'Ingrandisci',
  riduci: 'Riduci',
  zoom: (percento: number) => `${numero(percento)}%`,
  adatta: 'Adatta allo schermo',
  figura_mancante: 'La figura non è su questo dispositivo',
  figura_mancante_testo: 'Puoi rispondere lo stesso, oppure riprovare.',

  annulla_ultima: 'Annulla l’ultima risposta',
  annullata_ok: 'Risposta annullata: il livello è tornato com’era.',
  annullata_no: 'Il livello di questa domanda è cambiato dopo: la risposta non si può più annullare.',
  annulla_questa: 'Annulla risposta',
  niente_da_annullare: 'Non c’è una risposta da annullare.',
  ordine_stampato: 'Risposte in ordine stampato',
  ordine_mescolato: 'Risposte mescolate',
  scorciatoie: 'Scorciatoie da tastiera',
  caricamento: 'Carico la domanda',
  assente_titolo: 'La banca dati di questa domanda non è più qui',
  assente_testo:
    'L’hai tolta da questo dispositivo. Vai avanti con le altre, oppure scaricala di nuovo: la ritrovi al suo posto.',
  assente_banche: 'Le tue banche dati',
  assente_avanti: 'Vai avanti',
}

export const foglio = {
  tutte: 'Tutte',
  da_fare: (n: number) => `Da fare ${numero(n)}`,
  errate: (n: number) => `Errate ${numero(n)}`,
  rivedi: (n: number) => `Rivedi ${numero(n)}`,
  mostra: 'Mostra',
  nessuna_errata: 'Nessuna risposta errata, finora.',
  tutte_fatte: 'Hai risposto a tutte.',
  nessuna_rivedi: 'Nessuna domanda segnata da rivedere.',
  legenda: { corretta: 'Corretta', errata: 'Errata', nulla: 'Neutra', preferita: 'Preferita', rivedi: 'Da rivedere' },
  posto: (n: number, stato: string | null, preferita: boolean, da_rivedere: boolean) =>
    [`Domanda ${numero(n)}`, stato ?? 'da fare', da_rivedere ? 'da rivedere' : null, preferita ? 'preferita' : null]
      .filter((x) => x !== null)
      .join(', '),
  stati: { corretta: 'corretta', errata: 'errata', nulla: 'neutra' },
}

export const pausa = {
  in_pausa: 'In pausa',
  titolo: 'Riprendi quando vuoi',
  testo: (date: number, n: number) =>
    date === 0
      ? `La domanda è nascosta. Non hai ancora risposto, su ${numero(n)}.`
      : `La domanda è nascosta. Hai già dato ${quanti(date, 'risposta', 'risposte')} su ${numero(n)}.`,
  riprendi: 'Riprendi',
  concludi: 'Concludi e vedi il riepilogo',
  esci: 'Esci e continua un’altra volta',
  salvate: 'Le risposte sono salvate su questo dispositivo',
  non_salvate: 'Le risposte restano finché tieni aperta la pagina',
}

export const uscita = {
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
    n === 1 ? 'Resta una domanda senza risposta.' : `Restano ${numero(n)} domande senza risposta.`,
  concludi_si: 'Concludi',
}

/** Every shortcut, as the help sheet and the side panel show them. */
export const tasti: readonly { tasti: readonly string[]; testo: string; breve?: boolean }[] = [
  { tasti: ['A', '…', 'E'], testo: 'rispondi (anche 1–5)', breve: true },
  { tasti: ['←', '→'], testo: 'precedente, prossima', breve: true },
  { tasti: ['↵'], testo: 'prossima' },
  { tasti: ['P', 'S'], testo: 'preferita, spiegazione', breve: true },
  { tasti: ['+', '−'], testo: 'alza o abbassa il livello', breve: true },
  { tasti: ['F', 'N'], testo: 'da rivedere, nota' },
  { tasti: ['⇧', 'A', '…', 'E'], testo: 'escludi una risposta' },
  { tasti: ['U'], testo: 'annulla l’ultima risposta' },
  { tasti: ['Spazio'], testo: 'pausa' },
  { tasti: ['?'], testo: 'tutte le scorciatoie', breve: true },
]

export const aiuto = {
  titolo: 'Tastiera',
  testo: 'Con ↑ e ↓ ti sposti tra le risposte senza rispondere; Invio risponde.',
  attive: 'Scorciatoie attive',
  spente: 'Le scorciatoie sono spente.',
  riaccendi: 'Riaccendi',
}
