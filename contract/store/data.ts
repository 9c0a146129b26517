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
  /** The server took it off its catalogue: it stays with who has it. */
  ritirata?: boolean
  con_immagini: boolean
  /** Its figures are on the device, or it has none. */
  figure_qui: boolean
  /** Bytes on the device. */
  dimensione: number
  data_ultimo_aggiornamento: string
  selezionata: boolean
  ultimo_uso: string | null
  /** Questions by level; the sum is `n_domande`. */
  per_livello: Record<Livello, number>
  /** Questions with a level or an answer: a neutral one leaves no level. */
  viste: number
  preferiti: number
  /** Overall completion 0..100, spec §9 [CP1]. */
  completamento: number
}

/** What an update changed (D19), in questions; `abbassate`: known ones that went back to RIPETILE because their key is another. */
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
/** Words that were meant by a query; `apart`: no question has them together. */
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
  /** Nodes of subject paths that questions are linked to, those that leave none left out. */
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
  /** Null when the bank does not say it. */
  difficolta: Difficolta | null
  chiave: Chiave
  stato: StatoDomanda
  immagine: string | null
  alt: string | null
  html: boolean
  argomenti: string[]
  /** Null where the bank does not say whether there is an explanation. */
  spiegata: boolean | null
  statistica: Statistica
}

/** A question near another, with why (rules/vicini). */
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
  /** Those of them that were never answered: what sums of subjects are counted from. */
  non_risposte: number
  per_livello: Record<Livello, number>
  /** Questions with a level or an answer: a neutral one leaves no level. */
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
 * What is needed to start a sitting. `seme` decides the order of questions (CASUALE) and of answers (D18). The filter chooses
 * the questions, or `scelte` does: ids of any banks on the device, shuffled for CASUALE and else in the order given; then the
 * sitting's `id_concorso` is the one they share, or SEVERAL_BANCHE.
 */
/**
 * What a person decided about the study of a bank. `data_prova`: `YYYY-MM-DD`; `scelto`: answers a day, null where the usual ones
 * decide; `riposo`: weekdays off, 0 is Monday; `pesi`: weight of each subject that has one, 0 puts it last; `insieme`: other banks of
 * the same exam, for which `scelto` counts too.
 */
export type SceltePiano = {
  data_prova: string | null
  scelto: number | null
  insieme?: readonly number[]
  riposo: readonly number[]
  pesi: readonly (readonly [id_materia: number, peso: number])[]
}

/**
 * A bank today. `mai_viste`, `dovute`: questions never seen, and due again; `risposte_oggi`: questions answered today, each once; `usuale`:
 * answers of a usual day; `ancora`: what the day asks is done and `scelte` is a further sitting; `nuove`: how many of `scelte` were never
 * seen; `ritmi`: the paces on offer, over every bank of the exam; `insieme`: the exam's plan over this bank and the others of the same day, each with the answers its day still asks, null for
 * a bank alone.
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
 * A subject of the exam: its questions and how many were seen, questions of it that the exam is expected to draw, and points still to
 * win there, in thousandths.
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
 * What the exam would give today (rules/previsione). `mancano_risposte`: answers still needed before anything is told, then `oggi` is
 * null; `ieri`: the median without what was answered today; `prima`: before the sitting asked for, null where there was none to tell
 * or other answers came since.
 */
export type PrevisioneLocale = {
  mancano_risposte: number
  oggi: Omit<Previsione, 'punteggi'> | null
  ieri: number | null
  prima: number | null
  posto: { posto: number; p_posto: number } | null
  materie: MateriaPrevista[]
}

/** One Italian day of practice on this device. `nuove`: answers to questions never seen before; `ms`: time on the questions. */
export type Giorno = DayCount

/** A subject of a bank: how it is known today, and how its answers went week by week. */
export type MateriaProgressi = Pick<RigaCompletamento, 'id_materia' | 'materia' | 'totale' | 'per_livello' | 'viste'> &
  Pick<MateriaCourse, 'risposte' | 'giuste' | 'settimane'>
/**
 * How practice went on this device (rules/progressi). `settimane` and `materie` of one bank alone: levels of unrelated banks are not
 * added up.
 */
export type ProgressiLocali = {
  giorni: Giorno[]
  settimane: WeekLivelli[]
  materie: MateriaProgressi[]
}

export type NewSeduta = {
  id: string
  tipo: TipoSeduta
  id_concorso: number
  filtro: Filtro
  ordine: OrdineSeduta
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
  /** Rule for the answers in printed order, fixed at the start: letters never change (rules/risposte-shape). */
  regola_risposte: RisposteRule
  id_domande: Int32Array
  /** Bank of each place. */
  id_concorsi: Int32Array
  risposte: RispostaSeduta[]
  iniziata: string
  aggiornata: string
  /** It goes on on another device, which took it over last (decision 0087). */
  altrove?: true
}
export type SedutaSummary = Omit<Seduta, 'id_domande' | 'id_concorsi' | 'risposte'> & {
  n: number
  corrette: number
  errate: number
  nulle: number
}

/** What one answer changed: the committed record and event (a write answers with what changed). */
export type GivenAnswer = { statistica: Statistica; risposta: RispostaSeduta | null; esito: Esito; id_evento: string }

/** A question that was answered wrong three times or more; `fila`: right ones since the last error, `giorno`: of its last answer. */
export type BestiaNera = {
  id_domanda: number
  id_concorso: number
  errori: number
  risposte: number
  fila: number
  giorno: string
}
/** Errors on this device (rules/martella): ids never answered right, and those right now and then; bestie nere, open and tamed. */
export type ErroriLocali = { mai: Int32Array; instabili: Int32Array; nere: BestiaNera[]; domate: BestiaNera[] }
/** A wrong answer that is given again and again: printed position, how often, and all the errors of its question. */
export type Abitudine = { id_domanda: number; risposta: number; volte: number; errori: number }

/** What a reset takes, or took: questions with a level or a favourite, and what of them. `da_inviare`: not on the server yet. */
export type ResetFigures = { domande: number; livelli: number; preferiti: number; chiavi: number; da_inviare: number }
/** What overwrites many records at once and can be taken back: a reset, and one side of the cloud over the other. */
export type Atto = 'azzeramento' | 'cloud'
/** An act that can still be taken back. */
export type PastReset = { id: string; at: string; domande: number }

/** What a bank has on either side, and what overwriting one with the other would change (rules/cloud). */
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

/** What only this store has, in numbers. */
export type OnlyHere = {
  /** Answers, levels and favourites that the server does not have. */
  risposte: number
  /** Delivered simulations that were not sent. */
  simulazioni: number
  /** Sittings that have ended and that the server does not have. */
  concluse: number
  note: number
  chiavi: number
  ricerche: number
  modelli: number
  /** Settings that belong to the person. */
  impostazioni: number
  /** Sittings and trials under way of which the server does not have everything. */
  sedute: number
  /** Ended sittings that no server takes: too long, or of one's own banks among others. */
  restano: number
  /** Banks of the person's own. */
  banche: number
}

/** An event of a chain: all up to it were acknowledged. */
export type FineInviata = { dispositivo: string; seq: number; id: string }
/** Events to be sent; `fino` is marked when the server has them. Events of own banks count in `fino` alone. */
export type EventiDaInviare = { eventi: EventoGiornale[]; fino: FineInviata }
