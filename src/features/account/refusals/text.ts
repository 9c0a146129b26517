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
