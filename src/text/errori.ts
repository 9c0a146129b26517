import type { Codice } from '#contract/errori'
import type { Failure } from '#contract/result'
import { elenco, numero, quanti } from './formati.ts'

/** Ways out of an error. What each one does is decided where the dialog is shown. */
export type Azione =
  | 'ho_capito'
  | 'riprova'
  | 'continua'
  | 'gestisci_spazio'
  | 'banche_dati'
  | 'banca_dati'
  | 'riapri'
  | 'avanti'
  | 'accedi'
  | 'scarica'
  | 'profilo'
  | 'ricarica'

export const azioni: { titolo: string; voci: Record<Azione, string> } = {
  titolo: 'Attenzione',
  voci: {
    ho_capito: 'Ho capito',
    riprova: 'Riprova',
    continua: 'Continua',
    gestisci_spazio: 'Gestisci spazio',
    banche_dati: 'Torna alle banche dati',
    banca_dati: 'Vai alla banca dati',
    riapri: 'Riapri',
    avanti: 'Avanti',
    accedi: 'Accedi',
    scarica: 'Scarica di nuovo',
    profilo: 'Apri il profilo',
    ricarica: 'Ricarica la pagina',
  },
}

type Dati = Readonly<Record<string, string | number>>
type Frase = {
  /** What happened and what to do next, in this order. */
  testo: string | ((dati: Dati, campi: readonly string[]) => string)
  azione?: Azione | readonly Azione[]
  /** One or two words for the chip above the title. */
  tema?: string
}

const cifra = (dati: Dati, nome: string): number | null => {
  const n = Number(dati[nome])
  return dati[nome] === undefined || Number.isNaN(n) ? null : n
}
const attesa = (dati: Dati): string => {
  const s = cifra(dati, 'secondi')
  if (s === null) return 'tra qualche minuto'
  return s < 90
    ? `tra ${quanti(Math.ceil(s), 'secondo', 'secondi')}`
    : `tra ${quanti(Math.ceil(s / 60), 'minuto', 'minuti')}`
}

/** Names of wire fields for a person; one that is not here is shown as it is. */
const NOMI_CAMPI: Record<string, string> = {
  username: 'e-mail',
  email: 'e-mail',
  email_comunicazioni: 'e-mail',
  password: 'password',
  flag_privacy: 'consenso ai termini',
  id_concorso: 'banca dati',
  id_domanda: 'domanda',
  id_user: 'utente',
  rcode: 'motivo',
}
const nomi = (campi: readonly string[]) =>
  elenco([...new Set(campi.map((c) => NOMI_CAMPI[c.split('.').at(-1) ?? c] ?? c))])

const ACCESSO = 'Si è verificato un errore durante il tentativo di accesso'

