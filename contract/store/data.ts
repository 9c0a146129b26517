import type { CloudWinner, OverwriteFigures, SideFigures } from '#rules/cloud'
import type { Filtro, FiltroRicerca, SearchOrder, StatoRisposta } from '#rules/filtro'
import type { Livello } from '#rules/livello'
import type { Piano, Ritmo } from '#rules/oggi'
import type { Previsione } from '#rules/previsione'
import type { DayCount, MateriaCourse, WeekLivelli } from '#rules/progressi'
import type { Difficolta } from '#rules/regolamento/types'
import type { RisposteRule } from '#rules/risposte-shape'
import type { TipoSeduta } from '#rules/seduta/machine'
import type { StatoSeduta } from '#rules/seduta/states'
import type { Statistica } from '#rules/statistica'
import type { TipoVicino } from '#rules/vicini'
import type { Chiave, StatoDomanda } from '../domanda.ts'
import type { ErrorCode } from '../errors.ts'
import type { EventoGiornale } from '../giornale.ts'
import type { Risposta } from '../schemas.ts'

export type { Filtro, FiltroRicerca, SearchOrder as Ordine, StatoSeduta, TipoSeduta }

/** Name of the Web Lock that makes one tab the owner of an account's store. */
export const lockName = (id_utente: number): string => `idoneo-archivio-${id_utente}`

/**
 * Rung of the ladder that serves (D32): `indexeddb` is SQLite in memory over a log in IndexedDB, `asm` its JavaScript build over
 * the same log, `nessuno` stores nothing. `memoria` exists for tests only.
 */
export type Rung = 'opfs-sahpool' | 'indexeddb' | 'asm' | 'nessuno' | 'memoria'

export type Opening = {
  rung: Rung
  /**
   * Features that this browser lacks, for the person to read: the store never falls to a lower rung in silence.
   * ARCHIVIO_SVUOTATO: the page recorded data of the account here, and the store is empty.
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
  /** The server removed it from its catalogue; lists that had it keep it. */
  ritirata?: boolean
  con_immagini: boolean
  /** The figures are on the device, or the bank has none. */
  figure_qui: boolean
  /** Bytes on the device. */
  dimensione: number
  data_ultimo_aggiornamento: string
  selezionata: boolean
  ultimo_uso: string | null
  /** Questions by level; the sum is `n_domande`. */
  per_livello: Record<Livello, number>
  /** Questions with a level or an answer; a neutral answer leaves no level. */
  viste: number
  preferiti: number
  /** Overall completion 0..100, spec §9 [CP1]. */
  completamento: number
}

/** Changes of an update (D19), in questions; `abbassate`: known ones that went back to RIPETILE because their key changed. */
export type AggiornamentoBanca = {
  uguali: number
  modificate: number
  chiave_cambiata: number
  aggiunte: number
  tolte: number
  abbassate: number
}
/** A bank just downloaded; `aggiornamento` when another version of it was here. */
export type BancaScaricata = BancaLocale & { aggiornamento?: AggiornamentoBanca }

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
/** Words that a query meant; `apart`: no question has all of them together. */
export type MeantQuery = { query: string; apart: boolean }

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
  /** Nodes of subject paths that questions are linked to; nodes that leave no question are left out. */
  per_argomento: { id_sotto_percorso: number; n: number }[]
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
  /** Null when the bank does not set it. */
  difficolta: Difficolta | null
  chiave: Chiave
  stato: StatoDomanda
  immagine: string | null
  alt: string | null
  html: boolean
  argomenti: string[]
  /** Null where the bank does not declare whether there is an explanation. */
  spiegata: boolean | null
  statistica: Statistica
}

/** A question near another, with the reason (rules/vicini). */
export type DomandaVicina = { tipo: TipoVicino; domanda: Domanda }

export type Esito = 'corretta' | 'errata' | 'nulla'

