import { fail, ok, type Result } from '#contract/result'
import { sqlState } from '../db/failures.ts'
import type { Deps, Queryable } from '../deps.ts'
import type { Redirect } from '../handler.ts'
import { composeNuovoIndirizzo, composeVerifica } from '../mail/messages.ts'
import { enqueue } from '../outbox.ts'
import { normalizeEmail } from './email.ts'
import { enqueueContact } from './mailing-contact.ts'
import { findUtente } from './profilo.ts'
import { hashToken, newToken } from './token.ts'
import { dropUnproven } from './unproven.ts'

/** D12a: how long a verification link lives, in ms. */
export const VERIFICATION_MS = 24 * 3600 * 1000
/** Seconds between two verification mails of one account (D17b, the constant 60). */
export const VERIFICATION_WAIT_S = 60

/** Writes a new link for an address and the mail that carries it; only its hash is kept beside the mail. */
export async function enqueueVerification(
  q: Queryable,
  deps: Deps,
  id_utente: number,
  email: string,
  instead = false,
): Promise<void> {
  const token = newToken(deps.random)
  const now = deps.now()
  await q.query(
    `insert into gettone (hash, tipo, id_utente, email, creato, scade) values ($1, 'verifica', $2, $3, $4, $5)`,
    [hashToken(token), id_utente, email, now, new Date(now.getTime() + VERIFICATION_MS)],
  )
  const link = `${deps.config.publicUrl}/api/ms_utente/verifica_email?token=${token}`
  await enqueue(q, deps, 'posta', (instead ? composeNuovoIndirizzo : composeVerifica)(email, link), id_utente)
}

/** Inside a transaction that holds the account's row: RATE_LIMIT_EXCEEDED with the seconds until another mail may be asked for. */
export async function checkWait(q: Queryable, deps: Deps, id_utente: number): Promise<Result<null>> {
  const { rows } = await q.query<{ creato: Date | null }>(
    `select max(creato) as creato from gettone where id_utente = $1 and tipo = 'verifica'`,
    [id_utente],
  )
  const last = rows[0]?.creato
  const seconds = last ? VERIFICATION_WAIT_S - Math.floor((deps.now().getTime() - last.getTime()) / 1000) : 0
  return seconds > 0 ? fail('RATE_LIMIT_EXCEEDED', { dati: { secondi: seconds } }) : ok(null)
}

/** Inside one transaction: the waiting time, the new address when there is one, the new link. */
async function prepare(q: Queryable, deps: Deps, id_utente: number, next: string | undefined): Promise<Result<null>> {
  await q.query('select 1 from utente where id_utente = $1 for update', [id_utente])
  const utente = await findUtente(q, id_utente)
  if (!utente) return fail('TOKEN_NON_VALIDO')
  const email = next ? normalizeEmail(next) : (utente.email_nuova ?? utente.email)
  if (utente.email_verificata && email !== utente.email_nuova)
    return email === utente.email ? ok(null) : fail('VIETATO')
  const wait = await checkWait(q, deps, id_utente)
  if (!wait.ok) return wait
  if (!utente.email_verificata && email !== utente.email) {
    await q.query('update utente set email = $2 where id_utente = $1', [id_utente, email])
    // The links sent to the old address die: whoever reads it must not confirm this account.
    await q.query('delete from gettone where id_utente = $1', [id_utente])
  }
  await enqueueVerification(q, deps, id_utente, email, email === utente.email_nuova)
  return ok(null)
}

/**
 * Sends the verification mail again, before the first verification to another address when one is given; later to the address that waits to
 * take the place of the present one. Nothing happens when nothing waits. RATE_LIMIT_EXCEEDED with the seconds to wait; EMAIL_GIA_IN_USO;
 * VIETATO when a verified account asks for another address here (it is changed in the profile).
 */
export async function resendVerification(deps: Deps, id_utente: number, next?: string): Promise<Result<null>> {
  const prepared = await deps.db
    .tx((q) => prepare(q, deps, id_utente, next))
    .catch((error): Result<null> => {
      if (sqlState(error) === '23505') return fail('EMAIL_GIA_IN_USO')
      throw error
    })
  if (prepared.ok) await deps.wake()
  return prepared
}

/**
 * A new mail for a link that expired, on whatever device it was opened: the link itself says which account, and the mail goes to the same
 * address. LINK_SCADUTO for a link that is unknown or of an address left since; RATE_LIMIT_EXCEEDED.
 */
export async function renewVerification(deps: Deps, token: string): Promise<Result<null>> {
  const { rows } = await deps.db.query<{ id_utente: number }>(
    `select u.id_utente from gettone g join utente u using (id_utente)
     where g.hash = $1 and g.tipo = 'verifica' and (u.email = g.email or u.email_nuova = g.email)`,
    [hashToken(token)],
  )
  return rows[0] ? resendVerification(deps, rows[0].id_utente) : fail('LINK_SCADUTO')
}

// An address that waits takes its place here; `usato` keeps a second opening equal to the first.
const OPEN = `with buono as (
    update gettone g set usato = coalesce(g.usato, $2) from utente u
    where g.hash = $1 and g.tipo = 'verifica' and u.id_utente = g.id_utente and (u.email = g.email or u.email_nuova = g.email)
      and (g.scade > $2 or g.usato is not null)
    returning g.id_utente, g.email)
  update utente u set email_verificata = true, email = buono.email,
    email_nuova = case when u.email_nuova = buono.email then null else u.email_nuova end
  from buono where u.id_utente = buono.id_utente returning u.id_utente`

// The address that is about to take the place of the present one.
const WAITING = `select g.email from gettone g join utente u using (id_utente)
  where g.hash = $1 and g.tipo = 'verifica' and u.email_verificata and u.email_nuova = g.email and g.scade > $2`

/**
 * The link in the mail: verifies and leads to the page, with `esito=verificata` on whatever device. Opening it again answers the same, because
 * scanners open it first; a link that is unknown, expired or of an address left since leads there with `esito=scaduto` and the token, so that the
 * page can ask for another; `esito=in_uso` when the new address has meanwhile another account, itself verified.
 */
export async function openVerification(deps: Deps, token: string): Promise<Result<Redirect>> {
  const page = `${deps.config.publicUrl}/simulatore/auth/check-email`
  try {
    const verified = await deps.db.tx(async (q) => {
      const waiting = await q.query<{ email: string }>(WAITING, [hashToken(token), deps.now()])
      if (waiting.rows[0]) await dropUnproven(q, waiting.rows[0].email)
      const { rows } = await q.query<{ id_utente: number }>(OPEN, [hashToken(token), deps.now()])
      if (rows[0]) await enqueueContact(q, deps, rows[0].id_utente)
      return rows.length > 0
    })
    if (verified) await deps.wake()
    const expired = `?esito=scaduto${/^[\w-]{43}$/.test(token) ? `&token=${token}` : ''}`
    return ok({ redirect: `${page}${verified ? '?esito=verificata' : expired}` })
  } catch (error) {
    if (sqlState(error) === '23505') return ok({ redirect: `${page}?esito=in_uso` })
    throw error
  }
}
