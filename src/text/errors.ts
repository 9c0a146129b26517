import type { ErrorCode } from '#contract/errors'
import type { Failure } from '#contract/result'
import { withArticolo } from '#rules/articolo'
import { accountErrors } from './account-errors.ts'
import type { ErrorAction, ErrorData, ErrorMessage } from './error-message.ts'
import { fieldNames } from './field-names.ts'
import { formatCount, formatNumber, spokenTime } from './formats.ts'
import { accountTypeText } from './shell.ts'
import { toolErrors } from './tool-errors.ts'
import { validationText } from './validation.ts'

export const errorActionsText: {
  titolo: string
  codice: Record<'nome' | 'copia' | 'copiato' | 'non_copiato', string>
  voci: Record<ErrorAction, string>
} = {
  titolo: 'Attenzione',
  codice: { nome: 'Codice', copia: 'Copia il codice', copiato: 'Copiato', non_copiato: 'Non copiato: selezionalo' },
  voci: {
    ho_capito: 'Ho capito',
    riprova: 'Riprova',
    continua: 'Continua',
    gestisci_spazio: 'Gestisci spazio',
    banche_dati: 'Torna alle banche dati',
    materie: 'Torna alle materie',
    banca_dati: 'Vai alla banca dati',
    riapri: 'Riapri',
    avanti: 'Avanti',
    accedi: 'Accedi',
    scarica: 'Scarica di nuovo',
    profilo: 'Apri il profilo',
    ricarica: 'Ricarica la pagina',
    premium: 'Passa a Premium',
  },
}

/** Code that support asks for, with the missing feature or the number of the server's line in its log. */
export const errorCodeOf = ({ codice, dati }: Failure): string =>
  [codice, dati?.manca, dati?.id].filter((part) => part !== undefined).join(' · ')

const figure = (data: ErrorData, nome: string): number | null => {
  const n = Number(data[nome])
  return data[nome] === undefined || Number.isNaN(n) ? null : n
}
const wait = (data: ErrorData): string => {
  const s = figure(data, 'secondi')
  if (s === null) return 'tra qualche minuto'
  if (s < 90) return `tra ${formatCount(Math.ceil(s), 'secondo', 'secondi')}`
  return s < 5_400
    ? `tra ${formatCount(Math.ceil(s / 60), 'minuto', 'minuti')}`
    : `tra ${formatCount(Math.ceil(s / 3_600), 'ora', 'ore')}`
}

/** Functions that only premium has (D7). */
const PREMIUM_FUNCTIONS: Record<string, string> = {
  spiegazioni: 'Le spiegazioni sono comprese in Premium',
  pdf: 'La banca dati in PDF è compresa in Premium',
  materie_premium: 'Questa materia è compresa in Premium',
}
/** Names Lite and the older Premium: their owner has paid, and reads what that tier lacks. */
export const beyondPlan = ({ livello }: ErrorData): string =>
  livello === 1 || livello === 2 ? ` Il tuo piano, ${accountTypeText[livello]}, non arriva fin qui.` : ''

const ACCESSO = 'Si è verificato un errore durante il tentativo di accesso'

