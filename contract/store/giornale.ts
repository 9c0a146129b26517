import type { EventoGiornale, EventoRicevuto, PlacesGiven } from '../giornale.ts'
import type { EventiDaInviare, FineInviata, Impostazione, OnlyHere } from './data.ts'
import { read, write } from './method.ts'

/** The journal: work of the person, on its way to the server and back (decision 0073). */
export const giornale = {
  /** Work that would be lost if this store were cleared now. */
  countSoloQui: read<void, OnlyHere>(),
  /**
   * Cursor of the next pull, its epoch (contract/epoch; null: none yet), and the number of events and voices that wait to be
   * sent.
   */
  readGiornale: read<void, { cursore: number; epoca: string | null; da_inviare: number }>(),
  /** At most `limite` events of one chain that the server has not acknowledged, in their order; null when none waits. */
  listEventi: read<{ limite: number }, EventiDaInviare | null>({ waitsForMirror: true }),
  /**
   * Takes the waiting voices, under way from now on, and the next ended sittings. Returns the same ones until they are
   * acknowledged. `scarto_ms`: server's clock minus this one's.
   */
  takeVoci: write<{ at: string; scarto_ms: number }, EventoGiornale[]>({ dated: true }),
  /**
   * Marks a chain as acknowledged up to `fino` (null: voices were sent), without the `rifiutati`. Returns true when the cursor
   * stood right before the new places (`numeri`) and has passed them. False: the pull must still ask for what came in between.
   */
  markEventi: write<
    { fino: FineInviata | null; rifiutati: readonly { id: string; codice: string }[]; numeri: PlacesGiven },
    boolean
  >(),
  /**
   * Applies a page of the server's journal with its cursor: new `eventi` of other devices (`risposte` among them), changed `voci`
   * and sittings. `scarto_ms` as in `takeVoci`.
   */
  applyEventi: write<
    { eventi: readonly EventoRicevuto[]; cursore: number; epoca: string; scarto_ms?: number },
    { eventi: number; voci: number; risposte: number }
  >({ changed: (_, { eventi, voci }) => (eventi + voci > 0 ? { tipo: 'giornale' } : null) }),
  /** Settings that belong to the person, by name (decision 0084). */
  listImpostazioni: read<void, Impostazione[]>(),
  /** Stores a setting; null deletes it. */
  saveImpostazione: write<{ nome: string; valore: Impostazione['valore'] | null; at: string }, null>({
    dated: true,
    changed: () => ({ tipo: 'impostazioni' }),
  }),
  /** Another server is in use: the device sends and asks for everything again. */
  resetGiornale: write<{ epoca: string }, null>(),
}
