import type { Opening, Rung } from './data.ts'
import { read, write } from './method.ts'

/** Ownership of an account's store. */
export const session = {
  /**
   * Opens the account's store: here, or through the tab that owns it. ARCHIVIO_OCCUPATO when that tab does not respond, and with
   * `alone` whenever another tab owns it. `wait` waits for the owner to give the store up, `steal` takes it from an owner that no
   * longer responds; both open it here. `rung`: the one that this browser last kept the account's data on, from the page's
   * memory. While that rung fails, no lower one is opened, and the failure's `dati.archivio` names it.
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
