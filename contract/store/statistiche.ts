import type { CloudWinner } from '#rules/cloud'
import type { Calibration, Sicurezza } from '#rules/coach'
import type { Graduatoria } from '#rules/graduatoria'
import type { Livello } from '#rules/livello'
import type { AttoCitato } from '#rules/norme'
import type { RegoleEsame } from '#rules/previsione'
import type { Modalita, Statistica } from '#rules/statistica'
import type { Risposta } from '../schemas.ts'
import type { StoreChange } from './change.ts'
import type {
  Abitudine,
  Atto,
  CloudFigures,
  Completamento,
  Coppia,
  ErroriLocali,
  Giorno,
  GivenAnswer,
  Oggi,
  PastReset,
  PrevisioneLocale,
  ProgressiLocali,
  ResetFigures,
  SceltePiano,
  UnsyncedRecords,
} from './data.ts'
import { read, write } from './method.ts'

/** `materie`: ids of subjects (of nodes, for a path); null: the whole bank. */
type ResetScope = { id_concorso: number; materie: readonly number[] | null }

const SENT: StoreChange = { tipo: 'inviate' }

const markedRecord = ({ id_evento }: { id_evento: string }, statistica: Statistica): StoreChange => ({
  tipo: 'record',
  id_evento,
  statistica,
  risposta: null,
  id_seduta: null,
})

