import type { LavoroLungo, VoceConfigurazione } from '#contract/gestione/installazione'
import { formatCount, formatNumber } from '../../text/formats.ts'

const KEY_USES: Readonly<Record<string, string>> = {
  DATABASE_URL: 'Indirizzo del database',
  DATABASE_DIRETTO: 'Database senza PgBouncer',
  S3_CHIAVE_ID: 'Deposito dei pacchetti: nome della chiave',
  S3_CHIAVE: 'Deposito dei pacchetti',
  SMTP_URL: 'Server di posta',
  METRICHE_CHIAVE: 'Lettura delle metriche',
  BACKUP_CHIAVE: 'Cifra dei backup',
  ADMIN_API_KEY: 'Chiamate di chi gestisce il server',
  STRIPE_CHIAVE: 'Pagamenti',
  STRIPE_WEBHOOK_SEGRETO: 'Eventi dei pagamenti',
  CONTATTI_CHIAVE: 'Contatti per le comunicazioni',
}
const SOCIAL_NAMES: Readonly<Record<string, string>> = {
  ...{ FACEBOOK: 'Facebook', GOOGLE: 'Google', APPLE: 'Apple', HUAWEI: 'Huawei' },
}
/** Returns the use of a key; keys of a social login have its name in theirs. */
const keyUse = (nome: string): string | null =>
  KEY_USES[nome] ?? `Accesso con ${SOCIAL_NAMES[nome.split('_')[1] ?? ''] ?? nome}`

