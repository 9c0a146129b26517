import type { Opening, Rung } from './data.ts'
import { read, write } from './method.ts'

/** Who has the store of an account. */
export const session = {
  /**
   * Opens the account's store: here, or through the tab that owns it. ARCHIVIO_OCCUPATO when that tab does not answer, and
   * with `alone` whenever another tab owns it. `wait` waits for the owner to give the store up, `steal` takes it from one
   * that does not answer any more; both open it here. `rung`: the one that this browser last kept the account's data on, as
   * the page knows it: while that one fails, no lower one is opened, and the failure's `dati.archivio` says so.
   */
  open: read<
    {
      id_utente: number
      alone?: boolean
      wait?: boolean
      steal?: boolean
      rung?: Rung
    },
    Opening
  >(),
  /** Deletes the account's local data (explicit logout, other user): files, records, events. */
  clearUser: write<{ id_utente: number }, null>(),
}
