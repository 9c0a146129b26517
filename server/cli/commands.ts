import { type Command, commandOf } from './options.ts'
import type { CommandAct } from './record.ts'

/** Every command, in the order of the help. A command's code is loaded when the command runs. */
export const COMMANDS: readonly {
  name: string
  help: readonly string[]
  /** When it is an act of the audit; a command without only reads, or records itself. */
  act?: CommandAct
  load: () => Promise<Command>
}[] = [
  {
    name: 'importa',
    help: [
      '  importa FILE --titolo T --ente E --anno Y [opzioni]',
      '      Pubblica una banca da un file, anche compresso (.gz); il formato si riconosce da sé. O tutta o niente.',
      '      --profilo P        profilo del concorso',
      '      --descrizione D    testo che la presenta',
      '      --immagini DIR|ZIP cartella o archivio con le figure',
      '      --evidenza         mette la banca in evidenza',
      '      --prova            legge e riferisce con tre esempi, senza scrivere nulla (titolo, ente e anno non servono)',
      '      --json             un solo oggetto sullo standard output, i messaggi sullo standard error',
      '                         (in una pipe: npm run -s idoneo -- …, perché npm non vi aggiunga la sua intestazione)',
      '      --separatore S, --codifica C, --foglio F   quando il riconoscimento non basta',
      '      --colonne campo=nome,…   quale colonna è che cosa: numero, domanda, A … E, chiave, materia, immagine, brano, …',
      '      --campi campo=percorso,… lo stesso per un JSON (domanda=info.testo,risposte=opzioni,chiave=giusta)',
      '      --esatta A               la risposta A è sempre quella esatta, dove il file non dice la chiave',
      '      --base 0|1               da dove contano le chiavi a numero',
      '      --chiavi FILE            le chiavi, per numero, da un secondo file (PDF, foglio o testo)',
      '      --dubbie FILE            scrive in un CSV le domande lette con poca fiducia, da correggere',
      '      --correzioni FILE        lo stesso CSV corretto: le sue domande prendono il posto di quelle lette',
      '      --pagine 2-40            le sole pagine di un PDF da leggere',
      '      --forza                  importa anche se molte righe restano fuori',
    ],
    act: { when: /./, long: true },
    load: () => import('./importa.ts').then((m) => commandOf(m.IMPORTA_OPTIONS, m.importa)),
  },
  {
    name: 'banca',
    help: [
      '  banca ritira ID, banca ripristina ID       La toglie dal catalogo, ve la rimette; chi l’ha già la tiene, segnata',
      '  banca aggiorna ID FILE [--conferma] [--molto-diversa] [opzioni di lettura]',
      '      Mostra che cosa cambierebbe; con --conferma la pubblica sopra: le domande uguali tengono i livelli.',
      '      Si ferma se mancano le chiavi, o se cambia più di metà delle chiavi o delle domande: --molto-diversa la pubblica',
      '  banca versioni ID, banca torna ID N        Elenca le versioni; ripubblica la versione N',
      '  banca salute ID [--html FILE] [--json]     Gemelle, trappole, chiavi, numeri, immagini, difficoltà, segnalazioni;',
      '      con --riconta conta prima di nuovo, da capo, le scelte di tutte le persone in tutte le banche',
    ],
    act: { when: /^(ritira|ripristina|torna) |^aggiorna .*--conferma/, long: true },
    load: () => import('./banca.ts').then((m) => commandOf(m.BANCA_OPTIONS, m.banca)),
  },
  {
    name: 'percorso',
    help: [
      '  percorso importa ALBERO.json FILE [opzioni di lettura] [--json]',
      '      Pubblica una materia con il suo albero di argomenti, o la versione nuova di quella dello stesso nome (slug);',
      '      la colonna della materia dice il nodo di ogni domanda: nome, o numeri separati da punto e virgola',
      '  percorso elenco [--json], percorso ritira ID, percorso ripristina ID',
    ],
    act: { when: /^(importa|ritira|ripristina) /, long: true },
    load: () => import('./percorso.ts').then((m) => commandOf(m.PERCORSO_OPTIONS, m.percorso)),
  },
  {
    name: 'livello',
    help: ['  livello EMAIL TIER [--fino AAAA-MM-GG]', '      Assegna un livello: 0 demo, 1 lite, 2 legacy, 3 premium'],
    act: { when: /./ },
    load: () => import('./livello.ts').then((m) => commandOf(m.LIVELLO_OPTIONS, m.livello)),
  },
  {
    name: 'ruolo',
    help: [
      '  ruolo EMAIL gestore|redattore|assistenza|nessuno',
      '      Fa entrare un account nella console /gestione, o lo fa uscire: da subito, con le sue passkey.',
      '      A chi non ha un secondo fattore stampa il codice per impostarlo: un altro se il primo è scaduto',
    ],
    load: () => import('./role.ts').then((m) => commandOf({}, m.ruolo)),
  },
  {
    name: 'punteggio',
    help: [
      '  punteggio --regole R.json --risposte S.json [--json]',
      '      Calcola il punteggio di una prova con le regole di un bando; i formati sono in docs/operators/punteggi.md',
    ],
    load: () => import('./punteggio.ts').then((m) => commandOf(m.PUNTEGGIO_OPTIONS, m.punteggio)),
  },
  {
    name: 'simulazione',
    help: [
      '  simulazione FILE.json --concorso ID [--json]',
      '      Pubblica una simulazione ufficiale con sorteggio fisso su una banca; il formato è in docs/operators/commands.md',
      '  simulazione chiudi ID [--fino AAAA-MM-GG] [--json]',
      '      Da ora, o dopo quel giorno, nessuno la comincia più; chi l’ha iniziata continua e consegna',
      '  simulazione ritira ID [--json]       La toglie dall’elenco',
      '  simulazione riapri ID [--fino AAAA-MM-GG] [--json]   La rimette in elenco e si può cominciare',
    ],
    act: { when: /./, long: true },
    load: () => import('./simulazione.ts').then((m) => commandOf(m.SIMULAZIONE_OPTIONS, m.simulazione)),
  },
  {
    name: 'segnalazioni',
    help: [
      '  segnalazioni [--concorso ID] [--domanda ID] [--quante N] [--json]',
      '      Le domande segnalate da chi studia, le più recenti per prime (100 se non si dice quante)',
      '  segnalazioni chiudi ID --esito corretta|respinta [--risposta TESTO] [--json]',
      '      La chiude, con quelle uguali, e lo scrive a chi l’ha mandata',
    ],
    act: { when: /^chiudi / },
    load: () => import('./segnalazioni.ts').then((m) => commandOf(m.SEGNALAZIONI_OPTIONS, m.segnalazioni)),
  },
  {
    name: 'bandi',
    help: [
      '  bandi importa FILE [--prova] [--json]  Pubblica i bandi di un JSON o CSV: o tutti o nessuno, con un resoconto',
      '  bandi [--quante N] [--json]            Elenca i bandi, anche scaduti e ritirati',
      '  bandi ritira ID, bandi ripristina ID   Ne toglie uno dall’elenco, ve lo rimette',
    ],
    act: { when: /^(importa|ritira|ripristina) / },
    load: () => import('./bandi.ts').then((m) => commandOf(m.BANDI_OPTIONS, m.bandi)),
  },
  {
    name: 'contenuto',
    help: [
      '  contenuto articoli|gruppi|notizie|banner importa FILE [--prova] [--json]',
      '      Pubblica articoli dello store, gruppi di studio, notizie o banner da un JSON: o tutti o nessuno',
      '  contenuto TIPO [--json], contenuto TIPO ritira ID, contenuto TIPO ripristina ID',
    ],
    act: { when: /^\w+ (importa|ritira|ripristina) / },
    load: () => import('./contenuto.ts').then((m) => commandOf(m.CONTENUTO_OPTIONS, m.contenuto)),
  },
  {
    name: 'risorse',
    help: [
      '  risorse ID [--facebook URL] [--corso-online URL] [--corso-dal-vivo URL] [--manuale URL] [--bus-hotel URL] [--news URL]',
      '      Le risorse aggiuntive di una banca dati; "no" al posto di un indirizzo lo toglie',
    ],
    act: { when: / --/ },
    load: () => import('./risorse.ts').then((m) => commandOf(m.RISORSE_OPTIONS, m.risorse)),
  },
  {
    name: 'esiti',
    help: [
      '  esiti ID FILE --titolo T --posti N [--massimo 30] [--prova] [--json]',
      '      I punteggi pubblicati di un concorso (codice;punteggio): chi studia quella banca dati vede che posto prenderebbe',
      '  esiti togli ID [--json]',
    ],
    act: { when: /./ },
    load: () => import('./outcomes.ts').then((m) => commandOf(m.ESITI_OPTIONS, m.esiti)),
  },
  {
    name: 'richieste',
    help: [
      '  richieste [--tutte] [--quante N] [--json]   Le banche dati che le persone chiedono',
      '  richieste chiudi ID, richieste riapri ID    Le mette da parte, le riapre',
    ],
    act: { when: /^(chiudi|riapri) / },
    load: () => import('./richieste.ts').then((m) => commandOf(m.RICHIESTE_OPTIONS, m.richieste)),
  },
  {
    name: 'promo',
    help: [
      '  promo [--json]                       I codici promo e quante volte sono stati usati',
      '  promo aggiungi CODICE --titolo T [--sconto N] [--link URL] [--descrizione D] [--per EMAIL] [--fino AAAA-MM-GG]',
      '      Pubblica un codice, per tutti o per un account: con --sconto vale su Premium, con --link nel negozio',
      '  promo togli CODICE                   Lo toglie',
    ],
    act: { when: /^(aggiungi|togli) / },
    load: () => import('./promo.ts').then((m) => commandOf(m.PROMO_OPTIONS, m.promo)),
  },
  {
    name: 'affiliati',
    help: [
      '  affiliati [--da AAAA-MM-GG] [--a AAAA-MM-GG] [--json]',
      '      Registrazioni, acquisti e importi portati da ciascun codice affiliato',
    ],
    load: () => import('./affiliati.ts').then((m) => commandOf(m.AFFILIATI_OPTIONS, m.affiliati)),
  },
  {
    name: 'viste',
    help: [
      '  viste [--giorni N] [--json]          Quante volte è stata aperta ogni pagina, con il consenso alle statistiche',
    ],
    load: () => import('./page-views.ts').then((m) => commandOf(m.PAGE_VIEWS_OPTIONS, m.viste)),
  },
  {
    name: 'assistenza',
    help: ['  assistenza [--quante N] [--json]     Che cosa ha scritto chi chiede aiuto'],
    act: { when: /^/ },
    load: () => import('./account.ts').then((m) => commandOf(m.SUPPORT_OPTIONS, m.assistenza)),
  },
  {
    name: 'esporta',
    help: ['  esporta EMAIL [--in FILE]            Tutti i dati di un account, in uno zip'],
    act: { when: /./ },
    load: () => import('./account.ts').then((m) => commandOf(m.EXPORT_OPTIONS, m.esporta)),
  },
  {
    name: 'elimina',
    help: ['  elimina EMAIL --conferma             Elimina un account per sempre'],
    act: { when: /--conferma/ },
    load: () => import('./account.ts').then((m) => commandOf(m.DELETE_OPTIONS, m.elimina)),
  },
  {
    name: 'semina',
    help: [
      '  semina [CARTELLA]',
      '      Pubblica o aggiorna i contenuti del prodotto (content/); una banca con difetti non viene toccata',
    ],
    act: { when: /^/, long: true },
    load: () => import('./content.ts').then((m) => commandOf({}, m.semina)),
  },
  {
    name: 'contenuti',
    help: ['  contenuti [CARTELLA]', '      Controlla i contenuti del prodotto, senza scrivere nulla'],
    load: () => import('./content.ts').then((m) => commandOf({}, m.contenuti)),
  },
  {
    name: 'migra',
    help: [
      '  migra [--prova]',
      '      Aggiorna lo schema del database; --prova elenca che cosa manca, e quali versioni restano utilizzabili',
    ],
    load: () => import('./installation.ts').then((m) => commandOf(m.MIGRATE_OPTIONS, m.migrateCommand)),
  },
  {
    name: 'backup',
    help: [
      '  backup [FILE] [--json]    Salva tutto in un file, mentre il server lavora, e lo rilegge; i pacchetti in FILE.pacchetti',
      '      Senza FILE lo scrive, con la data, in BACKUP_CARTELLA',
    ],
    load: () => import('./backup.ts').then((m) => commandOf(m.BACKUP_OPTIONS, m.backupCommand)),
  },
  {
    name: 'ripristina',
    help: [
      '  ripristina FILE [--json]  Rimette tutto come in un backup, al posto di ciò che c’è',
      '      --prova            lo ripristina in disparte, confronta e lascia tutto com’è',
    ],
    act: { when: /./, long: true },
    load: () => import('./backup.ts').then((m) => commandOf(m.RESTORE_OPTIONS, m.restoreCommand)),
  },
  {
    name: 'dottore',
    help: ['  dottore [--json]          Controlla l’installazione e dice che cosa sistemare'],
    load: () => import('./doctor.ts').then((m) => commandOf(m.DOCTOR_OPTIONS, m.doctor)),
  },
  {
    name: 'posta',
    help: [
      '  posta [--json]            Gli invii in attesa e abbandonati',
      '  posta prova EMAIL         Manda subito una mail di prova e dice che cosa non va',
      '  posta riprova             Rimette in partenza gli invii abbandonati',
    ],
    act: { when: /^(prova|riprova)/ },
    load: () => import('./mail.ts').then((m) => commandOf(m.MAIL_OPTIONS, m.mailCommand)),
  },
  {
    name: 'deposito',
    help: [
      '  deposito [--json]         Quanti pacchetti sono sul disco e nel deposito S3',
      '  deposito crea             Crea il secchio, se manca',
      '  deposito carica|scarica   Li copia dal disco al deposito, o indietro, e li rilegge; riprende da dove era, e non cancella nulla',
    ],
    act: { when: /^(crea|carica|scarica)/, long: true },
    load: () => import('./store.ts').then((m) => commandOf(m.STORE_OPTIONS, m.storeCommand)),
  },
  {
    name: 'orologio',
    help: [
      '  orologio [--accetta]',
      '      Gli orologi che il server confronta; con --accetta ciò che ha una data futura torna a ora, e il server riprende',
    ],
    act: { when: /--accetta/ },
    load: () => import('./clock.ts').then((m) => commandOf(m.CLOCK_OPTIONS, m.clockCommand)),
  },
  {
    name: 'verifica',
    help: ['  verifica    Controlla i pacchetti conservati contro le impronte e il database'],
    load: () => import('./verifica.ts').then((m) => commandOf({}, m.verifica)),
  },
  {
    name: 'chiave',
    help: ['  chiave      Stampa una chiave nuova per ADMIN_API_KEY'],
    load: () => import('./installation.ts').then((m) => commandOf({}, m.keyCommand)),
  },
]

/** `aiuto`, line by line. */
export const HELP: readonly string[] = [
  'Uso: npm run idoneo -- COMANDO …',
  '',
  ...COMMANDS.flatMap(({ help }) => help),
  '  aiuto       Questo elenco',
  '  --versione  Versione, build e schema di questo programma',
  '',
  'Configurazione: le stesse variabili del server (DATA_DIR, DATABASE_URL, …). Funziona anche mentre il server è acceso.',
  'Codici di uscita: 0 fatto, 1 non riuscito, 2 uso errato.',
]
