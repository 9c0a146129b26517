import { effectiveLivello as effective, type LivelloUtente } from '#rules/access'
import type { Deps, Queryable } from '../deps.ts'

export type { LivelloUtente }

type Expiry = { livello: LivelloUtente; data_scadenza_premium: Date | null }

/** Returns the tier in force, of an account's row: an expired premium or legacy is demo again (D7). */
export const effectiveLivello = ({ livello, data_scadenza_premium }: Expiry, now: Date): LivelloUtente =>
  effective(livello, data_scadenza_premium?.toISOString() ?? null, now.getTime())

/** Grants a tier to an account (D3, D9). Returns false when no account has the address. */
export async function grantLivello(
  { db, now }: { db: Queryable } & Pick<Deps, 'now'>,
  email: string,
  livello: LivelloUtente,
  expiry: Date | null,
): Promise<boolean> {
  const { count } = await db.query(
    `update utente set livello = $2::smallint, data_scadenza_premium = $3,
       data_passaggio_premium = case when $2::smallint = 0 then null when livello = $2::smallint then data_passaggio_premium else $4 end
     where email = $1`,
    [email, livello, expiry, now()],
  )
  return count > 0
}