/** Records of the questions: answers, levels, favourites, and which of them the server has. */
export const statistiche = {
  completamento: read<{ id_concorso: number }, Completamento>(),
  /** The pace to an exam and the questions of today's sitting, at most `n` (rules/oggi); `sola`: of one subject, 0 for none. */
  readOggi: read<{ id_concorso: number; n: number; at: string; sola?: number } & SceltePiano, Oggi>({
    dated: true,
    moves: ({ scelte }) => [scelte],
  }),
  /**
   * Prediction of today's exam of a bank, by its rules (rules/previsione). `seme`: the same seed, the same draws; `seduta`: a
   * sitting before which it is computed too; `graduatoria`: published results among which it is placed.
   */
  readPrevisione: read<
    {
      id_concorso: number
      regole: Omit<RegoleEsame, 'opzioni'>
      at: string
      seme: number
      seduta?: string
      graduatoria?: Graduatoria
    },
    PrevisioneLocale
  >({
    dated: true,
  }),
  /** Days with answers from `da` (`YYYY-MM-DD`) on, oldest first; `id_concorso` null: of every bank. */
  readGiorni: read<{ id_concorso: number | null; da: string }, Giorno[]>(),
  /** Progress of practice, of a bank or (null) of every one on the device. */
  readProgressi: read<{ id_concorso: number | null; at: string }, ProgressiLocali>({ dated: true }),
  /** Norms that a bank's questions cite, most cited first, with the levels of each (rules/norme). */
  readNorme: read<{ id_concorso: number }, AttoCitato[]>({ long: true }),
  /** Errors of a bank, or (null) of every one on the device. */
  readErrori: read<{ id_concorso: number | null }, ErroriLocali>({ moves: ({ mai, instabili }) => [mai, instabili] }),
  /** Persistent wrong answers, of those questions that have one. */
  readAbitudini: read<{ id_domande: readonly number[] }, Abitudine[]>(),
  /** Own results by declared certainty and by options struck out, over every bank (rules/coach). */
  readCalibration: read<void, Calibration>(),
  /** Gives an answer: event, record, counters and sitting in ONE transaction, durable when it returns. */
  answer: write<
    {
      id_concorso: number
      id_domanda: number
      risposta: number
      modalita: Modalita
      at: string
      /** `at` by the device's own clock, which a sitting's instants follow; absent when both are equal. */
      at_dispositivo?: string
      id_evento: string
      id_seduta: string | null
      indice: number | null
      /** Milliseconds that the question had been on screen; absent when not measured. Kept in the event alone. */
      ms?: number
      /** Certainty that the person declared, and number of options struck out; kept in the event alone. */
      sicurezza?: Sicurezza
      escluse?: number
    },
    GivenAnswer
  >({
    dated: true,
    changed: ({ id_seduta }, { statistica, risposta, id_evento }) => ({
      tipo: 'record',
      id_evento,
      statistica,
      risposta,
      id_seduta,
    }),
  }),
  setLivello: write<
    {
      id_concorso: number
      id_domanda: number
      livello: Livello
      at: string
      id_evento: string
    },
    Statistica
  >({ dated: true, changed: markedRecord }),
  setPreferiti: write<
    {
      id_concorso: number
      id_domanda: number
      preferiti: boolean
      at: string
      id_evento: string
    },
    Statistica
  >({ dated: true, changed: markedRecord }),
  /**
   * The right answer by the person's own judgement, for a question published without a key; null removes it (D17). Changes the
   * bank's counts (D17a), not the level. IMPOSSIBILE_SELEZIONARE_RISPOSTA when there is an official key.
   */
  assignChiave: write<
    {
      id_concorso: number
      id_domanda: number
      risposta: number | null
      at: string
    },
    Statistica
  >({ dated: true, changed: ({ id_concorso }) => ({ tipo: 'ricevute', id_concorso }) }),
  /** Figures of a reset before it: of a bank, or of some of its subjects (null: of all) (D28). */
  countReset: read<ResetScope, ResetFigures>(),
  /**
   * Statistics reset (spec §4): levels, favourites, choices and keys of the person's own, in one transaction with an event for each
   * question. The same id twice changes nothing more.
   */
  resetStatistiche: write<ResetScope & { id: string; at: string }, ResetFigures>({
    dated: true,
    long: true,
    changed: ({ id_concorso }) => ({ tipo: 'ricevute', id_concorso }),
  }),
  /** Acts of a kind on a bank since `da` (ISO 8601) that were not undone, the newest first. */
  listResets: read<{ id_concorso: number; atto: Atto; da: string }, PastReset[]>(),
  /** Restores the records that an act overwrote, but for questions answered since; returns their number. */
  restoreReset: write<{ id_concorso: number; atto: Atto; id: string; at: string }, { domande: number }>({
    dated: true,
    long: true,
    changed: ({ id_concorso }) => ({ tipo: 'ricevute', id_concorso }),
  }),
  /** Figures of a bank on the device and in the cloud; `risposte`: all that the server has. ID_CONCORSO_NON_COINCIDE. */
  compareCloud: read<{ id_concorso: number; risposte: readonly Risposta[] }, CloudFigures>({ long: true }),
  /**
   * Overwrites one side with the other (spec §4, rules/cloud): a restore point first, then all in one transaction with an event
   * for each changed question. The same id twice changes nothing more. ID_CONCORSO_NON_COINCIDE.
   */
  overwriteBanca: write<
    { id_concorso: number; risposte: readonly Risposta[]; vince: CloudWinner; id: string; at: string },
    { domande: number }
  >({
    dated: true,
    long: true,
    changed: ({ id_concorso }) => ({ tipo: 'ricevute', id_concorso }),
  }),
  /** Undoes one answer (D26): appends ANNULLA, restores level and choice, frees the place in its sitting. */
  undo: write<{ id_evento_annullato: string; at: string; at_dispositivo?: string; id_evento: string }, Statistica>({
    dated: true,
    changed: ({ id_evento_annullato }, statistica) => ({
      tipo: 'annullata',
      id_evento: id_evento_annullato,
      statistica,
    }),
  }),
  countUnsynced: read<void, { totale: number; per_banca: { id_concorso: number; n: number }[] }>(),
  /** At most `limite` records of one bank, oldest first; null id: the bank with the oldest. Null when nothing waits. */
  listUnsynced: read<{ id_concorso: number | null; limite: number }, UnsyncedRecords | null>(),
  /** Marks by (id, data_eseguita): a record answered again during the push stays unsynced [SY3]. ID_CONCORSO_NON_COINCIDE as [SY4]. */
  markSynced: write<{ id_concorso: number; coppie: readonly Coppia[] }, { segnate: number }>({ changed: () => SENT }),
  /**
   * Sets aside records that the server refused by name, so that they never block the queue: they still
   * count as unsynced, `listUnsynced` leaves them out until the record changes again (another data_eseguita).
   */
  quarantine: write<
    {
      id_concorso: number
      coppie: readonly (Coppia & { codice: string })[]
    },
    { accantonate: number }
  >({ changed: () => SENT }),
  /**
   * Records the server's epoch (contract/epoch), and whether the list of banks has been corrected. Returns how much waits again
   * because the epoch changed, and whether the list must still be corrected.
   */
  meetEpoch: write<{ epoca: string; lista_giusta: boolean }, { da_rimandare: number; lista_vecchia: boolean }>({
    changed: (_, { da_rimandare }) => (da_rimandare > 0 ? SENT : null),
  }),
  /** Arguments of the next pull: earliest unsynced date and the server's cursor for that bank. */
  pullState: read<{ id_concorso: number }, { data: string | null; cursore: number }>(),
  /** Merges the server's records (rules/merge) and stores the new cursor, in one transaction. */
  applyRemote: write<
    {
      id_concorso: number
      risposte: readonly Risposta[]
      cursore: number
      forzato: boolean
    },
    { cambiate: number }
  >({
    repeatable: ({ forzato }) => !forzato,
    changed: ({ id_concorso }, { cambiate }) => (cambiate > 0 ? { tipo: 'ricevute', id_concorso } : null),
  }),
}
