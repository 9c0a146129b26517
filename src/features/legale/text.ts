import { formatCount } from '../../text/formats.ts'

export const legaleText = {
  al_testo: 'Vai al testo',
  home: 'Torna alla home',
  versione: (v: string) => `Versione ${v}`,
  indice: 'In questa pagina',
  gestore_titolo: 'Chi gestisce il servizio',
  gestore_assente: 'Chi gestisce questa installazione non ha ancora scritto qui i suoi dati: chiedili all’assistenza.',
  gestore_errore: 'I dati di chi gestisce il servizio si vedono con la rete.',
  scrivi: 'Scrivi all’assistenza',
}

export const assistenzaText = {
  titolo: 'Assistenza',
  intro: 'Scrivici: rispondiamo per e-mail. Prima guarda la Guida, forse la risposta è già lì.',
  guida: 'Apri la Guida',
  email: 'La tua e-mail',
  email_tua: (email: string) => `Ti rispondiamo a ${email}.`,
  argomento: 'Di che cosa si tratta',
  argomenti: {
    ACCESSO: 'Accesso e password',
    DISPOSITIVI: 'Dispositivi',
    ACQUISTI: 'Acquisti, ricevute e recesso',
    CONTENUTI: 'Domande e banche dati',
    DATI: 'I miei dati',
    ALTRO: 'Altro',
  },
  testo: 'Il tuo messaggio',
  testo_aiuto: 'Non scrivere password né dati della carta.',
  testo_manca: 'Scrivi il messaggio.',
  resta: (n: number) => `Puoi scrivere ancora ${formatCount(n, 'carattere', 'caratteri')}.`,
  invia: 'Invia',
  offline: 'Per inviare serve la rete: quello che hai scritto resta qui.',
  fatto_titolo: 'Messaggio inviato',
  fatto: (numero: number) => `La tua richiesta è la numero ${numero}. Ti rispondiamo per e-mail.`,
  altro: 'Scrivi un altro messaggio',
  home: 'Torna alla home',
}

export const informazioniText = {
  titolo: 'Informazioni',
  intro: 'Idoneo è un simulatore di quiz per i concorsi pubblici italiani, che funziona anche senza rete.',
  protocollo: 'Versione',
  testi: 'Testi in vigore',
  licenza: 'Licenza',
  licenza_testo: 'Il programma è distribuito con la licenza EUPL 1.2 dell’Unione europea.',
  licenza_link: 'Leggi la EUPL 1.2',
  terzi: 'Lavoro di altri',
  terzi_testo: 'Idoneo usa questi programmi e caratteri, ciascuno con la sua licenza.',
  accessibilita: 'Accessibilità',
  accessibilita_testo:
    'Idoneo segue le WCAG 2.2 al livello AA: si usa con la sola tastiera e con un lettore di schermo, il testo si ingrandisce fino al 400 %, i colori non portano mai da soli un significato, i movimenti si spengono. Se qualcosa ti ostacola scrivi all’assistenza: rispondiamo e lo mettiamo a posto.',
}
