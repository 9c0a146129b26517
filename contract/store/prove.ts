import type { ServerCount } from '#rules/prova/official'
import type { TipoSeduta } from '#rules/seduta/machine'
import type {
  EndedSeduta,
  ModelloProva,
  NewProva,
  ProvaSummary,
  RequestedStep,
  ResumedProva,
  SavedProva,
  StepResult,
} from '../prova.ts'
import { changedSeduta, type StoreChange } from './change.ts'
import type { NewSeduta } from './data.ts'
import { read, write } from './method.ts'

const MODELLI: StoreChange = { tipo: 'modelli' }

/** Trials, their templates, the history of ended sittings, and the person's own notes. */
export const prove = {
  /**
   * Starts a trial on the questions chosen, in their order. DOMANDA_NON_TROVATA when one is not on the device,
   * RICHIESTA_NON_VALIDA (`campi`) when the rules cannot be used. The same id again returns the trial that it made.
   */
  createProva: write<NewSeduta & { scelte: Int32Array; prova: NewProva }, SavedProva>({
    dated: true,
    changed: changedSeduta,
  }),
  /**
   * `at` decides the time left. ESERCITAZIONE_NON_INIZIALIZZATA when there is no trial, TIPO_ESERCITAZIONE_ERRATO for another
   * sitting.
   */
  readProva: read<{ id: string; at: string }, SavedProva>({ dated: true, waitsForMirror: true }),
  /**
   * Merges the state that another device left of the same trial; at each place the one ahead wins (rules/prova/merge). Merges
   * marks, flags, times and the place itself, whatever the navigation rule. A repeated call, or one after the end, changes
   * nothing.
   */
  resumeProva: write<{ id: string; at: string; ripresa: ResumedProva }, SavedProva>({
    dated: true,
    changed: changedSeduta,
  }),
  /** Makes a durable step; refused with the codes of rules/prova. */
  stepProva: write<{ id: string; at: string; evento: RequestedStep }, StepResult>({
    dated: true,
    changed: changedSeduta,
  }),
  /**
   * Delivers: score, events of every answer and their levels in ONE transaction (pitfall 29). The same trial again returns its
   * first result. At zero (`motivo` tempo) only recorded marks count [SI11].
   */
  deliverProva: write<{ id: string; at: string; ms?: number }, SavedProva>({ dated: true, changed: changedSeduta }),
  /** Simulations that were begun and neither delivered nor given up, oldest first; `at` decides the time left. */
  listInCorso: read<{ at: string }, SavedProva[]>(),
  /** Simulations that the server must still receive, oldest first: delivered ones, and those given up (`consegna` null). */
  listDaSpedire: read<void, SavedProva[]>(),
  /** The server has it, or refused it for good. `server`: its count, kept with the trial when it was delivered here. */
  markSpedita: write<{ id: string; server?: ServerCount }, null>({ changed: changedSeduta }),
  /** Delivered trials, newest first; of a bank (SEVERAL_BANCHE: of several) or of all. */
  listProve: read<
    {
      id_concorso: number | null
      id_simulazione?: number
      limite: number
    },
    ProvaSummary[]
  >(),
  /**
   * Ended sittings, trials given up among them, newest first. `salta` leaves out that many, at most 200 a call; `tipi`: only
   * these kinds.
   */
  listStoria: read<
    { id_concorso: number | null; limite: number; salta: number; tipi?: readonly TipoSeduta[] },
    EndedSeduta[]
  >(),
  listModelli: read<void, ModelloProva[]>(),
  saveModello: write<ModelloProva, ModelloProva[]>({ changed: () => MODELLI }),
  deleteModello: write<{ id: string }, ModelloProva[]>({ changed: () => MODELLI }),
  /** The person's own note of a question; an empty one removes it. */
  readNota: read<{ id_domanda: number }, string>(),
  saveNota: write<{ id_concorso: number; id_domanda: number; testo: string; at: string }, null>({
    dated: true,
    changed: ({ id_domanda }) => ({ tipo: 'nota', id_domanda }),
  }),
}
