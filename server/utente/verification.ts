import { fail, ok, type Result } from '#contract/result'
import { sqlState } from '../db/failures.ts'
import type { Deps, Queryable } from '../deps.ts'
import type { Redirect } from '../handler.ts'
import { composeVerification } from '../mail/verification.ts'
import { normalizeEmail } from './email.ts'
import { findUtente } from './profilo.ts'
import { hashToken, newToken } from './token.ts'

/** D12a: how long a verification link lives, in ms. */
export const VERIFICATION_MS = 24 * 3600 * 1000
/** Seconds between two verification mails of one account (D17b, the constant 60). */
export const VERIFICATION_WAIT_MS = 60

/** Writes a new link for an address; answers the token, which is stored only as its hash. */
export async function createToken(q: Queryable, deps: Deps, id_utente: number, email: string): Promise<string> {
  const token = newToken(deps.random)
  const now = deps.now()
  await q.query(
    `insert into gettone (hash, tipo, id_utente, email, creato, scade) values ($1, 'verifica', $2, $3, $4, $5)`,
    [hashToken(token), id_utente, email, now, new Date(now.getTime() + VERIFICATION_MS)],
  )
  return token
}

export const sendVerification = (deps: Deps, email: string, token: string): Promise<void> =>
  deps.mailer.send(composeVerification(email, `${deps.config.publicUrl}/api/ms_utente/verifica_email?token=${token}`))

type Prepared = Result<{ email: string; token: string } | null>

/** Inside one transaction: the waiting time, the new address when there is one, the new link. Null: nothing to send. */
async function prepare(q: Queryable, deps: Deps, id_utente: number, next: string | undefined): Promise<Prepared> {
  await q.query('select 1 from utente where id_utente = $1 for update', [id_utente])
  const utente = await findUtente(q, id_utente)
  if (!utente) return fail('TOKEN_NON_VALIDO')
  const email = next ? normalizeEmail(next) : utente.email
  if (utente.email_verificata) return email === utente.email ? ok(null) : fail('VIETATO')
  const now = deps.now()
  const { rows } = await q.query<{ creato: Date | null }>(
    `select max(creato) as creato from gettone where id_utente = $1 and tipo = 'verifica'`,
    [id_utente],
  )
  const last = rows[0]?.creato
  const seconds = last ? VERIFICATION_WAIT_MS - Math.floor((now.getTime() - last.getTime()) / 1000) : 0
  if (seconds > 0) return fail('RATE_LIMIT_EXCEEDED', { dati: { secondi: seconds } })
  if (email !== utente.email) {
    await q.query('update utente set email = $2 where id_utente = $1', [id_utente, email])
    // The links sent to the old address die: whoever reads it must not confirm this account.
    await q.query(`delete from gettone where id_utente = $1 and tipo = 'verifica'`, [id_utente])
  }
  return ok({ email, token: await createToken(q, deps, id_utente, email) })
}

/**
 * Sends the verification mail again, to another address when one is given. Nothing happens once verified.
 * RATE_LIMIT_EXCEEDED with the seconds to wait; EMAIL_GIA_IN_USO; VIETATO when a verified account asks for another address;
 * SERVIZIO_NON_PRONTO when the mail server does not take it.
 */
export async function resendVerification(deps: Deps, id_utente: number, next?: string): Promise<Result<null>> {
  const prepared = await deps.db
    .tx((q) => prepare(q, deps, id_utente, next))
    .catch((error): Prepared => {
      if (sqlState(error) === '23505') return fail('EMAIL_GIA_IN_USO')
      throw error
    })
  if (!prepared.ok) return prepared
  if (!prepared.value) return ok(null)
  const { email, token } = prepared.value
  try {
    await sendVerification(deps, email, token)
    return ok(null)
  } catch (error) {
    deps.log.error({ err: error, utente: id_utente }, 'messaggio di verifica non partito')
    // No mail left, so there is nothing to wait for.
    await deps.db.query('delete from gettone where hash = $1', [hashToken(token)])
    return fail('SERVIZIO_NON_PRONTO')
  }
}

/**
 * The link in the mail: verifies and leads to the page. Opening it again answers the same, because scanners open it first;
 * a link that is unknown, expired or of an address left since leads there with `esito=scaduto`.
 */
export async function openVerification(deps: Deps, token: string): Promise<Result<Redirect>> {
  const pagina = `${deps.config.publicUrl}/simulatore/auth/check-email`
  const { count } = await deps.db.query(
    `with buono as (
       update gettone g set usato = coalesce(g.usato, $2) from utente u
       where g.hash = $1 and g.tipo = 'verifica' and u.id_utente = g.id_utente and u.email = g.email
         and (g.scade > $2 or g.usato is not null)
       returning g.id_utente)
     update utente u set email_verificata = true from buono where u.id_utente = buono.id_utente`,
    [hashToken(token), deps.now()],
  )
  return ok({ redirect: count > 0 ? pagina : `${pagina}?esito=scaduto` })
}
