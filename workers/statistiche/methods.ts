import type { statistiche } from '#contract/store/statistiche'
import type { Handlers } from '../core/handlers.ts'
import { assignChiave } from './assign-chiave.ts'
import { readCalibration } from './calibration.ts'
import { compareCloud, overwriteBanca } from './cloud.ts'
import { completamento } from './completamento.ts'
import { meetEpoch } from './epoch.ts'
import { readAbitudini, readErrori } from './errori.ts'
import { readGiorni } from './giorni.ts'
import { readNorme } from './norme.ts'
import { readOggi } from './oggi.ts'
import { setLivello, setPreferiti } from './person-marks.ts'
import { readPrevisione } from './previsione.ts'
import { readProgressi } from './progressi.ts'
import { countReset, listResets, resetStatistiche, restoreReset } from './reset.ts'
import { answer, undo } from './risposte.ts'
import { applyRemote, countUnsynced, listUnsynced, markSynced, pullState, quarantine } from './sync.ts'

export const statisticheHandlers: Handlers<typeof statistiche> = {
  completamento,
  readOggi,
  readPrevisione,
  readGiorni,
  readProgressi,
  readNorme,
  readErrori,
  readAbitudini,
  readCalibration,
  answer,
  setLivello,
  setPreferiti,
  assignChiave,
  undo,
  countReset,
  resetStatistiche,
  listResets,
  restoreReset,
  compareCloud,
  overwriteBanca,
  countUnsynced,
  listUnsynced,
  markSynced,
  quarantine,
  meetEpoch,
  pullState,
  applyRemote,
}
