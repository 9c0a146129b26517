/** The only entrance of recovery: checks of an opening, repairs, and the upkeep of an open store. */
export { brokenPages, checkpoint, LOG_LEFT_BYTES, LONG_SLICE, logEnd, newUpkeep } from './checkpoint.ts'
export { makeBackup } from './daily-backup.ts'
export { browserCare } from './idb-mirror.ts'
export { logSize, mirror, stopTending, tend } from './maintenance.ts'
export { isBehind, newMirrorState } from './mirror-keeper.ts'
export { finishReplace, listDamaged, removeDamaged } from './quarantine.ts'
export type { Repaired } from './rebuild.ts'
export {
  afterRecovery,
  alignBanks,
  alignFiles,
  checkEnd,
  hadStore,
  isDamaged,
  type LogTail,
  noteLostBank,
  type OpeningSite,
  readTail,
  repairFailed,
  repairOpen,
  resumeRepaired,
  verifyBanks,
} from './recovery.ts'
export { replayTail } from './replay.ts'
export { removeUpkeepFiles } from './sweep.ts'
