/**
 * The only entrance of recovery. To open: `openSafely`, `afterRecovery`. To heal: `recoverStore`, `healDamage`,
 * `verifyStore`. To tend: `keepUp`, `tend`, `checkpoint` and their parts.
 */
export { browserCare } from './browser.ts'
export { checkpoint, LOG_LEFT_BYTES, LONG_SLICE, logEnd, newUpkeep } from './checkpoint.ts'
export { logSize, stopTending, tend } from './maintenance.ts'
export { isBehind, newMirrorState } from './mirror-keeper.ts'
export { afterRecovery, alignBanks, noteLostBank, type OpenedStore, openSafely, recoverStore } from './recovery.ts'
export { removeUpkeepFiles } from './sweep.ts'
export { healDamage, keepUp, readStoreState, verifyStore } from './verify.ts'
