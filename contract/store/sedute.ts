import type { StatoSeduta } from '#rules/seduta/states'
import type { Mark } from '../marks.ts'
import { changedSeduta } from './change.ts'
import type { NewSeduta, Seduta, SedutaSummary } from './data.ts'
import { read, write } from './method.ts'

const placesOf = ({ id_domande, id_concorsi }: Seduta) => [id_domande, id_concorsi]

/** Sittings other than trials, and the marks beside their answers (D25). */
export const sedute = {
  /**
   * NESSUNA_DOMANDA when a filter leaves nothing to practise, DOMANDE_NON_QUI when none of the chosen questions is here,
   * TIPO_ESERCITAZIONE_ERRATO for a trial or a review. The same id again returns the sitting that it made.
   */
  createSeduta: write<NewSeduta, Seduta>({ dated: true, moves: placesOf, changed: changedSeduta }),
  readSeduta: read<{ id: string }, Seduta>({ moves: placesOf }),
  /**
   * Sittings that are neither quit nor submitted, newest first, of a bank (SEVERAL_BANCHE: of several, null: of any): every
   * trial, and of each other kind the newest in each bank. A trial's marks are not recorded yet; the answers of the other kinds
   * are.
   */
  listAperte: read<{ id_concorso: number | null }, SedutaSummary[]>(),
  /**
   * Moves on, pauses or ends a sitting other than a trial, as rules/seduta allows: INDEX_OUT_OF_BOUND, TIPO_ESERCITAZIONE_ERRATO
   * for a trial. An end is final: later events change nothing. `mescola`: whether its answers are shuffled from now on [EX11].
   */
  updateSeduta: write<
    {
      id: string
      indice?: number
      stato?: StatoSeduta
      mescola?: boolean
      at: string
    },
    null
  >({ dated: true, changed: changedSeduta }),
  /** Resumes here a sitting that another device had taken over; a sitting of this device is left unchanged. */
  takeSeduta: write<{ id: string }, null>({ changed: changedSeduta }),
  /** By place; places without marks are left out. ESERCITAZIONE_NON_INIZIALIZZATA when there is no such sitting. */
  readSegni: read<{ id: string }, Mark[]>(),
  /** Stores the marks of one place; none at all deletes them. INDEX_OUT_OF_BOUND for a place that the sitting does not have. */
  saveSegno: write<Mark & { id: string }, null>({ changed: ({ id }) => ({ tipo: 'segni', id }) }),
}
