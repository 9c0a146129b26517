import type { Filtro, FiltroRicerca, MatchMode, SearchOrder, StatoRisposta } from '#rules/filtro'
import type { Livello } from '#rules/livello'
import type { Piano } from '#rules/oggi'
import type { Difficolta } from '#rules/regolamento/types'
import type { RisposteRule } from '#rules/risposte-shape'
import type { TipoSeduta } from '#rules/seduta/machine'
import type { StatoSeduta } from '#rules/seduta/states'
import type { Modalita, Statistica } from '#rules/statistica'
import type { Chiave, StatoDomanda } from './domanda.ts'
import type { ErrorCode } from './errors.ts'
import type { Marks } from './marks.ts'
import type { Prove } from './prova.ts'
import type { Result } from './result.ts'
import type { ConcorsoScaricabile, Risposta } from './schemas.ts'
import type { Spiegazioni } from './spiegazioni.ts'
import type { Copies, CopySizes } from './sql.ts'
import type { StoreCare } from './store-care.ts'

export type {
  Filtro,
  FiltroRicerca,
  MatchMode as Corrispondenza,
  SearchOrder as Ordine,
  StatoRisposta,
  StatoSeduta,
  TipoSeduta,
}

/** Name of the Web Lock that makes one tab the owner of an account's store. */
export const lockName = (id_utente: number): string => `idoneo-archivio-${id_utente}`

/**
 * Which rung of the ladder serves (D32): `indexeddb` is SQLite in memory over a log in IndexedDB, `asm` its JavaScript build
 * over the same log, `nessuno` keeps nothing at all. `memoria` exists for tests only.
 */
export type Rung = 'opfs-sahpool' | 'indexeddb' | 'asm' | 'nessuno' | 'memoria'

export type Opening = {
  rung: Rung
  /**
   * What this browser does not have, for the person to know: the rung is never a lower one in silence. ARCHIVIO_SVUOTATO: the page
   * knew that the account's data was kept here, and nothing is.
   */
  avvisi: ErrorCode[]
  versione: number
  banche: BancaLocale[]
  da_sincronizzare: number
}

/** A bank in the local store. `stato`: 0 added (not downloaded), 1 downloaded, 2 partially loaded, 3 update available. */
export type BancaLocale = {
  id_concorso: number
  concorso: string
  ente: string
  anno: number | null
  profilo: string | null
  stato: 0 | 1 | 2 | 3
  /** Content hash of the version on the device; null when its file is not here. */
  versione: string | null
  /** Questions on the device. */
  n_domande: number
  /** Questions of the whole published bank. */
  n_domande_totali: number
  con_immagini: boolean
  /** Bytes on the device. */
  dimensione: number
  data_ultimo_aggiornamento: string
  selezionata: boolean
  ultimo_uso: string | null
  /** Questions by level; the sum is `n_domande`. */
  per_livello: Record<Livello, number>
  preferiti: number
  /** Overall completion 0..100, spec §9 [CP1]. */
  completamento: number
}

export type DownloadProgress = {
  fase: 'domande' | 'verifica' | 'immagini' | 'registrazione'
  ricevuti: number
  totali: number
}

/** Live counts of a filter: every facet is counted with all the other filters on and its own off. */
export type Conteggi = {
  totale: number
  per_materia: { id_materia: number; materia: string; n: number }[]
  per_livello: Record<Livello, number>
  preferiti: number
  con_immagine: number
}

/** A selection: ids in the order asked for, as transferable typed arrays. */
export type Selection = { id_domande: Int32Array; posizioni: Int32Array }

/** Hits over several banks, in the order asked for: at each place a question, its bank and its official position there. */
export type SearchHits = Selection & { id_concorsi: Int32Array }

/** Live counts of a search: every facet is counted with all the other filters on and its own off. */
export type FacetCounts = {
  totale: number
  /** Every bank on the device, the last used first. */
  per_concorso: { id_concorso: number; concorso: string; n: number }[]
  /** Every subject of the banks searched, bank by bank; id 0 and no name: the questions of no subject, where there are any. */
  per_materia: { id_concorso: number; id_materia: number; materia: string; n: number }[]
  per_livello: Record<Livello, number>
  preferiti: number
  con_immagine: number
  senza_immagine: number
  /** With a key, and without (filter `conRisposta`). */
  con_risposta: number
  senza_risposta: number
  per_risposta: Record<StatoRisposta, number>
  per_chiave: Record<Chiave, number>
  per_stato: Record<StatoDomanda, number>
}

