import type { ErrorMessage } from './error-message.ts'

/** Sentences of the SQL window and of the printer. */
export const toolErrors = {
  PDF_NON_CREATO: {
    text: 'Non siamo riusciti a creare il PDF: forse a questo dispositivo manca memoria. Riprova con meno domande o senza immagini; la banca dati è intatta.',
    topic: 'PDF',
    action: 'riprova',
  },
  FILE_NON_LETTO: {
    text: 'La lettura del file si è interrotta: forse a questo dispositivo manca memoria. Riprova, o dividi il file in parti più piccole; le tue banche dati sono intatte.',
    topic: 'File',
    action: 'riprova',
  },
  LETTORE_ASSENTE: {
    text: 'La parte di Idoneo che legge questo file non è ancora su questo dispositivo: serve la rete, una volta sola. Collegati e riprova; le tue banche dati sono intatte.',
    topic: 'File',
    action: 'riprova',
  },
  SQL_NON_APERTA: {
    topic: 'SQL',
    text: 'La finestra SQL non si è aperta su questo browser. Le tue risposte sono al sicuro. Riprova.',
    action: 'riprova',
  },
  COPIA_NON_VALIDA: {
    topic: 'Copia',
    text: 'Questo file non è una copia di Idoneo, oppure si è rovinato. Non è cambiato niente: prova a scaricarla di nuovo.',
  },
  SQL_VUOTA: { topic: 'SQL', text: 'Scrivi un’interrogazione oppure parti da un esempio.' },
  SQL_UN_COMANDO: { topic: 'SQL', text: 'Qui si esegue un comando alla volta. Lasciane uno solo e riprova.' },
  SQL_SOLO_LETTURA: {
    topic: 'SQL',
    text: 'Qui si può solo leggere: i tuoi dati restano come sono. Comincia con SELECT o WITH.',
  },
  SQL_ERRATA: {
    topic: 'SQL',
    text: (d) => `SQLite risponde «${d.messaggio ?? 'errore sconosciuto'}». Correggi l’interrogazione e riprova.`,
  },
  SQL_ANNULLATA: { topic: 'SQL', text: 'Interrogazione annullata: non è cambiato niente.' },
} as const satisfies Record<string, ErrorMessage>
