import { formatList } from './formats.ts'

/** Names for a person of wire fields whose own names are not Italian words. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  autenticazioneVO: 'dati di accesso',
  username: 'e-mail',
  email: 'e-mail',
  email_comunicazioni: 'e-mail',
  email_nuova: 'nuova e-mail',
  social: 'accesso social',
  token_social: 'accesso social',
  apikey: 'chiave',
  chiave: 'cosa seguire',
  p256dh: 'chiave del browser',
  auth: 'chiave del browser',
  token: 'link della mail',
  mio: 'di chi è l’account',
  riprendi: 'ripresa dell’account',
  ricordami: 'resta collegato',
  flag_privacy: 'consenso ai termini',
  flag_commerciale: 'consenso commerciale',
  flag_notifiche: 'notifiche',
  valore: 'scelta',
  livello: 'piano',
  id_utente_idoneo: 'utente',
  id_user: 'utente',
  id_dispostivo: 'dispositivo',
  id_concorso: 'banca dati',
  id_argomento: 'materia',
  id_sotto_percorso: 'argomento',
  nodi: 'argomenti',
  rcode: 'motivo',
  gettone: 'simulazione',
  link: 'indirizzo',
  search: 'testo cercato',
  start: 'inizio',
  size: 'numero',
  incremento: 'acquisto',
  fornitore: 'pagamento',
  id_sessione: 'pagamento',
  testo: 'messaggio',
  accetta_condizioni: 'condizioni di vendita',
  livello_istruzione: 'titolo di studio',
  tipo_ente: 'tipo di ente',
}

/** `id_domanda` is a domanda, `sistemaOperativo` a sistema operativo. */
const asWords = (field: string): string =>
  field
    .replace(/^id_/, '')
    .replace(/_|(?=[A-Z])/g, ' ')
    .toLowerCase()

const nameOf = (path: string): string => {
  const field = path.split('.').at(-1) ?? path
  return FIELD_NAMES[field] ?? asWords(field)
}

/** Fields of a refusal as a list for a person. */
export const fieldNames = (fields: readonly string[]): string => formatList([...new Set(fields.map(nameOf))])
