import type { Queryable } from '../deps.ts'
import { removeUtenti } from './removal.ts'

/** Tables of an account maker's ways in besides the password. */
const WAYS_IN = ['sessione', 'dispositivo', 'identita_social']

/** Ends every way into an account, and its maker's other choices; mails that prove its own address stay valid. */
export async function endWaysIn(q: Queryable, id_utente: number): Promise<void> {
  await q.query(
    'update utente set password_hash = null, social = null, email_social = null, email_nuova = null, flag_commerciale = 0 where id_utente = $1',
    [id_utente],
  )
  for (const table of WAYS_IN) await q.query(`delete from ${table} where id_utente = $1`, [id_utente])
  await q.query(`delete from consenso where id_utente = $1 and tipo = 'commerciale'`, [id_utente])
  await q.query(
    `delete from gettone g using utente u where g.id_utente = $1 and u.id_utente = $1 and (g.tipo <> 'verifica' or g.email <> u.email)`,
    [id_utente],
  )
}

/**
 * `gone`: the account was deleted. `contested`: another person had a way into it, so two people may have wanted the
 * address.
 */
export type Freed = { gone: boolean; contested: boolean }

/**
 * Frees an unproved address before its owner takes it: the first to register another's address must not keep it
 * (decision 0071). The account is deleted. An account that the operator raised stays with its tier, and its maker is
 * locked out; a disabled one stays as it is.
 */
export async function freeUnproven(q: Queryable, email: string): Promise<Freed> {
  const { rows } = await q.query<{ id_utente: number; livello: number; aperto: boolean }>(
    `select id_utente, livello, password_hash is not null
       or exists (select 1 from identita_social i where i.id_utente = u.id_utente) as aperto
     from utente u where email = $1 and not email_verificata and stato = 'attivo' for update of u`,
    [email],
  )
  const row = rows[0]
  if (!row) return { gone: false, contested: false }
  if (row.livello === 0) await removeUtenti(q, [row.id_utente])
  else {
    await endWaysIn(q, row.id_utente)
    for (const table of ['gettone', 'consenso'])
      await q.query(`delete from ${table} where id_utente = $1`, [row.id_utente])
  }
  return { gone: row.livello === 0, contested: row.aperto }
}
