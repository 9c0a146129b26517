import type { LivelloUtente } from '#rules/access'
import { withArticolo } from '#rules/articolo'
import { formatCount, formatDate, formatEuro, formatNumber, formatPercent } from '../../text/formats.ts'

const mesi = (n: number) => formatCount(n, 'mese', 'mesi')

export const premiumText = {
  titolo: 'Premium',
  offline: 'Per acquistare serve la rete',
  offline_testo: 'Quello che hai scaricato funziona anche così. Torna qui quando la rete c’è di nuovo.',
  errore: 'Le durate non sono arrivate',
  chiuso_titolo: 'Per ora non si può acquistare',
  chiuso_testo: 'I pagamenti non sono attivi. Riprova più avanti: quello che hai resta tuo.',
  annullato: 'Hai annullato il pagamento: non ti è stato addebitato niente.',
  prova: 'PROVA: questo pagamento è finto e non ti sarà addebitato niente.',

  piano: 'Il tuo piano',
  senza_scadenza: 'Senza scadenza.',
  fino_al: (quando: string) => `Valido fino ${withArticolo('al', formatDate(quando))}.`,
  scaduto: (nome: string, quando: string) =>
    `Il tuo ${nome} è finito ${withArticolo('il', formatDate(quando))}: ora hai la demo. Risposte e livelli sono rimasti.`,
  demo: (usate: number, limite: number) =>
    `Hai usato ${formatNumber(usate)} delle ${formatNumber(limite)} domande gratuite.`,
  offerta: {
    0: 'Con Premium studi le banche dati intere, senza limite di domande.',
    1: 'Premium Lite ti dà tutte le domande. Con Premium arrivano anche spiegazioni, PDF e materie Premium.',
    2: 'Il tuo Premium precedente non comprende le spiegazioni. Con il nuovo Premium ci sono.',
    3: 'Hai tutto. Se vuoi, prolunga adesso: il tempo nuovo comincia quando finisce quello che hai.',
  } satisfies Record<LivelloUtente, string>,
  /** Offer for a person whose banks have no explanations. */
  offerta_senza: {
    1: 'Premium Lite ti dà tutte le domande. Con Premium arrivano anche PDF e materie Premium.',
    2: 'Le tue banche dati non hanno spiegazioni: il tuo Premium precedente ti basta.',
  } as Partial<Record<LivelloUtente, string>>,
  gia_per_sempre: 'Il tuo Premium non scade: non c’è niente da acquistare.',

  confronto: 'Che cosa comprende',
  col_funzione: 'Che cosa',
  col_tuo: (nome: string) => nome,
  col_premium: 'Premium',
  funzioni: {
    domande: 'Tutte le domande di ogni banca dati',
    spiegazioni: 'Spiegazioni',
    pdf: 'Banche dati in PDF',
    materie_premium: 'Materie Premium',
  },
  compresa: 'Sì',
  assente: 'No',
  fino_a: (n: number) => `Fino a ${formatNumber(n)}`,

  acquisto: 'Scegli la durata',
  durata: 'Durata',
  durata_voce: mesi,
  al_mese: (centesimi: number) => `${formatEuro(centesimi)} al mese`,
  pagamento_unico: 'Pagamento unico, imposte comprese. Non si rinnova da solo.',
  fino_a_quando: (quando: string) => `Premium fino ${withArticolo('al', formatDate(quando))}`,

  promo: 'Codice promo (facoltativo)',
  promo_tuo: (codice: string, sconto: number) => `Hai il codice ${codice}: ${formatPercent(sconto)} in meno.`,
  promo_usa: 'Usa il codice',
  promo_tolto: 'Togli il codice',
  promo_altro: 'Lo sconto di questo codice lo vedi prima di pagare.',
  sconto: (sconto: number) => `Sconto ${withArticolo('del', formatPercent(sconto))}`,

  condizioni: 'Accetto le condizioni di vendita.',
  condizioni_lite:
    'Accetto le condizioni di vendita e so che Premium prende il posto di Premium Lite, di cui perdo i vantaggi.',
  leggi_condizioni: 'Leggi le condizioni di vendita',
  subito: (giorni: number) =>
    `Chiedo che Premium cominci subito, senza aspettare ${withArticolo('i', formatNumber(giorni))} giorni in cui posso recedere.`,
  subito_manca: 'Senza questa richiesta Premium non può cominciare subito.',
  recesso: (giorni: number) =>
    `Puoi recedere entro ${formatNumber(giorni)} giorni dal pagamento, senza dire perché: dal profilo alla voce «Acquisti». Ti restituiamo l’intero prezzo.`,
  riepilogo: 'Il tuo ordine',
  totale: 'Totale da pagare',
  ordina: (centesimi: number) => `Ordine con obbligo di pagare ${formatEuro(centesimi)}`,
  ordina_prova: (centesimi: number) => `Ordine di prova, ${formatEuro(centesimi)}`,
  dopo: 'Si apre la pagina del pagamento con carta. I dati della carta non passano da Idoneo.',
  dopo_prova: 'Si apre una pagina di prova: nessuna carta, nessun addebito.',
  conferma_prezzo: 'Il prezzo con il tuo codice',
  conferma_prezzo_testo: (pieno: number, scontato: number) =>
    `Paghi ${formatEuro(scontato)} al posto di ${formatEuro(pieno)}, una volta sola.`,
  non_ora: 'Non ora',

  attesa_titolo: 'Stiamo attivando Premium',
  attesa_testo: 'Il pagamento è partito: aspettiamo che arrivi al tuo account. Questa pagina si aggiorna da sola.',
  attesa_lunga: 'Il passaggio a Premium non è ancora attivo sul tuo account. Aggiorna tra qualche secondo.',
  attesa_chiudi: 'Puoi anche uscire da qui: Premium si attiva lo stesso e ti arriva una mail.',
  aggiorna: 'Aggiorna ora',
  attivo_titolo: 'Premium è attivo',
  attivo_testo: (quando: string | null) =>
    quando === null ? 'Da adesso hai tutto.' : `Da adesso hai tutto, fino ${withArticolo('al', formatDate(quando))}.`,
  scarica_mancanti: (n: number) =>
    n === 1 ? 'Scarica ora la domanda che mancava' : `Scarica ora le ${formatNumber(n)} domande che mancavano`,
  scarico: 'Scarico le domande che mancavano: puoi uscire da qui.',
  scaricate: 'Ci sono tutte. I livelli sono rimasti.',
  ricevuta: 'Ti abbiamo mandato la ricevuta per e-mail.',
  banche: 'Vai alle banche dati',
  ricevute: 'Vedi la ricevuta',
  fallito_titolo: 'Il pagamento non è andato a buon fine',
  fallito_testo: 'Non ti è stato addebitato niente. Puoi provare di nuovo.',
  restituito_titolo: 'Questo acquisto è stato restituito',
  restituito_testo:
    'Il suo Premium è finito e il prezzo torna sullo stesso mezzo di pagamento. Le tue risposte restano tue.',
  ricomincia: 'Torna alle durate',
  errore_attesa: 'Non siamo riusciti a controllare il pagamento',
}

