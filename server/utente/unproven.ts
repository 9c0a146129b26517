import type { Queryable } from '../deps.ts'

/**
 * Takes away the account that holds an address which nobody has proved, before somebody else takes that address: whoever registered first
 * with another's address must not keep it (decision 0071). An account that the operator raised or disabled stays.
 */
export async function dropUnproven(q: Queryable, email: string): Promise<void> {
  await q.query(`delete from utente where email = $1 and not email_verificata and livello = 0 and stato = 'attivo'`, [
    email,
  ])
}
