import type { ProvaPersona } from '#contract/account'
import { fail, ok, type Result } from '#contract/result'
import type { Deps, Queryable } from '../deps.ts'
import { composeEliminato, composeInEliminazione, composeTenuto } from '../mail/messages.ts'
import { enqueue } from '../outbox.ts'
import { keepCounted } from '../reportistica/choices.ts'
import { enqueueContact } from './mailing-contact.ts'
import { proveOwner, spendLink, writeLink } from './own-proof.ts'
import { findUtente, type UtenteRow } from './profilo.ts'
import { removeUtenti } from './removal.ts'

/** Milliseconds in which the owner may take back an account that a token alone deleted. */
const SECOND_THOUGHTS_MS = 7 * 24 * 3600 * 1000

/**
 * Deletes an account for ever (D14): every table of a person refers to it and is deleted with it; purchases stay
 * without it. A mail to the address confirms it.
 */
export async function eraseUtente(deps: Deps, id_utente: number): Promise<Result<null>> {
  const row = await findUtente(deps.db, id_utente)
  if (!row) return fail('TOKEN_NON_VALIDO')
  await deps.db.tx(async (q) => {
    if (row.flag_commerciale === 1) {
      await q.query('update utente set flag_commerciale = 0 where id_utente = $1', [id_utente])
      await enqueueContact(q, deps, id_utente)
    }
    // Delete rows written from outside with this address: they are its owner's, once the address is proved.
    if (row.email_verificata)
      await q.query('delete from richiesta_assistenza where email = $1 and id_utente is null', [row.email])
    const gone = await removeUtenti(q, [id_utente])
    if (gone > 0 && row.email_verificata) await enqueue(q, deps, 'posta', composeEliminato(row.email))
  })
  deps.log.info({ utente: id_utente }, 'account eliminato')
  await keepCounted(deps)
  await deps.wake()
  return ok(null)
}

/** Ends the sessions now and the account after `ms`; the mail has the way back. */
export async function scheduleErasure(
  q: Queryable,
  deps: Deps,
  row: UtenteRow,
  ms = SECOND_THOUGHTS_MS,
): Promise<void> {
  const now = deps.now()
  const end = new Date(now.getTime() + ms)
  await q.query('update utente set da_eliminare = $2 where id_utente = $1', [row.id_utente, end])
  await q.query(`update sessione set chiusa = $2, motivo = 'account' where id_utente = $1 and chiusa is null`, [
    row.id_utente,
    now,
  ])
  const token = await writeLink(q, deps, row, { tipo: 'ripensamento', ms })
  const link = `${deps.config.publicUrl}/simulatore/auth/?type=login&tieni=${token}`
  await enqueue(q, deps, 'posta', composeInEliminazione(row.email, end, link), row.id_utente)
}

/**
 * Deletes the signed-in account [AU42]: at once with a proof of its person, or where nobody has proved the address;
 * with a token alone in a week. VECCHIA_PASSWORD_ERRATA, TOKEN_SOCIAL_SCADUTO.
 */
export async function deleteUtente(
  deps: Deps,
  id_utente: number,
  proof: ProvaPersona,
  bond: string | null,
): Promise<Result<null>> {
  const row = await findUtente(deps.db, id_utente)
  if (!row) return fail('TOKEN_NON_VALIDO')
  const proved = await proveOwner(deps, row, proof, bond)
  if (!proved.ok) return proved
  if (proved.value || (!row.email_verificata && row.livello === 0)) return eraseUtente(deps, id_utente)
  await deps.db.tx((q) => scheduleErasure(q, deps, row))
  deps.log.info({ utente: id_utente }, 'account da eliminare')
  await deps.wake()
  return ok(null)
}

/** Keeps an account that was to be deleted, inside a transaction, and mails its person. */
export async function cancelErasure(q: Queryable, deps: Deps, id_utente: number): Promise<void> {
  await q.query('update utente set da_eliminare = null where id_utente = $1', [id_utente])
  const row = await findUtente(q, id_utente)
  if (row) await enqueue(q, deps, 'posta', composeTenuto(row.email), row.id_utente)
}

/** Keeps an account scheduled for deletion: the reader of its mail owns it. LINK_SCADUTO. */
export async function keepUtente(deps: Deps, token: string): Promise<Result<null>> {
  const kept = await deps.db.tx(async (q): Promise<Result<null>> => {
    const link = await spendLink(q, deps, 'ripensamento', token)
    if (!link) return fail('LINK_SCADUTO')
    await cancelErasure(q, deps, link.id_utente)
    return ok(null)
  })
  if (kept.ok) await deps.wake()
  return kept
}

/** Deletes the accounts whose week is over. */
export async function eraseDue(deps: Deps): Promise<void> {
  const { rows } = await deps.db.query<{ id_utente: number }>('select id_utente from utente where da_eliminare <= $1', [
    deps.now(),
  ])
  for (const { id_utente } of rows) await eraseUtente(deps, id_utente)
}