export const installazioneText = {
  titolo: 'Installazione',
  ricarica: 'Rileggi la configurazione',
  schede: 'Parti di questa pagina',
  backup: 'Backup',
  configurazione: 'Configurazione',
  chiavi: 'Chiavi',
  repliche: 'Repliche',
  diagnosi: 'Diagnosi',
  diagnosi_titolo: 'Un file per chi aiuta da lontano',
  diagnosi_testo: 'Un file JSON da allegare quando chiedi aiuto. Dentro c’è:',
  diagnosi_dentro: [
    'versione, build, sistema, database e numero di repliche',
    'ogni voce della configurazione e da dove viene, con il valore solo dei numeri e degli interruttori',
    'quanto pesano le tabelle, quanti invii aspettano e i codici dei loro errori',
    'errori e rifiuti per codice, l’esito di ogni controllo di «dottore», le date dei backup',
  ],
  diagnosi_fuori: 'Niente di personale: nessun indirizzo, nome, IP, percorso, segreto o testo di un messaggio.',
  diagnosi_scarica: 'Scarica il file',
  diagnosi_file: (at: Date) => `diagnosi-idoneo-${at.toLocaleDateString('sv')}.json`,
  diagnosi_fatta: 'Scaricato. Prima di mandarlo puoi aprirlo: è un testo.',
  riletta: (cambiate: readonly string[], repliche: { attese: number; eseguite: number } | undefined) =>
    [
      cambiate.length === 0 ? 'Riletta: niente è cambiato.' : `Riletta: ${cambiate.join(', ')}.`,
      ...(repliche
        ? [`${formatNumber(repliche.eseguite)} repliche su ${formatNumber(repliche.attese)} l’hanno fatto.`]
        : []),
    ].join(' '),
  non_riletta: (errore: string) => `Non riletta, e niente è cambiato: ${errore}`,
  versione: 'Versione',
  build: 'Build',
  senza_build: 'dai sorgenti',
  quante_repliche: 'Server su questo database',
  non_si_sa: 'Non si sa: senza DATABASE_DIRETTO le repliche non si vedono tra loro',
  questa: 'Replica che ha risposto',
  copie_testo: (cartella: string, ora: number) => `Uno al giorno, dalle ${ora}, in ${cartella}.`,
  sigillate: 'Cifrati con BACKUP_CHIAVE: senza quella chiave non si ripristinano.',
  non_sigillate: 'Non cifrati: manca BACKUP_CHIAVE.',
  senza_cartella: 'Nessuna cartella per i backup',
  senza_cartella_testo:
    'Manca BACKUP_CARTELLA: il server non fa backup da solo, e da qui non se ne può fare. Impostala e riavvia, oppure usa il comando «backup FILE».',
  fai: 'Fai un backup ora',
  fatto: 'Il backup è cominciato. Puoi cambiare pagina: qui si ritrova a che punto è.',
  prova: 'Prova il ripristino',
  prova_di: (file: string) => `Prova il ripristino di ${file}`,
  prova_titolo: 'Provare il ripristino?',
  prova_testo: (file: string) =>
    `${file} viene ripristinato in disparte e confrontato; quello che c’è resta com’è. Può durare minuti.`,
  prova_si: 'Prova',
  lascia: 'Non ora',
  provata: 'La prova è cominciata. Puoi cambiare pagina: qui si ritrova a che punto è.',
  copie: 'Backup nella cartella',
  copie_vuote: 'Nessun backup, finora',
  copie_vuote_testo: 'Il primo arriva all’ora del giorno, o adesso se lo chiedi.',
  file: 'File',
  byte: 'Grandezza, senza le figure',
  scritto: 'Scritto il',
  azioni: 'Azioni',
  lavori: 'Ultimo backup e ultima prova chiesti da qui',
  lavori_testo: 'In qualunque replica.',
  lavoro: 'Lavoro',
  nomi: { backup_ora: 'Backup', prova_ripristino: 'Prova di ripristino' } satisfies Record<
    LavoroLungo['lavoro'],
    string
  >,
  iniziato: 'Cominciato',
  finito: 'Finito',
  stato: 'Stato',
  stati: {
    in_corso: 'In corso',
    annullamento: 'Si sta annullando',
    riuscito: 'Riuscito',
    fallito: 'Non riuscito',
    annullato: 'Annullato',
    interrotto: 'Interrotto',
  } satisfies Record<LavoroLungo['stato'], string>,
  esito: 'Che cosa',
  contenuto: (righe: number, tabelle: number, pacchetti: number) =>
    `${formatCount(righe, 'riga', 'righe')} di ${formatCount(tabelle, 'tabella', 'tabelle')}, ${formatCount(pacchetti, 'pacchetto', 'pacchetti')}`,
  incompleto: (n: number) =>
    `Non è completo: ${formatCount(n, 'archivio di figure manca o è guasto', 'archivi di figure mancano o sono guasti')}. «verifica» dice di quali banche.`,
  annulla_di: (lavoro: LavoroLungo['lavoro']) => (lavoro === 'backup_ora' ? 'Annulla il backup' : 'Annulla la prova'),
  annulla: 'Annulla',
  annullo: 'Ancora pochi secondi, e di questo lavoro non resta nulla.',
  niente_resta: 'Non è rimasto nulla.',
  interrotto: 'Il server si è fermato prima della fine: rifallo.',
  cerca: 'Nome',
  provenienza: 'Da dove viene',
  tutte: 'Tutte',
  nome: 'Nome',
  valore: 'Valore',
  impostata: 'impostata',
  predefinito: 'predefinito',
  provenienze: {
    variabile: 'Variabile d’ambiente',
    file: 'File di configurazione',
    file_segreto: 'File del segreto',
    predefinito: 'Predefinito',
  } satisfies Record<VoceConfigurazione['provenienza'], string>,
  errore: (errore: string) => `La configurazione ha un errore, e una rilettura la rifiuterebbe: ${errore}`,
  vuoto: 'Nessuna voce',
  vuoto_testo: 'Con questi filtri non c’è nulla. Allargali per vedere di più.',
  chiavi_come:
    'Una chiave si cambia dove sta, sul server; poi serve quello che dice l’ultima colonna. Nessun segreto esce di lì: l’impronta serve a confrontare due server, o a riconoscere la chiave nel registro; dove aiuterebbe a indovinare non c’è.',
  chiave: 'Chiave',
  a_cosa: 'A che cosa serve',
  usi: keyUse,
  impronta: 'Impronta',
  non_impostata: 'Non impostata',
  cambiarla: 'Dopo averla cambiata',
  con_rilettura: 'Rileggi la configurazione',
  con_riavvio: 'Riavvia ogni server',
  con_backup: 'Riavvia ogni server, e conserva la vecchia: apre i backup di prima',
  come: 'I valori si cambiano nelle variabili o nel file, sul server; qui si vedono e si rileggono.',
}
