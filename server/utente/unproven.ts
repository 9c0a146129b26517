import type { Queryable } from '../deps.ts'

/** What whoever made an account put into it: ways in, and what they agreed to. */
const OF_ITS_MAKER = ['sessione', 'dispositivo', 'gettone', 'identita_social', 'consenso']

/**
 * Frees an address that nobody has proved, before its owner takes it: whoever registered first with another's address must not keep it
 * (decision 0071). The account goes; one that the operator raised stays with its tier, and whoever made it is out of it; a disabled one stays
 * as it is. Answers whether the account is gone.
 */
export async function freeUnproven(q: Queryable, email: string): Promise<boolean> {
  const gone = await q.query(
    `delete from utente where email = $1 and not email_verificata and livello = 0 and stato = 'attivo'`,
    [email],
  )
  if (gone.count > 0) return true
  const { rows } = await q.query<{ id_utente: number }>(
    `update utente set password_hash = null, social = null, email_social = null, email_nuova = null, flag_commerciale = 0
     where email = $1 and not email_verificata and livello > 0 and stato = 'attivo' returning id_utente`,
    [email],
  )
  for (const { id_utente } of rows)
    for (const table of OF_ITS_MAKER) await q.query(`delete from ${table} where id_utente = $1`, [id_utente])
  return false
}
