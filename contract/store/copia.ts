import type { CopiaFigures, CopiaPreview, Punto, RispostaData } from '../copia.ts'
import type { StoreChange } from './change.ts'
import type { Domanda } from './data.ts'
import { read, write } from './method.ts'

const BANCHE: StoreChange = { tipo: 'banche' }

/** The person's own work as a file, and back. */
export const copia = {
  /** Everything that the person made on this device, as the JSON text of a copy (contract/copia). */
  exportCopia: read<{ at: string }, string>({ long: true, dated: true, waitsForMirror: true }),
  /** Every answer that was not taken back, oldest first. */
  listRisposteDate: read<void, RispostaData[]>({ long: true, waitsForMirror: true }),
  /** Questions below the level that is known, and favourites, of the banks on the device. */
  listDaRipetere: read<void, (Domanda & { concorso: string })[]>({ long: true }),
  /** What a copy holds and would add; nothing is written. COPIA_NON_VALIDA for what is no copy, or is damaged. */
  previewCopia: read<{ testo: string }, CopiaPreview>({ long: true, waitsForMirror: true }),
  /** Adds what is not here, by id, all of it or nothing; the same copy again adds nothing. `id` names what it adds. COPIA_NON_VALIDA. */
  importCopia: write<{ testo: string; id: string; at: string }, CopiaFigures>({
    long: true,
    dated: true,
    changed: () => BANCHE,
  }),
  /**
   * Goes back to a copy: levels, choices and notes as it has them, dated now; what is only here stays (answers, sittings, favourites).
   * A restore point of the present is made first. COPIA_NON_VALIDA, and nothing changed.
   */
  restoreCopia: write<{ testo: string; id: string; at: string }, { domande: number }>({
    long: true,
    dated: true,
    changed: () => BANCHE,
  }),
  /** Restore points, the newest first. */
  listPunti: read<void, Punto[]>(),
  /** The copy in a restore point, complete, as text. COPIA_NON_VALIDA when it is damaged or gone. */
  readPunto: read<{ nome: string }, string>({ long: true }),
}