/**
 * A question as the page shows it. `risposte` and `corretta` in printed order; the page shuffles (D18). Where the bank has no key
 * and the person gave one, `corretta` is theirs and `chiave` is 'utente' (D17).
 */
export type Domanda = {
  id_domanda: number
  id_concorso: number
  id_ufficiale: string | null
  indice_uff: number
  id_materia: number | null
  materia: string | null
  testo: string
  risposte: string[]
  corretta: number | null
  /** Thousandths per answer, situational questions only. */
  punti: number[] | null
  /** Null when the bank does not say it. */
  difficolta: Difficolta | null
  chiave: Chiave
  stato: StatoDomanda
  immagine: string | null
  alt: string | null
  html: boolean
  argomenti: string[]
  statistica: Statistica
}

export type Esito = 'corretta' | 'errata' | 'nulla'

export type RigaCompletamento = {
  /** Null for questions that belong to no subject. */
  id_materia: number | null
  materia: string
  /** Questions on the device. */
  totale: number
  /** §9 "assigned": questions with a key (D17a). */
  assegnate: number
  per_livello: Record<Livello, number>
  /** floor(100 * (assigned - unanswered) / assigned), 0 when nothing is assigned. */
  percentuale: number
}
export type Completamento = { materie: RigaCompletamento[]; totale: RigaCompletamento }

/** `id_concorso` of a sitting whose questions are of several banks. */
export const SEVERAL_BANCHE = 0

/**
 * What is needed to start a sitting. `seme` decides the order of questions (CASUALE) and of answers (D18). The filter chooses
 * the questions, or `scelte` does: ids of any banks on the device, shuffled for CASUALE and else in the order given; then the
 * sitting's `id_concorso` is the one they share, or PIU_BANCHE.
 */
/** A bank today. `mai_viste`, `dovute`: questions never seen, and due again; `risposte_oggi`: answers given today on this device. */
export type Oggi = {
  piano: Piano
  n_domande: number
  mai_viste: number
  dovute: number
  risposte_oggi: number
  scelte: Int32Array
}

export type NewSeduta = {
  id: string
  tipo: TipoSeduta
  id_concorso: number
  filtro: Filtro
  ordine: SearchOrder
  seme: number
  mescola: boolean
  avanti_da_sola: boolean
  /** What is not on the device, or twice here, is left out. */
  scelte?: Int32Array
  at: string
}

export type RispostaSeduta = {
  /** 0-based position in the sitting. */
  indice: number
  id_domanda: number
  /** Printed position 1..5. */
  risposta: number
  esito: Esito
  id_evento: string
  livello_prima: Livello
  livello_dopo: Livello
}

/** A sitting as stored: everything that a reload needs (D25). */
export type Seduta = Omit<NewSeduta, 'at' | 'scelte'> & {
  stato: StatoSeduta
  indice: number
  /** Which answers stay where they are printed, as known when it began: its letters never change (rules/forma-risposte). */
  regola_risposte: RisposteRule
  id_domande: Int32Array
  /** Bank of each place. */
  id_concorsi: Int32Array
  risposte: RispostaSeduta[]
  iniziata: string
  aggiornata: string
}
export type SedutaSummary = Omit<Seduta, 'id_domande' | 'id_concorsi' | 'risposte'> & {
  n: number
  corrette: number
  errate: number
  nulle: number
}

/** What one answer changed: the committed record and event (a write answers with what changed). */
export type GivenAnswer = { statistica: Statistica; risposta: RispostaSeduta | null; esito: Esito; id_evento: string }

/** Records to send, already split as spec §4 wants [SY2], with the pairs to mark after success (trap: never by id alone). */
export type UnsyncedRecords = {
  id_concorso: number
  con_livello: Risposta[]
  altre: Risposta[]
}
export type Coppia = { id_domanda: number; data_eseguita: string }

/** A search that a person keeps. */
export type FiltroSalvato = { id: string; nome: string; filtro: FiltroRicerca; ordine: SearchOrder; creato: string }

/** Search over one bank, several or all those on the device. */
export interface Ricerca {
  /**
   * UFFICIALE goes bank by bank in the order of `concorsi` (of the list of banks when none is named); ALFABETICO is one
   * alphabet over all of them; `seme` decides CASUALE; ESATTE: wrong answers first, then the rest, then right ones.
   */
  searchDomande(args: { filtro: FiltroRicerca; ordine: SearchOrder; seme: number }): Promise<Result<SearchHits>>
  countRicerca(args: { filtro: FiltroRicerca }): Promise<Result<FacetCounts>>
}

