import { withArticolo } from '#rules/articolo'
import { formatCount, formatNumber } from '../../../text/formats.ts'

export const socialFailureText = {
  errore_titolo: 'Accesso social non riuscito',
  store: 'Vai sullo Store del tuo smartphone!',
  store_nota: (nome: string) =>
    `Da ${nome} puoi scaricare l’app dedicata. Qui puoi sempre continuare con e-mail e password.`,
  continua: 'Continua nel browser',
  ok: 'OK',
}

export const deviceLimitText = {
  chip: 'Limite dispositivi',
  limite: (massimo: number, giorni: number) =>
    `Il tuo account può entrare da ${formatCount(massimo, 'dispositivo nuovo', 'dispositivi nuovi')} ${giorni > 7 ? 'in un mese' : `in ${formatNumber(giorni)} giorni`}, e questo sarebbe uno in più.`,
  noti: 'Puoi ancora entrare da',
  modo: 'Non hai più quei dispositivi? Ti mandiamo una mail: aprendo il suo link fai entrare questo.',
  chiedi: 'Fai entrare questo',
  ho_capito: 'Ho capito',
  inviata: 'Mail inviata. Apri il link entro un’ora, poi torna qui e accedi di nuovo.',
  esauriti:
    'Per questo mese hai già fatto entrare da mail tutti i dispositivi possibili. Accedi da uno che usi già oppure scrivi all’assistenza.',
}

export const codeText = {
  titolo: 'Scrivi il codice',
  codice: 'Codice a sei cifre',
  codice_aiuto: 'Lo mostra l’app con cui hai attivato la verifica in due passaggi.',
  recupero: 'Codice di recupero',
  recupero_aiuto: 'Uno dei dieci che hai salvato. Ognuno vale una volta sola.',
  usa_codice: 'Usa il codice dell’app',
  usa_recupero: 'Non hai l’app con te?',
  annulla: 'Annulla',
  accedi: 'Accedi',
  perso: 'Hai perso anche i codici? Ti mandiamo una mail: se confermi da lì, tra 7 giorni entri senza codice.',
  perso_azione: 'Mandami la mail',
  inviata: 'Mail inviata. Apri il link entro un’ora: dopo 7 giorni entri senza codice.',
  tra_poco: (quando: string) => `${withArticolo('Dal', quando)} entri senza codice, se prima nessuno ne usa uno.`,
}
