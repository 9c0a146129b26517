import { withArticolo } from '#rules/articolo'
import { formatCount, formatDate, formatNumber } from '../../../text/formats.ts'

const monthYear = new Intl.DateTimeFormat('it-IT', { month: 'long', year: 'numeric', timeZone: 'UTC' })
/** Writes the version of a text, «2026-11», in words. */
export const versionText = (version: string): string =>
  /^\d{4}-\d{2}$/.test(version) ? monthYear.format(new Date(`${version}-01T12:00:00Z`)) : version

/** Label of the account's own password wherever it proves the person. */
export const ownPasswordText = 'La tua password'

export const addressText = {
  cambia: 'Cambia e-mail',
  titolo: 'Cambia e-mail',
  testo: 'Quella di adesso vale finché non apri il link che mandiamo alla nuova.',
  nuova: 'Nuova e-mail',
  invia: 'Invia il link',
  annulla: 'Annulla',
  attesa: (email: string) => `In attesa: apri il link inviato a ${email}. Fino ad allora vale l’indirizzo di prima.`,
  invia_di_nuovo: 'Invia di nuovo il link',
  rinuncia: 'Tieni quella di prima',
  rinunciato: 'Resta l’indirizzo di prima',
  inviata: (email: string) => `Link inviato a ${email}`,
  social: 'Accesso social',
}

export const passwordText = {
  titolo: 'Password',
  testo: 'Quando la cambi, gli altri dispositivi devono accedere di nuovo.',
  senza: (nome: string) => `Entri con ${nome}. Se vuoi anche una password, chiedi il link per sceglierla.`,
  chiedi: 'Scegli una password',
  cambia: 'Cambia password',
  vecchia: 'Vecchia password',
  nuova: 'Nuova password',
  conferma: 'Conferma nuova password',
  salva: 'Salva la password',
  annulla: 'Annulla',
  cambiata: 'Password cambiata',
}

export const accessiText = {
  titolo: 'Accessi collegati',
  testo: 'Gli accessi social che aprono il tuo account.',
  nessuno: 'Non ne hai ancora collegati.',
  collega: 'Collega',
  collega_chi: (nome: string) => `Collega ${nome}`,
  collega_titolo: (nome: string) => `Collegare ${nome}?`,
  collega_testo: (nome: string) => `Da adesso ${nome} aprirà il tuo account, come fa la password.`,
  collegato: (nome: string) => `Collegato: ${nome}`,
  annulla: 'Annulla',
  dal: (quando: string) => `collegato ${withArticolo('dal', quando)}`,
  scollega: 'Scollega',
  scollega_chi: (nome: string) => `Scollega ${nome}`,
  scollega_titolo: (nome: string) => `Scollegare ${nome}?`,
  scollega_testo: (nome: string) =>
    `Con ${nome} non si entrerà più nel tuo account. Gli altri dispositivi dovranno accedere di nuovo.`,
  resta: 'Lascia collegato',
  scollegato: (nome: string) => `Scollegato: ${nome}`,
  errore: 'Gli accessi collegati non si sono caricati',
}

export const factorText = {
  titolo: 'Verifica in due passaggi',
  testo: 'Dopo la password chiediamo un codice di un’app del tuo telefono: chi conosce solo la password non entra.',
  attiva: 'Attiva',
  disattiva: 'Disattiva',
  attiva_dal: (quando: string) => `Attiva ${withArticolo('dal', quando)}`,
  rimasti: (n: number) => formatCount(n, 'codice di recupero rimasto', 'codici di recupero rimasti'),
  tra_poco: (quando: string) =>
    `È stato chiesto di entrare senza codice: si disattiva ${withArticolo('il', quando)}. Per tenerla attiva esci e accedi con un codice.`,
  attiva_titolo: 'Attiva la verifica in due passaggi',
  attiva_testo: 'Ti serve un’app per i codici di accesso, come Google Authenticator, Aegis o 2FAS.',
  avanti: 'Avanti',
  annulla: 'Annulla',
  segreto_titolo: 'Collega la tua app',
  codice: 'Codice a sei cifre',
  codice_aiuto: 'Cambia ogni trenta secondi.',
  codice_qualsiasi: 'Codice dell’app o di recupero',
  copia: 'Copia',
  copiati: 'Codici copiati',
  file: 'idoneo-codici-di-recupero.txt',
  disattiva_titolo: 'Disattivare la verifica in due passaggi?',
  disattiva_testo: 'Per entrare basterà la password. I codici di recupero non varranno più.',
  disattivata: 'Verifica in due passaggi disattivata',
  errore: 'La verifica in due passaggi non si è caricata',
}