/**
 * The local store, exposed by workers/store.worker.ts through comlink. Every method answers a Result: comlink drops what an
 * error carries. Clock, ids and seeds are arguments (`at` is ISO 8601, D30): the worker reads neither clock nor chance.
 */
export interface Database extends Ricerca, Prove, Marks, Spiegazioni, StoreCare {
  /**
   * Opens the account's store: here, or through the tab that owns it. ARCHIVIO_OCCUPATO when that tab does not answer, and
   * with `alone` whenever another tab owns it. `wait` waits for the owner to give the store up, `steal` takes it from one
   * that does not answer any more; both open it here. `gradino`: the rung that this browser last kept the account's data on, as
   * the page knows it: while that one fails, no lower one is opened, and the failure's `dati.archivio` says so.
   */
  open(args: {
    id_utente: number
    alone?: boolean
    wait?: boolean
    steal?: boolean
    rung?: Rung
  }): Promise<Result<Opening>>
  close(): Promise<Result<null>>

  listBanche(): Promise<Result<BancaLocale[]>>
  /** Writes the account's list as the server tells it: adds, updates (stato 3 when its version changed), removes nothing. */
  registerBanche(args: {
    banche: Omit<
      BancaLocale,
      | 'versione'
      | 'n_domande'
      | 'dimensione'
      | 'selezionata'
      | 'ultimo_uso'
      | 'per_livello'
      | 'preferiti'
      | 'completamento'
      | 'stato'
    >[]
    versioni: Record<number, string>
  }): Promise<Result<BancaLocale[]>>
  /** Exactly one bank is selected; CONCORSO_NON_TUO for an id that is not in the list (spec §4 Selection). */
  selectBanca(args: { id_concorso: number; at: string }): Promise<Result<BancaLocale>>
  /** Downloads (resuming), verifies and registers a bank in one transaction, or leaves everything as it was (D16). */
  downloadBanca(
    args: { concorso: ConcorsoScaricabile; at: string },
    onAvanzamento: (a: DownloadProgress) => void,
  ): Promise<Result<BancaLocale>>
  cancelDownload(args: { id_concorso: number }): Promise<Result<null>>
  /** Removes the bank's file; records and events stay (reliability §4.1 D20). `dallaLista` also removes it from the list. */
  deleteBanca(args: { id_concorso: number; dallaLista: boolean }): Promise<Result<null>>
  readImmagine(args: {
    id_concorso: number
    nome: string
  }): Promise<Result<{ tipo: 'image/png' | 'image/jpeg'; byte: Uint8Array }>>

  countDomande(args: { filtro: Filtro }): Promise<Result<Conteggi>>
  /** `seme` decides CASUALE. */
  selectDomande(args: { filtro: Filtro; ordine: SearchOrder; seme: number }): Promise<Result<Selection>>
  /**
   * Full questions with their records, in the order of the ids asked for. At most 100 a call. `id_concorso`: one bank for all
   * of them, or the bank of each. CONCORSO_NOT_INITIALIZED when a bank is not on the device (any more).
   */
  readDomande(args: {
    id_concorso: number | readonly number[]
    id_domande: readonly number[]
  }): Promise<Result<Domanda[]>>
  completamento(args: { id_concorso: number }): Promise<Result<Completamento>>
  /** The pace to an exam and the questions of today's sitting, at most `n` (rules/oggi). `data_prova`: `YYYY-MM-DD` or null. */
  readOggi(args: { id_concorso: number; n: number; data_prova: string | null; at: string }): Promise<Result<Oggi>>

  /** One durable answer: event, record, counters and sitting in ONE transaction. Durable when it answers. */
  answer(args: {
    id_concorso: number
    id_domanda: number
    risposta: number
    modalita: Modalita
    at: string
    id_evento: string
    id_seduta: string | null
    indice: number | null
    /** How long the question had been on screen, milliseconds; absent when nobody measured. Kept in the event alone. */
    ms?: number
  }): Promise<Result<GivenAnswer>>
  setLivello(args: {
    id_concorso: number
    id_domanda: number
    livello: Livello
    at: string
    id_evento: string
  }): Promise<Result<Statistica>>
  setPreferiti(args: {
    id_concorso: number
    id_domanda: number
    preferiti: boolean
    at: string
    id_evento: string
  }): Promise<Result<Statistica>>
  /**
   * The right answer by the person's own judgement, for a question published without a key; null takes it back (D17).
   * Changes the bank's counts (D17a), not the level. IMPOSSIBILE_SELEZIONARE_RISPOSTA when there is an official key.
   */
  assignChiave(args: {
    id_concorso: number
    id_domanda: number
    risposta: number | null
    at: string
  }): Promise<Result<Statistica>>
  /** Takes one answer back (D26): appends ANNULLA, restores level and choice, frees the place in its sitting. */
  undo(args: { id_evento_annullato: string; at: string; id_evento: string }): Promise<Result<Statistica>>

