import type { Rung } from './store/data.ts'

/** Why the person's store, or a bank, had to be put right. */
export type RecoveryCause =
  /** Its bytes were not what had been written. */
  | 'danno'
  /** It was older than what this browser knows to have written, or gone. */
  | 'indietro'

/** What a recovery found and did, in figures for one sentence. */
export type RecoveryReport = {
  at: string
  causa: RecoveryCause
  /** True when the person's own store was rebuilt; false when only banks were damaged. */
  utente: boolean
  /** Events in the store after it. */
  eventi: number
  /** Of those, the ones that only the mirror of unsent events still had. */
  dallo_specchio: number
  /** Events known to have existed that are nowhere on this device: those already sent come back with a pull. */
  mancanti: number
  /** Banks whose file was dropped, to be downloaded again. */
  banche: { id_concorso: number; concorso: string }[]
}

/** How the store is, for the profile. */
export type StoreHealth = {
  gradino: Rung
  /** Bytes of the person's store on the device, banks left out; null where the rung cannot say. */
  byte: number | null
  /** When every byte was last checked and found good; null: never yet. */
  ultima_verifica: string | null
  /** When a copy of sittings and settings was last put aside. */
  ultima_copia: string | null
  ultimo_recupero: RecoveryReport | null
}

/** What the migration of an old IndexedDB database 'concorsi' came to. */
export type LegacyMigration = {
  /** `assente`: there is no old database, or it belongs to another account. */
  stato: 'assente' | 'fatta' | 'gia_fatta' | 'fallita' | 'eliminata'
  /** Records of the old statistics stores that are here now. */
  copiate: number
}

/** Name of the BroadcastChannel on which the owner of a store tells that it was put right in the middle of work. */
export const RECOVERY_CHANNEL = 'idoneo-recupero'
/** What was done is asked for with `verifyArchivio`: the worker does not know the time. */
export type RecoveryNotice = { id_utente: number }