export const acquistiText = {
  titolo: 'Acquisti',
  vuoto: 'Non hai acquisti.',
  errore: 'Gli acquisti non sono arrivati',
  offline: 'Gli acquisti si vedono con la rete.',
  vai: 'Guarda Premium',
  voce: (n: number) => `Premium, ${mesi(n)}`,
  numero: (n: number) => `Acquisto n. ${n}`,
  prova: 'Prova',
  stati: { APERTO: 'In corso', PAGATO: 'Pagato', ANNULLATO: 'Annullato', RIMBORSATO: 'Rimborsato', RECESSO: 'Recesso' },
  pagato: 'Pagato il',
  prezzo: 'Prezzo, imposte comprese',
  periodo: 'Premium',
  dal_al: (dal: string, al: string) => `${withArticolo('dal', formatDate(dal))} ${withArticolo('al', formatDate(al))}`,
  codice: 'Codice promo',
  rinnovo: 'Rinnovo',
  nessun_rinnovo: 'nessuno, è un pagamento unico',
  entro: (quando: string) => `Puoi recedere fino ${withArticolo('al', formatDate(quando))}.`,
  recedi: 'Recedi dal contratto qui',
  recedi_nome: (n: number) => `Recedi dal contratto qui, acquisto n. ${n}`,
  passo1_titolo: 'Recedere dall’acquisto?',
  passo1: (centesimi: number) =>
    `Ti restituiamo ${formatEuro(centesimi)}, l’intero prezzo, con lo stesso mezzo di pagamento. Non serve dire perché.`,
  passo1_dopo: 'Il Premium di questo acquisto finisce subito. Risposte, livelli e preferite restano tuoi.',
  tieni: 'Tieni Premium',
  avanti: 'Continua',
  passo2_titolo: 'Conferma recesso',
  passo2: (n: number) =>
    `Confermi di recedere dal contratto dell’acquisto n. ${n}? Ti mandiamo subito una mail con data e ora, da conservare.`,
  conferma: 'Conferma recesso',
  indietro: 'Indietro',
  fatto: 'Recesso confermato: ti abbiamo mandato una mail.',
}

export const promoText = {
  titolo: 'Promo',
  errore: 'La promo non è arrivata',
  offline: 'La promo si vede con la rete',
  offline_testo: 'Torna qui quando la rete c’è di nuovo.',
  vuoto_titolo: 'Ora non c’è una promo per te',
  vuoto_testo: 'Quando ce n’è una la trovi qui.',
  premium: 'Guarda Premium',
  codice: 'Il tuo codice',
  copia: 'Copia il codice',
  copiato: 'Codice copiato',
  non_copiato: 'Il browser non permette di copiare: seleziona il codice e copialo tu.',
  sconto: (n: number) => `${formatPercent(n)} in meno su Premium`,
  scade: (quando: string) => `Vale fino ${withArticolo('al', formatDate(quando))}.`,
  usa: 'Usalo per Premium',
  prodotto: 'Vai al prodotto',
}
