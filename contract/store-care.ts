import type { Rung } from './store/data.ts'

/** Reason why the person's store, or a bank, was recovered. */
export type RecoveryCause =
  /** The bytes differed from those written. */
  | 'danno'
  /** The store was older than this browser's last record of it, or gone. */
  | 'indietro'

/** Findings and acts of a recovery, in figures for one sentence. */
export type RecoveryReport = {
  at: string
  causa: RecoveryCause
  /** True when the person's own store was rebuilt; false when only banks were damaged. */
  utente: boolean
  /** Events in the store after the recovery. */
  eventi: number
  /** Events among them that only the mirror of unsent events still had. */
  dallo_specchio: number
  /** Lost events, absent from this device; a pull brings back the sent ones. */
  mancanti: number
  /** Banks whose file was dropped, to be downloaded again. */
  banche: { id_concorso: number; concorso: string }[]
}

/** State of the store, for the profile. */
export type StoreHealth = {
  gradino: Rung
  /** Bytes of the person's store on the device, banks left out; null where the rung cannot say. */
  byte: number | null
  /** Instant of the last whole check without a defect; null before the first. */
  ultima_verifica: string | null
  /** Instant of the last copy of sittings and settings. */
  ultima_copia: string | null
  ultimo_recupero: RecoveryReport | null
}

/** Outcome of the migration of an old IndexedDB database 'concorsi'. */
export type LegacyMigration = {
  /** `assente`: there is no old database, or it belongs to another account. */
  stato: 'assente' | 'fatta' | 'gia_fatta' | 'fallita' | 'eliminata'
  /** Records of the old statistics stores that were copied here. */
  copiate: number
}

/** Name of the BroadcastChannel on which the owner of a store reports a recovery during work. */
export const RECOVERY_CHANNEL = 'idoneo-recupero'
/** Listeners ask `verifyArchivio` for the report: the worker has no clock. */
export type RecoveryNotice = { id_utente: number }