/** The sentence of every code of the catalogue: a code without one does not compile (spec §8, ui.md §3.7). */
const FRASI: Record<Codice, Frase> = {
  INDEXEDDB_NOT_AVAILABLE: {
    testo: (d) =>
      d.archivio !== undefined
        ? 'I tuoi quiz sono su questo dispositivo, ma ora il browser non apre il loro archivio: forse questa è una finestra privata. Apri Idoneo in una finestra normale: non si è perso niente.'
        : `Questo browser non permette di salvare i quiz, forse per la navigazione privata. Aprilo in una finestra normale.${d.gradino === undefined ? '' : ' Qui puoi esercitarti lo stesso, ma non si salva nulla: quando chiudi la pagina resta solo quello che si è sincronizzato.'}`,
  },
  INDEXEDDB_NOT_ENOUGH_SPACE: {
    tema: 'Spazio',
    testo: (d) => {
      const servono = cifra(d, 'servono_mb')
      const restano = cifra(d, 'restano_mb')
      const quanto =
        servono !== null && restano !== null ? `: servono ${numero(servono)} MB, ne restano ${numero(restano)}` : ''
      const fatto =
        d.scarico !== undefined || quanto
          ? `Non c’è spazio per questa banca dati${quanto}.`
          : 'Lo spazio sul dispositivo è finito: l’ultima modifica non è stata salvata.'
      return `${fatto} Libera spazio o elimina una banca dati che non usi.`
    },
    azione: 'gestisci_spazio',
  },
  INDEXEDDB_GENERIC_ERROR: {
    testo: (d) =>
      d.archivio !== undefined
        ? 'L’archivio dei tuoi quiz su questo dispositivo ora non si apre. Ricarica la pagina; se succede ancora, riavvia il browser.'
        : d.disco === 'perso'
          ? 'Il browser ha tolto a questa pagina l’archivio dei tuoi quiz. Ricarica la pagina: quello che era già salvato c’è ancora.'
          : d.disco === 'lettura'
            ? 'Non siamo riusciti a leggere i tuoi quiz dal dispositivo. Riprova; se succede ancora, ricarica la pagina: all’apertura l’archivio si controlla e si ripara.'
            : 'Non siamo riusciti a salvare sul dispositivo. I tuoi progressi nel cloud sono al sicuro. Riprova.',
    azione: ['riprova', 'ricarica'],
  },
  INDEXEDDB_LOW_SPACE: {
    tema: 'Spazio',
    testo: (d) => {
      const restano = cifra(d, 'restano_mb')
      return restano === null ? 'Lo spazio sta per finire.' : `Lo spazio sta per finire: restano ${numero(restano)} MB.`
    },
    azione: ['gestisci_spazio', 'continua'],
  },
  WEBASSEMBLY_NOT_AVAILABLE: {
    testo: (d) =>
      d.archivio !== undefined
        ? 'I tuoi quiz sono su questo dispositivo, ma per aprirli serve WebAssembly, che ora è spento. Riattivalo nelle impostazioni del browser e ricarica la pagina: non si è perso niente.'
        : 'Questo browser non usa WebAssembly: i quiz funzionano lo stesso, ma più lentamente. Per averli veloci attivalo nelle impostazioni, o usa un altro browser.',
    azione: 'continua',
  },
  OPFS_NOT_AVAILABLE: {
    testo:
      'Qui l’archivio veloce non c’è, forse per una finestra privata o un indirizzo senza https. Salviamo lo stesso sul dispositivo; in una finestra privata, però, resta solo quello che si è sincronizzato prima di chiuderla.',
    azione: 'continua',
  },
  ARCHIVIO_RIPARATO: {
    testo: (d) => {
      const mancanti = cifra(d, 'mancanti') ?? 0
      const salve = cifra(d, 'eventi')
      // Events of every kind, and a store that was gone or older was not damaged.
      const cosa =
        salve === null
          ? 'con quello che c’era'
          : salve === 0
            ? 'da capo: delle tue azioni qui non c’era più niente'
            : `con ${numero(salve)} delle tue azioni, come risposte e preferiti`
      const rifatto = `L’archivio su questo dispositivo non era più intero: l’abbiamo ricostruito ${cosa}`
      if (mancanti === 0)
        return `${rifatto}. Non devi fare nulla: quello che avevi già inviato torna dal server appena c’è rete.`
      const quante =
        mancanti === 1 ? 'Ne manca 1: se era già inviata' : `Ne mancano ${numero(mancanti)}: quelle già inviate`
      const torna =
        mancanti === 1
          ? 'torna dal server appena c’è rete, altrimenti può essere persa'
          : 'tornano dal server appena c’è rete, le altre possono essere perse'
      return `${rifatto}. ${quante} ${torna}.`
    },
    azione: 'continua',
    tema: 'Riparato',
  },
  ARCHIVIO_SVUOTATO: {
    testo:
      'Il browser ha cancellato l’archivio dei tuoi quiz da questo dispositivo: può farlo quando manca lo spazio, o dopo un guasto dei suoi file. Risposte, livelli e preferiti già inviati tornano dal server appena c’è rete. È perso quello che non era ancora stato inviato e quello che resta solo qui, come note, filtri salvati ed esercitazioni a metà. Le banche dati sono da scaricare di nuovo.',
    azione: 'banche_dati',
    tema: 'Archivio vuoto',
  },
  BANCA_DANNEGGIATA: {
    testo: (d) =>
      `Sul dispositivo il file ${d.banche ? `di ${d.banche}` : 'di una banca dati'} era danneggiato: lo scarichiamo di nuovo appena c’è rete, e i tuoi livelli sono salvi.`,
    azione: ['continua', 'banche_dati'],
    tema: 'Riparato',
  },
  ARCHIVIO_OCCUPATO: {
    testo: 'Idoneo è aperto in un’altra scheda, che adesso non risponde. Riprova tra un momento, oppure chiudila.',
    azione: 'riprova',
  },
  ARCHIVIO_NON_APERTO: {
    testo: 'L’archivio dei quiz su questo dispositivo non si è aperto. Le risposte salvate sono al sicuro. Riprova.',
    azione: ['riprova', 'ricarica'],
  },
  USCITA_ALTROVE: {
    tema: 'Sei uscito',
    testo: 'Hai chiuso la sessione da un’altra scheda. Accedi di nuovo quando vuoi riprendere.',
    azione: 'accedi',
  },
  DATI_RIMASTI: {
    tema: 'Sei uscito',
    testo:
      'I dati di questo account sono ancora su questo dispositivo: per ora non è stato possibile toglierli. Per toglierli accedi di nuovo ed esci, oppure cancella i dati del sito dal browser: così si perde quello che non era ancora stato inviato.',
  },
  CONCORSO_NON_TROVATO: { testo: 'Questa banca dati non esiste più o è stata spostata.', azione: 'banche_dati' },
  CONCORSO_NOT_INITIALIZED: {
    testo: 'Stiamo ancora preparando la banca dati. Attendi qualche secondo.',
    azione: 'riprova',
  },
  ID_CONCORSO_NON_COINCIDE: {
    testo: 'Hai aperto un’altra banca dati in una scheda diversa. Riapri quella che vuoi sincronizzare.',
    azione: 'riapri',
  },
  CONCORSO_NON_TUO: {
    testo: 'Questa banca dati non è tra le tue. Aggiungila per esercitarti.',
    azione: 'banche_dati',
  },
  MISSING_REQUIRED_PARAM: {
    testo: (_, campi) =>
      campi.length > 0 ? `Manca un dato: ${nomi(campi)}.` : 'Manca un dato necessario. Ricarica la pagina e riprova.',
  },
  REMOTE_REQUEST_FAILED: {
    testo: 'Il server non risponde. Quello che hai fatto è salvato qui e lo inviamo più tardi.',
    azione: 'riprova',
  },
  INDEX_OUT_OF_BOUND: { testo: 'Questa domanda non c’è più nella prova. Passiamo alla successiva.', azione: 'avanti' },
  DOMANDA_NON_TROVATA: { testo: 'Questa domanda non c’è più nella prova. Passiamo alla successiva.', azione: 'avanti' },
  GIA_RISPOSTA: {
    tema: 'Già fatta',
    testo: 'A questa domanda hai già risposto in un’altra scheda: vale quella risposta, che ora vedi anche qui.',
  },
  SEGNO_NON_SCRITTO: {
    testo:
      'Le ultime risposte che hai segnato prima di uscire dalla prova potrebbero non essersi salvate. Controllale nella prova.',
  },
  IMPOSSIBILE_SELEZIONARE_RISPOSTA: { testo: 'Non è possibile rispondere: la prova è in pausa o già consegnata.' },
  ESERCITAZIONE_NON_INIZIALIZZATA: {
    testo: 'La prova non è pronta. Riparti dalla banca dati.',
    azione: ['banca_dati', 'banche_dati'],
  },
  TIPO_ESERCITAZIONE_ERRATO: {
    testo: 'La prova non è pronta. Riparti dalla banca dati.',
    azione: ['banca_dati', 'banche_dati'],
  },
  NESSUNA_DOMANDA: { testo: 'Nessuna domanda corrisponde ai filtri. Togline uno e riprova.' },
  DOMANDE_NON_QUI: {
    testo: 'Nessuna di queste domande è su questo dispositivo. Scarica la banca dati che le contiene e riprova.',
    azione: 'banche_dati',
  },
  REGOLE_NON_LO_PERMETTONO: { testo: 'Le regole di questa prova non lo permettono. Vai avanti da dove sei.' },
  SEZIONE_CHIUSA: { testo: 'Quella sezione non è aperta: le sue risposte non si toccano. Vai avanti da dove sei.' },
  TEMPO_SCADUTO: { testo: 'Il tempo è finito: si consegna ciò che hai già risposto.' },
  IMMAGINE_NON_DISPONIBILE: {
    testo: 'L’immagine di questa domanda non si è scaricata. Puoi rispondere lo stesso oppure riprovare con la rete.',
    azione: 'riprova',
  },
  ENCODING_IMMAGINE_ERRATO: { testo: 'L’immagine di questa domanda è danneggiata. Puoi rispondere lo stesso.' },
  TIPO_IMMAGINE_ERRATO: {
    testo: 'L’immagine di questa domanda ha un formato che non mostriamo. Puoi rispondere lo stesso.',
  },
  RATE_LIMIT_EXCEEDED: { testo: (d) => `Troppe richieste in poco tempo. Riprova ${attesa(d)}.` },
  PACCHETTO_CORROTTO: {
    testo: 'La banca dati scaricata era danneggiata e l’abbiamo scartata. Scaricala di nuovo: i tuoi livelli restano.',
    azione: 'scarica',
  },
  PACCHETTO_SCADUTO: {
    testo: 'L’indirizzo per scaricare questa banca dati è scaduto. Riprova: ne chiediamo uno nuovo.',
    azione: 'scarica',
  },
  DOWNLOAD_INTERROTTO: {
    testo: (d) => {
      const p = cifra(d, 'percentuale')
      return `La connessione si è interrotta${p === null ? '' : ` al ${numero(p)}%`}. Riprendiamo da dove eri.`
    },
    azione: 'riprova',
  },
  DOWNLOAD_ANNULLATO: { testo: 'Download annullato. Puoi riprenderlo quando vuoi da «Banche dati».' },
  COPIE_TROPPO_GRANDI: {
    tema: 'SQL',
    testo: (d) => {
      const servono = cifra(d, 'servono_mb')
      const limite = cifra(d, 'limite_mb')
      const quanto = servono !== null && limite !== null ? ` (${numero(servono)} MB su ${numero(limite)})` : ''
      return `Le copie da interrogare sono troppo grandi${quanto}. Togli una banca dati e riprova.`
    },
  },
  SQL_NON_APERTA: {
    tema: 'SQL',
    testo: 'La finestra SQL non si è aperta su questo browser. Le tue risposte sono al sicuro. Riprova.',
    azione: 'riprova',
  },
  SQL_VUOTA: { tema: 'SQL', testo: 'Scrivi un’interrogazione oppure parti da un esempio.' },
  SQL_UN_COMANDO: { tema: 'SQL', testo: 'Qui si esegue un comando alla volta. Lasciane uno solo e riprova.' },
  SQL_SOLO_LETTURA: {
    tema: 'SQL',
    testo: 'Qui si può solo leggere: i tuoi dati restano come sono. Comincia con SELECT o WITH.',
  },
  SQL_ERRATA: {
    tema: 'SQL',
    testo: (d) => `SQLite risponde «${d.messaggio ?? 'errore sconosciuto'}». Correggi l’interrogazione e riprova.`,
  },
  SQL_ANNULLATA: { tema: 'SQL', testo: 'Interrogazione annullata: non è cambiato niente.' },
  SESSIONE_SCADUTA: {
    testo: 'La sessione è finita. Accedi di nuovo: le tue risposte sono salve su questo dispositivo.',
    azione: 'accedi',
  },
  TOKEN_NON_VALIDO: {
    testo: 'La sessione non è più valida. Accedi di nuovo: le tue risposte sono salve su questo dispositivo.',
    azione: 'accedi',
  },
  DISPOSITIVO_DISCONNESSO: {
    tema: 'Dispositivo',
    testo: 'Questo dispositivo è stato scollegato dal tuo account. Accedi di nuovo: le tue risposte sono salve qui.',
    azione: 'accedi',
  },
  ACCOUNT_DISABILITATO: {
    testo: 'Questo account non è attivo. Scrivi all’assistenza: le tue risposte restano su questo dispositivo.',
  },
  ACCESSO_FALLITO: { testo: `${ACCESSO}. Riprova tra poco.`, azione: 'riprova' },
  CREDENZIALI_ERRATE: { testo: 'E-mail o password non corrispondono a nessun account. Controlla e riprova.' },
  UTENTE_NON_TROVATO: { testo: 'Non esiste un account con questo indirizzo. Controllalo oppure registrati.' },
  EMAIL_GIA_IN_USO: { testo: 'Questa e-mail è già usata da un altro account. Accedi oppure scegline un’altra.' },
  EMAIL_NON_VERIFICATA: { testo: 'Conferma prima la tua e-mail: apri il link che ti abbiamo inviato.' },
  TROPPI_DISPOSITIVI: {
    tema: 'Limite dispositivi',
    testo: (d) => {
      const giorni = cifra(d, 'giorni')
      const quando =
        giorni === null
          ? 'negli ultimi 7 giorni o nell’ultimo mese'
          : giorni > 7
            ? 'nell’ultimo mese'
            : `negli ultimi ${numero(giorni)} giorni`
      return `Hai già usato troppi dispositivi ${quando}. Accedi da uno che usi già oppure scrivi all’assistenza.`
    },
  },
  DISPOSITIVO_MOBILE_ATTIVO: {
    tema: 'Limite dispositivi',
    testo: 'Il tuo account è già in uso su un altro telefono. Esci da quello, poi accedi qui.',
  },
  ALTRO_SOCIAL: { testo: 'Questa e-mail è collegata a un altro accesso social. Usa quello della tua registrazione.' },
  VECCHIA_PASSWORD_ERRATA: { testo: 'La vecchia password non è corretta. Controllala e riprova.' },
  LINK_SCADUTO: { testo: 'Questo link è scaduto o è già stato usato. Chiedine uno nuovo.' },
  DEMO_ESAURITA: {
    tema: 'Demo',
    testo: (d) => {
      const limite = cifra(d, 'limite') ?? cifra(d, 'quiz_limite')
      return `Il tuo account non è abilitato al download, demo o premium esaurita: hai già ricevuto ${limite === null ? 'tutti i quiz previsti' : `${numero(limite)} quiz`}. Quelli che hai restano tuoi.`
    },
  },
  PREMIUM_SCADUTO: {
    tema: 'Premium',
    testo:
      'Il tuo account non è abilitato al download, demo o premium esaurita: il tuo Premium è scaduto. I quiz che hai restano tuoi.',
  },
  PREMIUM_RICHIESTO: { tema: 'Premium', testo: 'Questa funzione è compresa in Premium.' },
  SPIEGAZIONE_ASSENTE: { testo: 'Per questa domanda non c’è ancora una spiegazione.' },
  VIETATO: { testo: 'Il tuo account non può fare questa operazione.' },
  RICHIESTA_NON_VALIDA: {
    testo: (_, campi) =>
      campi.length > 0 ? `Controlla: ${nomi(campi)}.` : 'Qualcosa nei dati inviati non va. Controllali e riprova.',
  },
  RISPOSTA_NON_VALIDA: {
    testo: 'Il server ha risposto in modo inatteso. Ricarica la pagina; se succede ancora, riprova più tardi.',
    azione: 'ricarica',
  },
  NON_TROVATO: { testo: 'Quello che cercavi non esiste più. Torna indietro e riprova.' },
  METODO_NON_AMMESSO: { testo: 'Il server non ha accettato la richiesta. Ricarica la pagina.', azione: 'ricarica' },
  CORPO_TROPPO_GRANDE: {
    testo: 'I dati inviati sono troppi in una volta. Riprova: li mandiamo in più parti.',
    azione: 'riprova',
  },
  FORMATO_NON_AMMESSO: {
    testo: 'Il server non ha accettato il formato dei dati. Ricarica la pagina.',
    azione: 'ricarica',
  },
  NON_DISPONIBILE: { testo: 'Questa funzione non è ancora attiva su questo server.' },
  SERVIZIO_NON_PRONTO: {
    testo: (d) => `Il server sta partendo o è molto occupato. Riprova ${attesa(d)}.`,
    azione: 'riprova',
  },
  ERRORE_INTERNO: {
    testo: 'Il server ha avuto un problema. Quello che hai fatto è salvato qui. Riprova tra poco.',
    azione: 'riprova',
  },
  RETE_ASSENTE: {
    testo: 'Manca la connessione. Quello che hai scaricato funziona lo stesso; per il resto riprova con la rete.',
    azione: 'riprova',
  },
  OROLOGIO_ERRATO: {
    tema: 'Orologio',
    testo: (d) => {
      const minuti = cifra(d, 'minuti')
      const quanto = minuti === null ? '' : ` (di ${quanti(minuti, 'minuto', 'minuti')})`
      return `Data o ora di questo dispositivo non sono esatte${quanto}: la sincronizzazione potrebbe sbagliare. Imposta l’ora automatica.`
    },
  },
  FILE_RIFIUTATO: { testo: 'Il file è stato rifiutato e non è cambiato niente.' },
}

/** Of a code that a newer page made: another tab may be one. */
const IGNOTO: Frase = {
  testo: 'C’è un avviso che questa pagina, aperta da tempo, non conosce. Ricaricala.',
  azione: 'ricarica',
}

/** The sentence, the chip and the ways out of a failure, for the dialog or for a line on the page. */
export function fraseErrore(guasto: Failure): { testo: string; tema: string | null; azioni: readonly Azione[] } {
  const { testo, azione, tema } = (FRASI as Partial<Record<string, Frase>>)[guasto.codice] ?? IGNOTO
  return {
    testo: typeof testo === 'string' ? testo : testo(guasto.dati ?? {}, guasto.campi ?? []),
    tema: tema ?? null,
    azioni: azione === undefined ? ['ho_capito'] : typeof azione === 'string' ? [azione] : azione,
  }
}