export const devicesText = {
  esci_altrove: 'Esci da tutti gli altri dispositivi',
  esci_titolo: 'Uscire da tutti gli altri dispositivi?',
  esci_testo: 'Dovranno accedere di nuovo. Le risposte che non hanno ancora inviato restano lì.',
  esci_resta: 'Annulla',
  esci_si: 'Esci dagli altri',
  usciti: 'Sei collegato solo da qui',
  titolo: 'Dispositivi',
  testo: 'I browser e le app da cui sei entrato. Scollegandone uno, la sua sessione finisce subito.',
  questo: 'Questo dispositivo',
  in_uso: 'Collegato',
  uscito: 'Non collegato',
  ultimo: (quando: string) => `Ultimo uso: ${quando}`,
  primo: (quando: string) => `${withArticolo('dal', quando)}`,
  scollega: 'Scollega',
  scollega_chi: (nome: string) => `Scollega ${nome}`,
  scollega_titolo: (nome: string) => `Scollegare ${nome}?`,
  scollega_testo:
    'Dovrà accedere di nuovo. Le risposte che non ha ancora inviato restano sul dispositivo. Per i limiti dei dispositivi nuovi continua a contare.',
  resta: 'Lascia collegato',
  scollegato: (nome: string) => `Scollegato: ${nome}`,
  limiti: 'Dispositivi nuovi',
  limite: (usati: number, massimo: number, giorni: number) =>
    `${formatNumber(usati)} ${withArticolo('dei', formatNumber(massimo))} che puoi aggiungere ${giorni > 7 ? 'in un mese' : `in ${formatNumber(giorni)} giorni`}`,
  prossimo: (iso: string) => `Il prossimo può entrare ${withArticolo('dal', formatDate(iso))}.`,
  errore: 'I dispositivi non si sono caricati',
}

export const consentsText = {
  titolo: 'Notifiche e consensi',
  notifiche: 'Avvisami per e-mail quando il Premium sta per finire',
  notifiche_nota: 'Le mail su sicurezza, acquisti e indirizzo arrivano sempre.',
  liberi: {
    commerciale: 'Novità e offerte per e-mail',
    statistiche: 'Statistiche d’uso anonime, per migliorare Idoneo',
  },
  nomi: {
    termini: 'Termini di servizio',
    trattamento_email: 'Uso dell’e-mail per gestire l’account',
    commerciale: 'Novità e offerte per e-mail',
    statistiche: 'Statistiche d’uso',
    condizioni_acquisto: 'Condizioni di acquisto',
    esecuzione_immediata: 'Premium subito, entro il termine di recesso',
  },
  necessari: 'Necessari per avere un account: si ritirano eliminandolo.',
  dato: (versione: string, quando: string) =>
    `Consenso dato ${withArticolo('il', quando)} (versione di ${versionText(versione)})`,
  storia: (n: number) => `Storia dei consensi (${formatNumber(n)})`,
  tabella: 'Consensi dati e ritirati',
  si: 'Dato',
  no: 'Non dato',
  quando: 'Quando',
  quale: 'Consenso',
  esito: 'Scelta',
  versione: 'Testo',
  errore: 'I consensi non si sono caricati',
}

export const dataText = {
  titolo: 'I tuoi dati',
  esporta_testo: 'Scarica tutto quello che Idoneo ha di te, in file che puoi aprire e portare altrove.',
  esporta: 'Scarica i tuoi dati',
  esporta_si: 'Scarica',
  annulla: 'Annulla',
  file: 'idoneo-i-miei-dati.zip',
  file_banche: 'idoneo-banche-da-file.json',
  pronta: 'I tuoi dati sono tra i download',
  elimina_testo: 'Elimina l’account e tutto quello che contiene, per sempre.',
  elimina: 'Elimina l’account',
  titolo_uno: 'Eliminare l’account?',
  resta: 'Tieni l’account',
  avanti: 'Continua',
  cosa: [
    'Livelli, preferite, statistiche, prove e classifiche vanno persi, qui e su ogni altro dispositivo.',
    'Nessuno può recuperarli, nemmeno l’assistenza: se ti servono, prima scarica i tuoi dati.',
  ],
  premium: (scade: string) =>
    `Il tuo Premium${scade === '' ? '' : `, valido fino ${withArticolo('al', scade)},`} finisce adesso e non viene rimborsato: se puoi ancora recedere, fallo prima da «Acquisti».`,
  non_inviate: (n: number) =>
    `${formatCount(n, 'risposta non è ancora arrivata', 'risposte non sono ancora arrivate')} al server: va perso anche questo.`,
  titolo_due: 'Elimina per sempre',
  prova: 'Scrivi la tua password: è l’ultimo passo.',
  prova_social: (parola: string) =>
    `Scrivi ${parola}. Entri senza password: eliminiamo l’account tra 7 giorni, e fino ad allora la mail che ti mandiamo lo può tenere.`,
  parola: 'ELIMINA',
  parola_etichetta: 'Parola di conferma',
  parola_errata: 'Scrivi ELIMINA in maiuscolo',
  elimina_ora: 'Elimina per sempre',
  tra_poco: 'L’account sarà eliminato tra 7 giorni. Ti abbiamo scritto come tenerlo.',
  elimina_poi: 'Elimina tra 7 giorni',
  eliminato: 'Account eliminato. Ti abbiamo scritto una mail di conferma.',
}