export type RigaCompletamento = {
  /** Null for questions that belong to no subject. */
  id_materia: number | null
  materia: string
  /** Questions on the device. */
  totale: number
  /** §9 "assigned": questions with a key (D17a). */
  assegnate: number
  /** Assigned questions that were never answered, from which sums of subjects are counted. */
  non_risposte: number
  per_livello: Record<Livello, number>
  /** Questions with a level or an answer; a neutral answer leaves no level. */
  viste: number
  /** floor(100 * (assigned - unanswered) / assigned), 0 when nothing is assigned. */
  percentuale: number
}
export type Completamento = { materie: RigaCompletamento[]; totale: RigaCompletamento }

/** `id_concorso` of a sitting whose questions are of several banks. */
export const SEVERAL_BANCHE = 0

/** The order of a drill: chosen questions, each asked until right twice in a row (rules/martella). */
export const MARTELLA = 'MARTELLA'
export type OrdineSeduta = SearchOrder | typeof MARTELLA

/**
 * Study plan of a bank, as a person chose it. `data_prova`: `YYYY-MM-DD`; `scelto`: answers a day, null where the usual number
 * decides; `riposo`: weekdays off, 0 is Monday; `pesi`: weight of each subject that has one, 0 puts it last; `insieme`: other
 * banks of the same exam, for which `scelto` counts too.
 */
export type SceltePiano = {
  data_prova: string | null
  scelto: number | null
  insieme?: readonly number[]
  riposo: readonly number[]
  pesi: readonly (readonly [id_materia: number, peso: number])[]
}

/**
 * A bank today. `mai_viste`, `dovute`: questions never seen, and due again; `risposte_oggi`: questions answered today, each once;
 * `usuale`: answers of a usual day; `ancora`: the day's questions are done and `scelte` is a further sitting; `nuove`: number of
 * `scelte` never seen; `ritmi`: the paces on offer, over every bank of the exam. `insieme`: the exam's plan over this bank and
 * the others of the same day, each with the answers left for its day; null for a bank alone.
 */
export type Oggi = {
  piano: Piano
  ritmi: readonly Ritmo[]
  insieme: {
    piano: Piano
    mai_viste: number
    n_domande: number
    altre: readonly { id_concorso: number; resta: number }[]
  } | null
  n_domande: number
  mai_viste: number
  dovute: number
  risposte_oggi: number
  usuale: number
  ancora: boolean
  nuove: number
  scelte: Int32Array
}

/**
 * A subject of the exam: its questions and how many were seen, questions of it that the exam is expected to draw, and points
 * still to win there, in thousandths. /
 */
export type MateriaPrevista = {
  id_materia: number | null
  materia: string
  domande: number
  viste: number
  quota: number
  da_vincere: number
}

/**
 * Prediction of the exam today (rules/previsione). `mancano_risposte`: answers still needed; until then `oggi` is null. `ieri`:
 * the median without today's answers. `prima`: before the sitting asked for, null without one or after other answers.
 */
export type PrevisioneLocale = {
  mancano_risposte: number
  oggi: Omit<Previsione, 'punteggi'> | null
  ieri: number | null
  prima: number | null
  posto: { posto: number; p_posto: number } | null
  materie: MateriaPrevista[]
}

/** Italian day of practice on this device. `nuove`: answers to questions never seen before; `ms`: time on the questions. */
export type Giorno = DayCount

/** A subject of a bank: its levels today, and its answers week by week. */
export type MateriaProgressi = Pick<RigaCompletamento, 'id_materia' | 'materia' | 'totale' | 'per_livello' | 'viste'> &
  Pick<MateriaCourse, 'risposte' | 'giuste' | 'settimane'>
/**
 * Progress of practice on this device (rules/progressi). `settimane` and `materie` belong to one bank: levels of unrelated banks
 * are not added up.
 */
export type ProgressiLocali = {
  giorni: Giorno[]
  settimane: WeekLivelli[]
  materie: MateriaProgressi[]
}

/**
 * Settings of a new sitting. `seme` decides the order of questions (CASUALE) and of answers (D18). The filter chooses the
 * questions, or `scelte` does: ids of any banks on the device, shuffled for CASUALE and else in the order given. `id_concorso` is
 * then the bank that they share, or SEVERAL_BANCHE.
 */