  /** NESSUNA_DOMANDA when a filter leaves nothing to practise, DOMANDE_NON_QUI when none of the chosen questions is here, TIPO_ESERCITAZIONE_ERRATO for a trial or a review. The same id again answers the sitting that it made. */
  createSeduta(args: NewSeduta): Promise<Result<Seduta>>
  readSeduta(args: { id: string }): Promise<Result<Seduta>>
  /**
   * Sittings that are neither quit nor submitted, newest first, of a bank (PIU_BANCHE: of several, null: of any): every trial, and
   * of each other kind the newest in each bank. The answers of the others are recorded, what a trial has marked is not yet.
   */
  listAperte(args: { id_concorso: number | null }): Promise<Result<SedutaSummary[]>>
  /**
   * Moves on, pauses or ends a sitting that is no trial, as rules/seduta allows: INDEX_OUT_OF_BOUND, TIPO_ESERCITAZIONE_ERRATO for
   * a trial. An end stands: what arrives later changes nothing. `mescola`: whether its answers are seen shuffled from now on [EX11].
   */
  updateSeduta(args: {
    id: string
    indice?: number
    stato?: StatoSeduta
    mescola?: boolean
    at: string
  }): Promise<Result<null>>

  /** Saved searches, by name in Italian order. */
  listFiltri(): Promise<Result<FiltroSalvato[]>>
  /** Keeps a search; the same id again renames or replaces it. RICHIESTA_NON_VALIDA for a name of nothing but spaces. */
  saveFiltro(args: FiltroSalvato): Promise<Result<FiltroSalvato[]>>
  deleteFiltro(args: { id: string }): Promise<Result<FiltroSalvato[]>>

  countUnsynced(): Promise<Result<{ totale: number; per_banca: { id_concorso: number; n: number }[] }>>
  /** At most `limite` records of one bank, oldest first; null id: the bank with the oldest. Null when nothing waits. */
  listUnsynced(args: { id_concorso: number | null; limite: number }): Promise<Result<UnsyncedRecords | null>>
  /** Marks by (id, data_eseguita): a record answered again during the push stays unsynced [SY3]. ID_CONCORSO_NON_COINCIDE as [SY4]. */
  markSynced(args: { id_concorso: number; coppie: readonly Coppia[] }): Promise<Result<{ segnate: number }>>
  /**
   * Sets aside records that the server refused by name, so that they never block the queue (reliability §4.1 D18): they still
   * count as unsynced, `listUnsynced` leaves them out until the record changes again (another data_eseguita).
   */
  quarantine(args: {
    id_concorso: number
    coppie: readonly (Coppia & { codice: string })[]
  }): Promise<Result<{ accantonate: number }>>
  /** What a pull must ask: earliest unsynced date and the server's cursor for that bank. */
  pullState(args: { id_concorso: number }): Promise<Result<{ data: string | null; cursore: number }>>
  /** Merges what the server sent (rules/merge) and stores the new cursor, in one transaction. */
  applyRemote(args: {
    id_concorso: number
    risposte: readonly Risposta[]
    cursore: number
    forzato: boolean
  }): Promise<Result<{ cambiate: number }>>
  /** What the copies for the SQL window would weigh: the person's database and every bank on the device. */
  measureCopie(): Promise<Result<CopySizes>>
  /**
   * Copies the person's database (VACUUM INTO) and the files of the banks asked, for the SQL window. COPIE_TROPPO_GRANDI beyond
   * MAX_COPIE_BYTE (contract/sql), before anything is copied.
   */
  copyArchivio(args: { id_concorsi: readonly number[] }): Promise<Result<Copies>>
  /** Deletes the account's local data (explicit logout, other user): files, records, events. */
  clearUser(args: { id_utente: number }): Promise<Result<null>>
}
