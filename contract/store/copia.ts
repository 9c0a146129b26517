import type { CopiaFigures, CopiaPreview, Punto, RispostaData } from '../copia.ts'
import type { StoreChange } from './change.ts'
import type { Domanda } from './data.ts'
import { read, write } from './method.ts'

const BANCHE: StoreChange = { tipo: 'banche' }

/** The person's own work as a file, and back. */
export const copia = {
  /** Work of the person on this device, as the JSON text of a copy (contract/copia). */
  exportCopia: read<{ at: string }, string>({ long: true, dated: true, waitsForMirror: true }),
  /** Answers that were not undone, oldest first. */
  listRisposteDate: read<void, RispostaData[]>({ long: true, waitsForMirror: true }),
  /** Questions below the level LE_SAI, and favourites, of the banks on the device. */
  listDaRipetere: read<void, (Domanda & { concorso: string })[]>({ long: true }),
  /** Content of a copy and what it would add; nothing is written. COPIA_NON_VALIDA for any other text, or a damaged copy. */
  previewCopia: read<{ testo: string }, CopiaPreview>({ long: true, waitsForMirror: true }),
  /**
   * Adds what the store lacks, by id, all of it or nothing; the same copy again adds nothing. `id` names the additions.
   * COPIA_NON_VALIDA.
   */
  importCopia: write<{ testo: string; id: string; at: string }, CopiaFigures>({
    long: true,
    dated: true,
    changed: () => BANCHE,
  }),
  /**
   * Restores a copy: its levels, choices and notes, dated now. Answers, sittings and favourites that are only here stay. A
   * restore point of the present is made first. COPIA_NON_VALIDA leaves everything unchanged.
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