export type NewSeduta = {
  id: string
  tipo: TipoSeduta
  id_concorso: number
  filtro: Filtro
  ordine: OrdineSeduta
  seme: number
  mescola: boolean
  avanti_da_sola: boolean
  /** Ids that are not on the device, or repeated, are left out. */
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

/** Sitting as stored: everything that a reload needs (D25). */
export type Seduta = Omit<NewSeduta, 'at' | 'scelte'> & {
  stato: StatoSeduta
  indice: number
  /** Rule for the answers in printed order, fixed at the start: letters never change (rules/risposte-shape). */
  regola_risposte: RisposteRule
  id_domande: Int32Array
  /** Bank of each place. */
  id_concorsi: Int32Array
  risposte: RispostaSeduta[]
  iniziata: string
  aggiornata: string
  /** Another device took the sitting over last (decision 0087). */
  altrove?: true
}
export type SedutaSummary = Omit<Seduta, 'id_domande' | 'id_concorsi' | 'risposte'> & {
  n: number
  corrette: number
  errate: number
  nulle: number
}

/** Change of one answer: the committed record and event (a write returns what changed). */
export type GivenAnswer = { statistica: Statistica; risposta: RispostaSeduta | null; esito: Esito; id_evento: string }

/** Question with at least three wrong answers; `fila`: right ones since the last error, `giorno`: day of its last answer. */
export type BestiaNera = {
  id_domanda: number
  id_concorso: number
  errori: number
  risposte: number
  fila: number
  giorno: string
}
/**
 * Errors on this device (rules/martella): ids never answered right, and those right now and then; bestie nere, open and tamed.
 */
export type ErroriLocali = { mai: Int32Array; instabili: Int32Array; nere: BestiaNera[]; domate: BestiaNera[] }
/** Wrong answer given repeatedly: printed position, how often, and all the errors of its question. */
export type Abitudine = { id_domanda: number; risposta: number; volte: number; errori: number }

/** Content of a reset: questions with a level or a favourite, and their parts. `da_inviare`: not on the server yet. */
export type ResetFigures = { domande: number; livelli: number; preferiti: number; chiavi: number; da_inviare: number }
/** Act that overwrites many records at once and can be undone: a reset, and one side of the cloud over the other. */
export type Atto = 'azzeramento' | 'cloud'
/** Act that can still be undone. */
export type PastReset = { id: string; at: string; domande: number }

/** Content of a bank on either side, and the changes of overwriting one with the other (rules/cloud). */
export type CloudFigures = {
  dispositivo: SideFigures
  cloud: SideFigures
  /** By the side that wins. */
  cambia: Record<CloudWinner, OverwriteFigures>
}

/** Records to send, already split as spec §4 wants [SY2], with the pairs to mark after success (trap: never by id alone). */
export type UnsyncedRecords = {
  id_concorso: number
  con_livello: Risposta[]
  altre: Risposta[]
}
export type Coppia = { id_domanda: number; data_eseguita: string }

/** A search that a person keeps. */
export type FiltroSalvato = { id: string; nome: string; filtro: FiltroRicerca; ordine: SearchOrder; creato: string }

/** A setting that belongs to the person and not to a device. */
export type Impostazione = { nome: string; valore: string | number | boolean }

/** Content that only this store has, in numbers. */
export type OnlyHere = {
  /** Answers, levels and favourites that the server does not have. */
  risposte: number
  /** Delivered simulations that were not sent. */
  simulazioni: number
  /** Ended sittings that the server lacks. */
  concluse: number
  note: number
  chiavi: number
  ricerche: number
  modelli: number
  /** Settings that belong to the person. */
  impostazioni: number
  /** Sittings and trials under way that the server has only in part, or not at all. */
  sedute: number
  /** Ended sittings that no server accepts: too long, or of own banks, among others. */
  restano: number
  /** Banks of the person's own. */
  banche: number
}

/** Event of a chain; the server acknowledged all up to it. */
export type FineInviata = { dispositivo: string; seq: number; id: string }
/** Events to be sent; `fino` is marked when the server has them. Events of own banks count in `fino` alone. */
export type EventiDaInviare = { eventi: EventoGiornale[]; fino: FineInviata }
