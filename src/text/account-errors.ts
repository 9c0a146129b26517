import { withArticolo } from '#rules/articolo'
import type { ErrorMessage } from './error-message.ts'
import { formatDate } from './formats.ts'
import { providerName } from './providers.ts'
import { validationText } from './validation.ts'

/** Sentences of the account: its room, social logins, devices and purchases. */
export const accountErrors = {
  ACCOUNT_SENZA_RISPOSTA: {
    text: (d) =>
      d.rete
        ? 'Manca la connessione e per questo serve la rete: non è cambiato niente. Riprova quando torna.'
        : 'Il server non risponde: non sappiamo se la richiesta è arrivata. Riprova tra poco.',
    action: 'riprova',
  },
  GIORNALE_PIENO: {
    topic: 'Spazio',
    text: 'Lo spazio del tuo account è pieno: risposte, note e prove nuove restano su questo dispositivo e non arrivano agli altri. Non si perde niente: scarica una copia dal profilo e scrivi all’assistenza.',
    action: ['profilo', 'continua'],
  },
  VECCHIA_PASSWORD_ERRATA: {
    text: (d) => `La ${d.attuale ? '' : 'vecchia '}password non è corretta. Controllala e riprova.`,
  },
  CONFERMA_PER_POSTA: {
    topic: 'Controlla la posta',
    text: (d) =>
      `Per sicurezza ti abbiamo scritto${d.email ? ` a ${d.email}` : ''}: apri il link della mail per andare avanti. Vale un’ora.`,
  },
  ACCOUNT_IN_ELIMINAZIONE: {
    text: (d) =>
      `Questo account sarà eliminato${d.quando ? ` ${withArticolo('il', formatDate(String(d.quando)))}` : ''}. Per tenerlo apri il link che ti abbiamo mandato, oppure scegli una nuova password con «Password dimenticata».`,
  },
  CODICE_RICHIESTO: {
    text: 'Questo account chiede anche un codice. Scrivi le sei cifre della tua app oppure un codice di recupero.',
  },
  CODICE_ERRATO: {
    text: validationText.CODICE_ERRATO,
  },
  ACCESSO_NON_RECENTE: {
    topic: 'Accedi di nuovo',
    text: 'Il tuo account non ha una password: esci, accedi di nuovo e riprova entro dieci minuti.',
  },
  PASSWORD_OVVIA: {
    text: 'Questa password si indovina facilmente. Scegline una senza parole comuni, nomi, sequenze o pezzi della tua e-mail.',
  },
  TOKEN_SOCIAL_SCADUTO: {
    text: 'L’accesso social non è riuscito o è durato troppo. Riprova dal pulsante, nello stesso browser.',
  },
  ALTRO_SOCIAL: {
    text: (d) =>
      `Questa e-mail è collegata a un altro accesso social${d.social ? ` (${providerName(String(d.social))})` : ''}. Usa quello della tua registrazione.`,
  },
  ACCESSO_GIA_COLLEGATO: {
    text: (d) =>
      d.mio
        ? 'Hai già collegato un altro accesso di questo tipo. Scollegalo, poi riprova.'
        : 'Questo accesso social apre già un altro account. Scollegalo da lì, poi riprova.',
  },
  ULTIMO_ACCESSO: {
    text: 'È l’unico modo in cui entri. Prima scegli una password dal profilo, poi scollegalo.',
  },
  COLLEGAMENTO_RICHIESTO: {
    text: 'Con questa e-mail esiste già un account con password. Inserisci la sua password per collegarlo.',
  },
  SOCIAL_NON_ATTIVO: { text: 'Questo accesso social non è disponibile. Usane un altro oppure la tua e-mail.' },
  DISPOSITIVO_NON_TROVATO: { text: 'Questo dispositivo non è più tra i tuoi. Aggiorna l’elenco.' },
  NOTIFICHE_NEGATE: {
    text: 'Questo browser non lascia passare le notifiche. Permettile dalle sue impostazioni per questo sito, poi riprova. Le mail arrivano lo stesso.',
  },
  CONDIZIONI_NON_ACCETTATE: { text: 'Devi accettare le condizioni per procedere con il pagamento.' },
  DURATA_NON_IN_VENDITA: {
    text: 'Questa durata non è più in vendita. Ricarica la pagina e scegline un’altra.',
    action: 'ricarica',
  },
  CODICE_PROMO_NON_VALIDO: { text: 'Questo codice promo non esiste o è scaduto. Controllalo oppure vai avanti senza.' },
  PAGAMENTO_NON_DISPONIBILE: {
    text: 'Adesso non è possibile pagare: non ti è stato addebitato niente. Riprova più tardi.',
    action: 'riprova',
  },
  GIA_PREMIUM: { topic: 'Premium', text: 'Il tuo Premium è già attivo e non scade: non c’è niente da acquistare.' },
  PREMIUM_NON_APPLICATO: {
    topic: 'Premium',
    text: 'Il passaggio a Premium non è ancora attivo sul tuo account. Aggiorna tra qualche secondo.',
    action: 'riprova',
  },
  TRANSAZIONE_NON_TROVATA: {
    text: 'Non troviamo questo pagamento tra i tuoi. Se ti è stato addebitato, scrivi all’assistenza.',
  },
  RECESSO_NON_AMMESSO: {
    text: 'Da questo acquisto non si può più recedere: è passato il termine oppure è già stato rimborsato.',
  },
  DOMANDA_NON_CORRETTA: {
    text: 'La domanda è ancora com’era quando è stata segnalata: prima correggila, poi chiudi. O scegli un altro esito.',
  },
  VOCE_CAMBIATA: {
    text: 'Nel frattempo un collega ha preso la voce, o c’è già una risposta. Non è partita nessuna mail.',
  },
  FIRMA_NON_VALIDA: { text: 'La notifica non viene dal fornitore dei pagamenti ed è stata rifiutata.' },
} satisfies Record<string, ErrorMessage>
