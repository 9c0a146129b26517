import { formatCount, formatNumber } from '../../text/formats.ts'
import { shellText } from '../../text/shell.ts'

const seconds = new Intl.NumberFormat('it-IT', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const rows = (n: number) => formatCount(n, 'riga', 'righe')

/** Texts of the SQL window. */
export const sqlText = {
  titolo: shellText.sql,
  sotto: 'Interroga le tue domande e le tue risposte. Qui si legge soltanto: non puoi rovinare niente.',
  editor: 'Interrogazione',
  editor_aiuto: 'Ctrl o Cmd + Invio esegue.',
  invio: 'Invio',
  esegui: 'Esegui',
  annulla: 'Annulla',
  in_corso: (ms: number) => `In corso da ${seconds.format(ms / 1000)} s`,
  in_corso_detto: 'Interrogazione in corso',
  copio: 'Preparo le copie da interrogare',
  copiate: (now: string) => `Lavori su copie fatte alle ${now}.`,
  aggiorna: 'Aggiorna le copie',
  non_aperta: 'La finestra SQL non si è aperta',
  senza_wasm: 'Ha bisogno di WebAssembly, che questo browser non usa. Il resto di Idoneo funziona lo stesso.',
  posto: (row: number, column: number) => `Riga ${formatNumber(row)}, colonna ${formatNumber(column)}.`,
  rifiutata: 'L’interrogazione non è partita',
  annullata: 'Annullata',

  risultato: 'Risultato',
  righe: rows,
  in_ms: (ms: number) =>
    ms < 1000 ? `in ${formatNumber(Math.max(1, Math.round(ms)))} ms` : `in ${seconds.format(ms / 1000)} s`,
  tagliato_righe: (n: number) => `Sono le prime ${rows(n)}: ce ne sono altre. Aggiungi LIMIT o filtra di più.`,
  tagliato_testo: (n: number) =>
    n === 0
      ? 'La prima riga è troppo lunga da mostrare: scegli meno colonne.'
      : `Sono le prime ${rows(n)}: le altre contengono troppo testo. Scegli meno colonne.`,
  nessuna: 'Nessuna riga',
  nessuna_testo: 'L’interrogazione è giusta, ma nessun dato corrisponde.',
  csv: 'Scarica CSV',
  csv_nome: (giorno: string) => `idoneo-interrogazione-${giorno}.csv`,
  csv_fatto: (n: number) => `CSV scaricato: ${rows(n)}.`,
  esercitati: (n: number) => `Esercitati con ${n === 1 ? 'questa' : 'queste'} (${formatNumber(n)})`,
  non_qui: (n: number) =>
    `${formatCount(n, 'domanda non è', 'domande non sono')} su questo dispositivo: ti eserciti con le altre.`,
  tabella: 'Righe del risultato',
  riga: (n: number) => `Riga ${formatNumber(n)}`,
  apri_riga: (n: number) => `Apri la riga ${formatNumber(n)}`,
  nulla: 'NULL',
  blob: (byte: number) => `BLOB di ${formatNumber(byte)} byte`,
  ordina: (column: string) => `Ordina per ${column}`,
  grafico: (prima: string, seconda: string) => `${seconda} per ${prima}`,
  grafico_prime: (n: number) => `Il grafico mostra le prime ${rows(n)}.`,

  banche: 'Banche dati incluse',
  banche_aiuto: 'Le tue risposte ci sono sempre. Aggiungi le banche dati di cui ti servono le domande.',
  banche_nessuna: 'Su questo dispositivo non c’è ancora una banca dati.',
  totale: (amount: string, limit: string) => `In tutto ${amount} su ${limit}.`,
  troppo: (limit: string) => `Troppo: il massimo è ${limit}. Togli una banca dati.`,
  troppe: (n: number) => `Al massimo ${formatNumber(n)} banche dati insieme.`,

  esempi: 'Esempi pronti',
  esempi_aiuto: 'Toccane uno: lo scrive e lo esegue.',
  schema: 'Tabelle e colonne',
  schema_aiuto:
    'Tocca un nome per inserirlo dove stai scrivendo. normalizza(testo) lo dà in minuscolo, senza accenti né virgolette.',
  inserisci: (name: string) => `Inserisci ${name}`,
  storia: 'Ultime interrogazioni',
  storia_aiuto: 'Restano su questo dispositivo.',
  svuota: 'Dimenticale',
}

export const SQL_EXAMPLES = [
  ['sbagliate', 'Sbagliate tre volte o più'],
  ['errori', 'Materie con più errori'],
  ['tempo', 'Materie per tempo perso sugli errori'],
  ['mai_viste', 'Mai viste, per materia'],
  ['giorni', 'Risposte al giorno'],
  ['livelli', 'Livelli per banca dati'],
  ['doppioni', 'Doppioni tra due banche dati'],
  ['dimenticate', 'Sapute e poi sbagliate'],
  ['lettera', 'Dove sta la risposta corretta'],
] as const
export type SqlExample = (typeof SQL_EXAMPLES)[number][0]

type SchemaTable = { cosa: string; colonne: Record<string, string> }

const DOMANDA = 'Numero unico della domanda'
const BANCA = 'Numero della banca dati'
const NOME_BANCA = 'Nome della banca dati'
const MATERIA = 'Numero della materia'
const POSTO = 'Posto nella banca ufficiale, da 1'
const LIVELLO = '-99 non risposta, -2 non la sai, -1 ripetila, 0 quasi, 1 la sai'
const QUANDO = 'Data e ora, ISO 8601'
const DATI = 'Particolari, in JSON'

const STATISTICA: Record<string, string> = {
  id_domanda: DOMANDA,
  id_concorso: BANCA,
  id_materia: MATERIA,
  indice_uff: POSTO,
  has_image: '1 se ha un’immagine',
  has_risposta: '1 se ha una risposta corretta, ufficiale o tua',
  livello_conoscenza: LIVELLO,
  preferiti: '1 se è tra le preferite',
  risposta_gettonata: 'La tua ultima risposta, da 1 a 5',
  data_eseguita: 'Ultimo cambiamento',
  modalita: 'ESEGUITA, LETTA o ASCOLTATA',
  sincronizzata: '1 inviata al server, 0 da inviare',
  data_livello: 'Ultimo cambio di livello',
  data_preferiti: 'Ultimo cambio tra le preferite',
  data_letta: 'Ultima lettura',
  data_ascoltata: 'Ultimo ascolto',
}

/** Meanings of tables and columns. A column missing here shows only its name and type. */
export const SQL_SCHEMA: Record<string, SchemaTable> = {
  domande: {
    cosa: 'Tutte le domande delle banche incluse.',
    colonne: {
      id_domanda: DOMANDA,
      id_concorso: BANCA,
      concorso: NOME_BANCA,
      indice_uff: POSTO,
      id_ufficiale: 'Numero stampato dall’ente',
      id_materia: MATERIA,
      materia: 'Nome della materia',
      testo: 'Testo della domanda',
      risposta1: 'Prima risposta, come stampata',
      risposta2: 'Seconda risposta',
      risposta3: 'Terza risposta, se c’è',
      risposta4: 'Quarta risposta, se c’è',
      risposta5: 'Quinta risposta, se c’è',
      corretta: 'Risposta corretta, da 1 a 5; NULL se non è nota',
      punti: 'Millesimi per risposta nelle situazionali, in JSON',
      chiave: 'Da dove viene: ufficiale, redazione o assente',
      stato: 'valida, contestata o annullata',
      immagine: 'File dell’immagine',
      argomenti: 'Argomenti collegati, in JSON',
    },
  },
  statistiche: {
    cosa: 'Come stai su ogni domanda, anche su quelle mai viste.',
    colonne: STATISTICA,
  },
  risposte: {
    cosa: 'Una riga per ogni risposta che hai dato su questo dispositivo; quelle annullate non ci sono.',
    colonne: {
      id_evento: 'Numero della risposta',
      id_concorso: BANCA,
      id_domanda: DOMANDA,
      quando: QUANDO,
      giorno: 'Il giorno, aaaa-mm-gg',
      esito: 'corretta, errata o nulla',
      risposta: 'La risposta scelta, da 1 a 5',
      ms: 'Millisecondi per rispondere, se misurati',
      livello_prima: `Livello prima. ${LIVELLO}`,
      livello_dopo: 'Livello dopo',
      id_seduta: 'Esercitazione in cui l’hai data',
    },
  },
  materie: {
    cosa: 'Le materie delle banche incluse.',
    colonne: {
      id_concorso: BANCA,
      concorso: NOME_BANCA,
      id_materia: MATERIA,
      materia: 'Nome della materia',
      n: 'Quante domande',
      n_con_chiave: 'Quante con la risposta corretta',
    },
  },
  banche: {
    cosa: 'Le tue banche dati, incluse o no.',
    colonne: {
      id_concorso: BANCA,
      concorso: NOME_BANCA,
      ente: 'Ente',
      anno: 'Anno',
      profilo: 'Profilo',
      n_domande: 'Domande su questo dispositivo',
      n_domande_totali: 'Domande in tutto',
      data_ultimo_aggiornamento: 'Ultimo aggiornamento pubblicato',
      ultimo_uso: 'Ultima volta che l’hai aperta',
      inclusa: '1 se le sue domande sono qui',
    },
  },
  sedute: {
    cosa: 'Le tue esercitazioni.',
    colonne: {
      id: 'Numero dell’esercitazione',
      tipo: 'Tipo di esercitazione',
      id_concorso: `${BANCA}; 0 se sono più di una`,
      filtro: 'Filtri scelti, in JSON',
      ordine: 'UFFICIALE, MATERIE, CASUALE, ALFABETICO, ESATTE o PERTINENZA',
      stato: 'in_corso, in_pausa, abbandonata o consegnata',
      indice: 'Dove sei arrivato, da 0',
      iniziata: 'Inizio',
      aggiornata: 'Ultimo cambiamento',
    },
  },
  sedute_risposte: {
    cosa: 'Le risposte di ogni esercitazione, posto per posto.',
    colonne: {
      id_seduta: 'Esercitazione',
      indice: 'Posto, da 0',
      id_domanda: DOMANDA,
      risposta: 'La risposta scelta, da 1 a 5',
      esito: 'corretta, errata o nulla',
      id_evento: 'Numero della risposta',
      livello_prima: 'Livello prima',
      livello_dopo: 'Livello dopo',
    },
  },
  eventi: {
    cosa: 'Tutto quello che hai fatto, in ordine: risposte, livelli, preferite, annullamenti.',
    colonne: {
      seq: 'Numero d’ordine su questo dispositivo',
      id: 'Numero dell’evento',
      id_concorso: BANCA,
      id_domanda: DOMANDA,
      tipo: 'RISPOSTA, LIVELLO, PREFERITO, LETTA, ASCOLTATA o ANNULLA',
      dati: DATI,
      ts_client: QUANDO,
      versione_banca: 'Versione della banca dati in quel momento',
    },
  },
  chiavi_utente: {
    cosa: 'Le risposte corrette che hai assegnato tu.',
    colonne: { id_domanda: DOMANDA, id_concorso: BANCA, risposta: 'Da 1 a 5', assegnata: QUANDO },
  },
  note: {
    cosa: 'Le note che hai scritto sulle domande.',
    colonne: { id_domanda: DOMANDA, id_concorso: BANCA, testo: 'La nota', aggiornata: QUANDO },
  },
  filtri_salvati: {
    cosa: 'Le tue ricerche salvate.',
    colonne: { id: 'Numero', nome: 'Nome', filtro: 'Filtri, in JSON', ordine: 'Ordine', creato: QUANDO },
  },
  opzioni: {
    cosa: 'Le risposte di ogni domanda delle banche e delle materie di studio incluse.',
    colonne: {
      id: 'Numero, quello della domanda',
      id_domanda: DOMANDA,
      id_concorso: BANCA,
      id_argomento: 'Numero della materia di studio',
      risposta1: 'Prima risposta, come stampata',
      risposta2: 'Seconda risposta',
      risposta3: 'Terza risposta, se c’è',
      risposta4: 'Quarta risposta, se c’è',
      risposta5: 'Quinta risposta, se c’è',
    },
  },
  percorsi: {
    cosa: 'Le tue materie di studio.',
    colonne: {
      id_argomento: 'Numero',
      argomento: 'Nome',
      premium: '1 se è compresa in Premium; NULL se qui non si sa',
      data_ultimo_aggiornamento: 'Ultimo aggiornamento pubblicato',
      stato: '0 da scaricare, 1 scaricata, 2 in parte, 3 da aggiornare',
      sotto_percorsi: 'Argomenti e sotto-argomenti, in JSON, se è inclusa',
      selezionata: '1 se è quella in mano',
    },
  },
  percorsi_meta: {
    cosa: 'I conti delle materie di studio.',
    colonne: {
      id_argomento: 'Numero',
      n_domande_by_materia: 'Domande per argomento, in JSON',
      n_domande_by_materia_orig: 'Le stesse, come pubblicate',
      n_domande_assegnate: 'Domande a cui hai dato tu la risposta corretta',
      n_domande_assegnate_by_materia: 'Le stesse per argomento, in JSON',
      n_domande_con_risposta: 'Domande con la risposta corretta',
    },
  },
  statistiche_percorsi: {
    cosa: 'Come stai sulle domande delle materie di studio.',
    colonne: STATISTICA,
  },
}

/** Names a type of SQLite for a person. */
export const sqlTypeName = (tipo: string): string =>
  /INT/i.test(tipo)
    ? 'numero'
    : /REAL|NUM|FLOA|DOUB/i.test(tipo)
      ? 'numero'
      : /BLOB/i.test(tipo)
        ? 'byte'
        : /CHAR|TEXT|CLOB/i.test(tipo)
          ? 'testo'
          : ''
