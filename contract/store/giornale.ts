import type { EventoGiornale, EventoRicevuto, PlacesGiven } from '../giornale.ts'
import type { EventiDaInviare, FineInviata, Impostazione, OnlyHere } from './data.ts'
import { read, write } from './method.ts'

/** The journal: what the person makes, on its way to the server and back (decision 0073). */
export const giornale = {
  /** What would be lost if this store were cleared now. */
  countSoloQui: read<void, OnlyHere>(),
  /** Where to go on from, which server said so (contract/epoch; null: none yet), and how many events and voices wait to be sent. */
  readGiornale: read<void, { cursore: number; epoca: string | null; da_inviare: number }>(),
  /** At most `limite` events of one chain that the server has not acknowledged, in their order; null when none waits. */
  listEventi: read<{ limite: number }, EventiDaInviare | null>({ waitsForMirror: true }),
  /** Voices that wait, from now on under way, and the next ended sittings; the same ones again until they come back. `scarto_ms`: server's clock minus this one's. */
  takeVoci: write<{ at: string; scarto_ms: number }, EventoGiornale[]>({ dated: true }),
  /**
   * The server has a chain up to `fino` (null: voices were sent); `rifiutati` it will not have. Answers whether the cursor has passed the
   * places that it gave (`numeri`): it does when it stood right before them. False: what came in between has not been asked for.
   */
  markEventi: write<
    { fino: FineInviata | null; rifiutati: readonly { id: string; codice: string }[]; numeri: PlacesGiven },
    boolean
  >(),
  /** Takes in a page of the server's journal with its cursor: `eventi` of other devices that are new here (`risposte` among them), `voci` and sittings that changed. `scarto_ms` as in `takeVoci`. */
  applyEventi: write<
    { eventi: readonly EventoRicevuto[]; cursore: number; epoca: string; scarto_ms?: number },
    { eventi: number; voci: number; risposte: number }
  >({ changed: (_, { eventi, voci }) => (eventi + voci > 0 ? { tipo: 'giornale' } : null) }),
  /** Settings that belong to the person, by name (decision 0084). */
  listImpostazioni: read<void, Impostazione[]>(),
  /** Keeps a setting; null forgets it. */
  saveImpostazione: write<{ nome: string; valore: Impostazione['valore'] | null; at: string }, null>({
    dated: true,
    changed: () => ({ tipo: 'impostazioni' }),
  }),
  /** The server is another than before: everything is sent and asked for again. */
  resetGiornale: write<{ epoca: string }, null>(),
}
