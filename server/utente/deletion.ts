import { fail, ok, type Result } from '#contract/result'
import type { Deps } from '../deps.ts'
import { composeEliminato } from '../mail/messages.ts'
import { enqueue } from '../outbox.ts'
import { enqueueContact } from './mailing-contact.ts'
import { findUtente } from './profilo.ts'

/**
 * Deletes an account for ever (D14): every table of a person refers to it and goes with it; purchases stay without it. A mail to the address
 * says so. VECCHIA_PASSWORD_ERRATA when a password is given and is not right.
 */
export async function deleteUtente(deps: Deps, id_utente: number, password?: string): Promise<Result<null>> {
  const row = await findUtente(deps.db, id_utente)
  if (!row) return fail('TOKEN_NON_VALIDO')
  if (password !== undefined && row.password_hash && !(await deps.passwords.verify(row.password_hash, password)))
    return fail('VECCHIA_PASSWORD_ERRATA')
  await deps.db.tx(async (q) => {
    if (row.flag_commerciale === 1) {
      await q.query('update utente set flag_commerciale = 0 where id_utente = $1', [id_utente])
      await enqueueContact(q, deps, id_utente)
    }
    // What was written from outside, with this address: its owner's, once the address is proved.
    if (row.email_verificata)
      await q.query('delete from richiesta_assistenza where email = $1 and id_utente is null', [row.email])
    const gone = await q.query('delete from utente where id_utente = $1', [id_utente])
    if (gone.count > 0 && row.email_verificata) await enqueue(q, deps, 'posta', composeEliminato(row.email))
  })
  deps.log.info({ utente: id_utente }, 'account eliminato')
  await deps.wake()
  return ok(null)
}
