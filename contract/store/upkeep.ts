import type { Copies, CopySizes } from '../sql.ts'
import type { LegacyMigration, RecoveryReport, StoreHealth } from '../store-care.ts'
import type { StoreChange } from './change.ts'
import { read, write } from './method.ts'

const BANCHE: StoreChange = { tipo: 'banche' }

/** Care of the store: checks, recovery, the old database, copies, in the background. */
export const upkeep = {
  /** Size of the copies for the SQL window: the person's database and every bank on the device. */
  measureCopie: read<void, CopySizes>(),
  /**
   * Copies the person's database (VACUUM INTO) and the files of the banks asked, for the SQL window. COPIE_TROPPO_GRANDI beyond
   * MAX_COPIES_BYTES (contract/sql), before anything is copied.
   */
  copyStore: read<{ id_concorsi: readonly number[] }, Copies>({ long: true }),
  readStatoArchivio: read<void, StoreHealth>(),
  /**
   * Checks the store and repairs damage (decision 0021). `completa` reads every byte of it and of the banks, in slices between
   * which other calls are served; otherwise the check is quick. `recupero` reports the repairs of this call.
   */
  verifyArchivio: read<
    {
      at: string
      completa: boolean
    },
    { stato: StoreHealth; recupero: RecoveryReport | null }
  >({ long: true, dated: true }),
  /** Imports the old database, once; deletes it 30 days later (D31). */
  migrateVecchio: write<{ at: string }, LegacyMigration>({ long: true, dated: true, changed: () => BANCHE }),
}
