import type { copia } from '#contract/store/copia'
import type { Handlers } from '../core/handlers.ts'
import { exportCopia } from './file.ts'
import { importCopia, previewCopia, restoreCopia } from './import.ts'
import { listDaRipetere, listRisposteDate } from './lists.ts'
import { listPunti, readPunto } from './restore-points.ts'

export const copiaHandlers: Handlers<typeof copia> = {
  exportCopia,
  listRisposteDate,
  listDaRipetere,
  previewCopia,
  importCopia,
  restoreCopia,
  listPunti,
  readPunto,
}