/** The sentence of every code of the catalogue: a code without one does not compile (spec §8). */
const MESSAGES: Record<ErrorCode, ErrorMessage> = {
  INDEXEDDB_NOT_AVAILABLE: {
    text: (d) =>
      d.archivio !== undefined
        ? 'I tuoi quiz sono su questo dispositivo, ma ora il browser non apre il loro archivio: forse questa è una finestra privata. Apri Idoneo in una finestra normale: non si è perso niente.'
        : `Questo browser non permette di salvare i quiz, forse per la navigazione privata. Aprilo in una finestra normale.${d.gradino === undefined ? '' : ' Qui puoi esercitarti lo stesso, ma non si salva nulla: quando chiudi la pagina resta solo quello che si è sincronizzato.'}`,
  },
  INDEXEDDB_NOT_ENOUGH_SPACE: {
    topic: 'Spazio',
    text: (d) => {
      const needed = figure(d, 'servono_mb')
      const left = figure(d, 'restano_mb')
      const amount =
        needed !== null && left !== null ? `: servono ${formatNumber(needed)} MB, ne restano ${formatNumber(left)}` : ''
      const done =
        d.scarico !== undefined || amount
          ? `Non c’è spazio per questa banca dati${amount}.`
          : 'Lo spazio sul dispositivo è finito: l’ultima modifica non è stata salvata.'
      return `${done} Libera spazio o elimina una banca dati che non usi.`
    },
    action: ['gestisci_spazio', 'riprova'],
  },
  INDEXEDDB_GENERIC_ERROR: {
    text: (d) =>
      d.azione === 'azzeramento'
        ? 'Non siamo riusciti ad azzerare le statistiche su questo dispositivo: livelli e preferite sono come prima. Riprova.'
        : d.archivio !== undefined
          ? 'L’archivio dei tuoi quiz su questo dispositivo ora non si apre. Ricarica la pagina; se succede ancora, riavvia il browser.'
          : d.disco === 'perso'
            ? 'Il browser ha tolto a questa pagina l’archivio dei tuoi quiz. Ricarica la pagina: quello che era già salvato c’è ancora.'
            : d.disco === 'lettura'
              ? 'Non siamo riusciti a leggere i tuoi quiz dal dispositivo. Riprova; se succede ancora, ricarica la pagina: all’apertura l’archivio si controlla e si ripara.'
              : 'Non siamo riusciti a salvare sul dispositivo. Quello che era già arrivato al server è al sicuro. Riprova.',
    action: ['riprova', 'ricarica'],
  },
  INDEXEDDB_LOW_SPACE: {
    topic: 'Spazio',
    text: (d) => {
      const left = figure(d, 'restano_mb')
      return left === null ? 'Lo spazio sta per finire.' : `Lo spazio sta per finire: restano ${formatNumber(left)} MB.`
    },
    action: ['gestisci_spazio', 'continua'],
  },
  WEBASSEMBLY_NOT_AVAILABLE: {
    text: (d) =>
      d.archivio !== undefined
        ? 'I tuoi quiz sono su questo dispositivo, ma per aprirli serve WebAssembly, che ora è spento. Riattivalo nelle impostazioni del browser e ricarica la pagina: non si è perso niente.'
        : 'Questo browser non usa WebAssembly: i quiz funzionano lo stesso, ma più lentamente. Per averli veloci attivalo nelle impostazioni, o usa un altro browser.',
    action: 'continua',
  },
  OPFS_NOT_AVAILABLE: {
    text: 'Questo browser qui è più lento a salvare, forse per una finestra privata o un indirizzo senza https. Salviamo lo stesso sul dispositivo; in una finestra privata, però, resta solo quello che è arrivato al server prima di chiuderla.',
    action: 'continua',
  },
  ARCHIVIO_RIPARATO: {
    text: (d) => {
      const missing = figure(d, 'mancanti') ?? 0
      const salve = figure(d, 'eventi')
      // Count events of every kind. A store that was gone or older was not damaged.
      const what =
        salve === null
          ? 'con quello che c’era'
          : salve === 0
            ? 'da capo: delle tue azioni qui non c’era più niente'
            : `con ${formatNumber(salve)} delle tue azioni, come risposte e preferite`
      const rifatto = `L’archivio su questo dispositivo non era più intero: l’abbiamo ricostruito ${what}`
      if (missing === 0)
        return `${rifatto}. Non devi fare nulla: quello che avevi già inviato torna dal server appena c’è rete.`
      const count =
        missing === 1 ? 'Ne manca 1: se era già inviata' : `Ne mancano ${formatNumber(missing)}: quelle già inviate`
      const back =
        missing === 1
          ? 'torna dal server appena c’è rete, altrimenti può essere persa'
          : 'tornano dal server appena c’è rete, le altre possono essere perse'
      return `${rifatto}. ${count} ${back}.`
    },
    action: 'continua',
    topic: 'Riparato',
  },
  ARCHIVIO_SVUOTATO: {
    text: 'Il browser ha cancellato l’archivio dei tuoi quiz da questo dispositivo: può farlo quando manca lo spazio, o dopo un guasto dei suoi file. Risposte, livelli, preferite, note e ricerche già inviate tornano dal server appena c’è rete. È perso quello che non era ancora stato inviato e quello che resta solo qui, come le banche dati tue. Le banche dati sono da scaricare di nuovo.',
    action: 'banche_dati',
    topic: 'Archivio vuoto',
  },
  BANCA_DANNEGGIATA: {
    text: (d) =>
      `Sul dispositivo il file ${d.banche ? `di ${d.banche}` : 'di una banca dati'} era danneggiato: lo scarichiamo di nuovo appena c’è rete, e i tuoi livelli sono salvi.`,
    action: ['continua', 'banche_dati'],
    topic: 'Riparato',
  },
  ARCHIVIO_OCCUPATO: {
    text: 'Idoneo è aperto in un’altra scheda, che adesso non risponde. Riprova tra un momento, oppure chiudila.',
    action: 'riprova',
  },
  ARCHIVIO_NON_APERTO: {
    text: 'L’archivio dei quiz su questo dispositivo non si è aperto. Le risposte salvate sono al sicuro. Riprova.',
    action: ['riprova', 'ricarica'],
  },
  USCITA_ALTROVE: {
    topic: 'Sei uscito',
    text: 'Hai chiuso la sessione da un’altra scheda. Accedi di nuovo quando vuoi riprendere.',
    action: 'accedi',
  },
  DATI_RIMASTI: {
    topic: 'Sei uscito',
    text: 'I dati di questo account sono ancora su questo dispositivo: per ora non è stato possibile toglierli. Per toglierli accedi di nuovo ed esci, oppure cancella i dati del sito dal browser: così si perde quello che non era ancora stato inviato.',
  },
  CONCORSO_NON_TROVATO: { text: 'Questa banca dati non esiste più o è stata spostata.', action: 'banche_dati' },
  CONCORSO_NOT_INITIALIZED: {
    text: 'Stiamo ancora preparando la banca dati. Attendi qualche secondo.',
    action: 'riprova',
  },
  ID_CONCORSO_NON_COINCIDE: {
    text: 'Hai aperto un’altra banca dati in una scheda diversa. Riapri quella che vuoi sincronizzare.',
    action: 'riapri',
  },
  CONCORSO_NON_TUO: {
    text: 'Questa banca dati non è tra le tue. Aggiungila per esercitarti.',
    action: 'banche_dati',
  },
  PERCORSO_NON_TROVATO: { text: 'Questa materia non esiste più o è stata spostata.', action: 'materie' },
  PERCORSO_NON_TUO: { text: 'Questa materia non è tra le tue. Aggiungila per esercitarti.', action: 'materie' },
  MISSING_REQUIRED_PARAM: {
    text: (_, fields) =>
      fields.length > 0
        ? `Manca un dato: ${fieldNames(fields)}.`
        : 'Manca un dato necessario. Ricarica la pagina e riprova.',
  },
  REMOTE_REQUEST_FAILED: {
    text: (d) =>
      d.azione === 'azzeramento'
        ? 'Il server non ha azzerato le statistiche, e qui non è cambiato niente. Riprova, oppure azzera solo questo dispositivo.'
        : 'Il server non risponde. Riprova tra poco: quello che è su questo dispositivo resta.',
    action: 'riprova',
  },
  INDEX_OUT_OF_BOUND: { text: 'Questa domanda non c’è nella prova. Vai avanti con le altre.', action: 'avanti' },
  DOMANDA_NON_TROVATA: {
    text: 'Questa domanda non c’è più nella banca dati: un aggiornamento l’ha tolta.',
    action: 'avanti',
  },
  GIA_RISPOSTA: {
    topic: 'Già fatta',
    text: 'A questa domanda hai già risposto in un’altra scheda: vale quella risposta, che ora vedi anche qui.',
  },
  SEGNO_NON_SCRITTO: {
    text: 'Le ultime risposte che hai segnato prima di uscire dalla prova potrebbero non essersi salvate. Controllale nella prova.',
  },
  IMPOSSIBILE_SELEZIONARE_RISPOSTA: { text: 'Non è possibile rispondere: la prova è in pausa o già consegnata.' },
  ESERCITAZIONE_NON_INIZIALIZZATA: {
    text: 'La prova non è pronta. Riparti dalla banca dati.',
    action: ['banca_dati', 'banche_dati'],
  },
  TIPO_ESERCITAZIONE_ERRATO: {
    text: 'La prova non è pronta. Riparti dalla banca dati.',
    action: ['banca_dati', 'banche_dati'],
  },
  NESSUNA_DOMANDA: {
    text: (d) =>
      d.figure === 'senza'
        ? 'Non ci sono domande senza figura tra quelle scelte. Togli il filtro sulle figure e riprova.'
        : 'Nessuna domanda corrisponde ai filtri. Togline uno e riprova.',
  },
  DOMANDE_NON_QUI: {
    text: 'Nessuna di queste domande è su questo dispositivo. Scarica la banca dati che le contiene e riprova.',
    action: 'banche_dati',
  },
  REGOLE_NON_LO_PERMETTONO: { text: 'Le regole di questa prova non lo permettono. Vai avanti da dove sei.' },
  SEZIONE_CHIUSA: { text: 'Quella sezione non è aperta: le sue risposte non si toccano. Vai avanti da dove sei.' },
  TROPPE_SIMULAZIONI: {
    text: (d) =>
      `In un giorno hai già cominciato ${figure(d, 'massimo') ?? 'molte'} simulazioni, il massimo. Finisci quelle aperte; una nuova si può cominciare ${wait(d)}.`,
  },
  TEMPO_SCADUTO: { text: 'Il tempo è finito: si consegna ciò che hai già risposto.' },
  IMMAGINE_NON_DISPONIBILE: {
    text: 'L’immagine di questa domanda non si è scaricata. Puoi rispondere lo stesso oppure riprovare con la rete.',
    action: 'riprova',
  },
  ENCODING_IMMAGINE_ERRATO: { text: 'L’immagine di questa domanda è danneggiata. Puoi rispondere lo stesso.' },
  TIPO_IMMAGINE_ERRATO: {
    text: 'L’immagine di questa domanda ha un formato che non mostriamo. Puoi rispondere lo stesso.',
  },
  RATE_LIMIT_EXCEEDED: { text: (d) => `Troppe richieste in poco tempo. Riprova ${wait(d)}.` },
  PACCHETTO_CORROTTO: {
    text: 'La banca dati scaricata era danneggiata e l’abbiamo scartata. Scaricala di nuovo: i tuoi livelli restano.',
    action: 'scarica',
  },
  PACCHETTO_SCADUTO: {
    text: 'L’indirizzo per scaricare questa banca dati è scaduto. Riprova: ne chiediamo uno nuovo.',
    action: 'scarica',
  },
  DOWNLOAD_INTERROTTO: {
    text: (d) => {
      const p = figure(d, 'percentuale')
      return `La connessione si è interrotta${p === null ? '' : ` ${withArticolo('al', formatNumber(p))}%`}. Riprendiamo da dove eri.`
    },
    action: 'riprova',
  },
  DOWNLOAD_ANNULLATO: { text: 'Download annullato. Puoi riprenderlo quando vuoi da «Banche dati».' },
  COPIE_TROPPO_GRANDI: {
    topic: 'SQL',
    text: (d) => {
      const needed = figure(d, 'servono_mb')
      const limit = figure(d, 'limite_mb')
      const amount = needed !== null && limit !== null ? ` (${formatNumber(needed)} MB su ${formatNumber(limit)})` : ''
      return `Le copie da interrogare sono troppo grandi${amount}. Togli una banca dati e riprova.`
    },
  },
  ...toolErrors,
  SESSIONE_SCADUTA: {
    text: 'La sessione è finita. Accedi di nuovo: le tue risposte sono salve su questo dispositivo.',
    action: 'accedi',
  },
  TOKEN_NON_VALIDO: {
    text: 'La sessione non è più valida. Accedi di nuovo: le tue risposte sono salve su questo dispositivo.',
    action: 'accedi',
  },
  DISPOSITIVO_DISCONNESSO: {
    topic: 'Dispositivo',
    text: 'Questo dispositivo è stato scollegato dal tuo account. Accedi di nuovo: le tue risposte sono salve qui.',
    action: 'accedi',
  },
  ACCOUNT_DISABILITATO: {
    text: 'Questo account non è attivo. Scrivi all’assistenza: le tue risposte restano su questo dispositivo.',
  },
  ACCESSO_FALLITO: {
    text: (d) => (d.rete ? `${ACCESSO}: manca la connessione. Riprova con la rete.` : `${ACCESSO}. Riprova tra poco.`),
    action: 'riprova',
  },
  CREDENZIALI_ERRATE: { text: validationText.CREDENZIALI_ERRATE },
  UTENTE_NON_TROVATO: { text: validationText.UTENTE_NON_TROVATO },
  EMAIL_GIA_IN_USO: { text: validationText.EMAIL_GIA_IN_USO },
  EMAIL_NON_VERIFICATA: { text: 'Conferma prima la tua e-mail: apri il link che ti abbiamo inviato.' },
  TROPPI_DISPOSITIVI: {
    topic: 'Limite dispositivi',
    text: (d) => {
      const days = figure(d, 'giorni')
      const when =
        days === null
          ? 'negli ultimi 7 giorni o nell’ultimo mese'
          : days > 7
            ? 'nell’ultimo mese'
            : `negli ultimi ${formatNumber(days)} giorni`
      return `Hai già usato troppi dispositivi ${when}. Accedi da uno che usi già oppure scrivi all’assistenza.`
    },
  },
  DISPOSITIVO_MOBILE_ATTIVO: {
    topic: 'Limite dispositivi',
    text: 'Il tuo account è già in uso su un altro telefono. Esci da quello, poi accedi qui.',
  },
  LINK_SCADUTO: { text: 'Questo link è scaduto o è già stato usato. Chiedine uno nuovo.' },
  ...accountErrors,
  DEMO_ESAURITA: {
    topic: 'Demo',
    text: (d) => {
      const limit = figure(d, 'limite') ?? figure(d, 'quiz_limite')
      return `Il tuo account non è abilitato al download, demo o premium esaurita: hai già ricevuto ${limit === null ? 'tutti i quiz previsti' : `${formatNumber(limit)} quiz`}. Quelli che hai restano tuoi.`
    },
    action: 'premium',
  },
  PREMIUM_SCADUTO: {
    topic: 'Premium',
    text: 'Il tuo account non è abilitato al download, demo o premium esaurita: il tuo Premium è scaduto. I quiz che hai restano tuoi.',
    action: 'premium',
  },
  PREMIUM_RICHIESTO: {
    topic: 'Premium',
    text: (d) => `${PREMIUM_FUNCTIONS[String(d.funzione)] ?? 'Questa funzione è compresa in Premium'}.${beyondPlan(d)}`,
    action: 'premium',
  },
  SPIEGAZIONE_ASSENTE: { text: 'Per questa domanda non c’è ancora una spiegazione.' },
  VIETATO: { text: 'Il tuo account non può fare questa operazione.' },
  RICHIESTA_NON_VALIDA: {
    text: (_, fields) =>
      fields.length > 0
        ? `Controlla: ${fieldNames(fields)}.`
        : 'Qualcosa nei dati inviati non va. Controllali e riprova.',
  },
  RISPOSTA_NON_VALIDA: {
    text: 'Il server ha risposto in modo inatteso. Ricarica la pagina; se succede ancora, riprova più tardi.',
    action: 'ricarica',
  },
  NON_TROVATO: { text: 'Quello che cercavi non esiste più. Torna indietro e riprova.' },
  METODO_NON_AMMESSO: { text: 'Il server non ha accettato la richiesta. Ricarica la pagina.', action: 'ricarica' },
  CORPO_TROPPO_GRANDE: {
    text: 'Sono troppi dati in una volta e il server non li ha presi. Accorcia quello che hai scritto e riprova.',
  },
  FORMATO_NON_AMMESSO: {
    text: 'Il server non ha accettato il formato dei dati. Ricarica la pagina.',
    action: 'ricarica',
  },
  SERVIZIO_NON_PRONTO: {
    text: (d) => `Il server sta partendo o è molto occupato. Riprova ${wait(d)}.`,
    action: 'riprova',
  },
  ERRORE_INTERNO: {
    text: 'Il server ha avuto un problema. Riprova tra poco: quello che è su questo dispositivo resta.',
    action: 'riprova',
  },
  RETE_ASSENTE: {
    text: 'Manca la connessione. Quello che hai scaricato funziona lo stesso; per il resto riprova con la rete.',
    action: 'riprova',
  },
  OROLOGIO_ERRATO: {
    topic: 'Orologio',
    text: (d) => {
      const minutes = figure(d, 'minuti')
      const amount = minutes === null ? '' : ` (di ${spokenTime(minutes * 60_000)})`
      return `Data o ora di questo dispositivo non sono esatte${amount}: la sincronizzazione potrebbe sbagliare. Imposta l’ora automatica.`
    },
  },
  OROLOGIO_SERVER: {
    topic: 'Orologio',
    text: 'L’orologio del server non è esatto, e per ora non prende risposte. Le tue restano su questo dispositivo e partiranno da sole.',
    action: 'riprova',
  },
  FILE_RIFIUTATO: { text: 'Il file è stato rifiutato e non è cambiato niente.' },
}

/** Message of a code from a newer page: another tab may run one. */
const UNKNOWN: ErrorMessage = {
  text: 'C’è un avviso che questa pagina, aperta da tempo, non conosce. Ricaricala.',
  action: 'ricarica',
}

/** The sentence, the chip and the ways out of a failure, for the dialog or for a line on the page. */
export function errorMessage(error: Failure): { text: string; topic: string | null; actions: readonly ErrorAction[] } {
  const { text, action, topic } = (MESSAGES as Partial<Record<string, ErrorMessage>>)[error.codice] ?? UNKNOWN
  return {
    text: typeof text === 'string' ? text : text(error.dati ?? {}, error.campi ?? []),
    topic: topic ?? null,
    actions: action === undefined ? ['ho_capito'] : typeof action === 'string' ? [action] : action,
  }
}
