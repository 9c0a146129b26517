import { effectiveLivello as effective, type LivelloUtente } from '#rules/accesso'

export type { LivelloUtente }

type Expiry = { livello: LivelloUtente; data_scadenza_premium: Date | null }

/** The tier that counts now, of an account's row: an expired premium or legacy is demo again (D7). */
export const effectiveLivello = ({ livello, data_scadenza_premium }: Expiry, now: Date): LivelloUtente =>
  effective(livello, data_scadenza_premium?.toISOString() ?? null, now.getTime())
