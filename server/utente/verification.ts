import type { EsitoConferma } from '#contract/account'
import { fail, ok, type Result } from '#contract/result'
import { sqlState } from '../db/failures.ts'
import type { Deps, Queryable } from '../deps.ts'
import type { Redirect, Session } from '../handler.ts'
import {
  composeGiaIscritto,
  composeIndirizzoCambiato,
  composeNuovoIndirizzo,
  composeVerifica,
} from '../mail/messages.ts'
import { enqueue } from '../outbox.ts'
import { normalizeEmail } from './email.ts'
import { enqueueContact } from './mailing-contact.ts'
import { writeLink } from './own-proof.ts'
import { findUtente, findUtenteByEmail } from './profilo.ts'
import { hashToken, newToken } from './token.ts'
import { endWaysIn, freeUnproven } from './unproven.ts'

/** D12a: how long a verification link lives, in ms. */
const VERIFICATION_MS = 24 * 3600 * 1000
/** Seconds between two verification mails of one account (D17b, the constant 60). */
const VERIFICATION_WAIT_S = 60

/**
 * Writes a new link for an address and the mail that carries it; only its hash is kept beside the mail. An address with
 * an account of its own gets a notice instead: where recovery is reserved, a profile treats both alike [AU49].
 */
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
  const taken = instead && (await findUtenteByEmail(q, email))?.email_verificata
  const mail = taken
    ? composeGiaIscritto(email, deps.config.publicUrl)
    : instead
      ? composeNuovoIndirizzo(email, link)
      : composeVerifica(email, link)
  await enqueue(q, deps, 'posta', mail, id_utente)
}

/**
 * Checks the wait, inside a transaction that holds the account's row: RATE_LIMIT_EXCEEDED with the seconds until
 * another mail.
 */
export async function checkWait(q: Queryable, deps: Deps, id_utente: number): Promise<Result<null>> {
  const { rows } = await q.query<{ creato: Date | null }>(
    `select max(creato) as creato from gettone where id_utente = $1 and tipo = 'verifica'`,
    [id_utente],
  )
  const last = rows[0]?.creato
  const seconds = last ? VERIFICATION_WAIT_S - Math.floor((deps.now().getTime() - last.getTime()) / 1000) : 0
  return seconds > 0 ? fail('RATE_LIMIT_EXCEEDED', { dati: { secondi: seconds } }) : ok(null)
}

/** Writes, inside one transaction, the waiting time, the new address when there is one, and the new link. */
async function prepare(q: Queryable, deps: Deps, id_utente: number, next: string | undefined): Promise<Result<null>> {
  await q.query('select 1 from utente where id_utente = $1 for update', [id_utente])
  const utente = await findUtente(q, id_utente)
  if (!utente) return fail('TOKEN_NON_VALIDO')
  const email = next ? normalizeEmail(next) : (utente.email_nuova ?? utente.email)
  if (utente.email_verificata && email !== utente.email_nuova)
    return email === utente.email ? ok(null) : fail('VIETATO')
  const moves = !utente.email_verificata && email !== utente.email
  // Refuse: the operator granted the tier to an address, and another must not take it before the first is proved. Where
  // recovery is reserved, the person registers again: this response would reveal which addresses have accounts.
  if (moves && (utente.livello > 0 || deps.config.recuperoRiservato)) return fail('VIETATO')
  const wait = await checkWait(q, deps, id_utente)
  if (!wait.ok) return wait
  if (moves) {
    const { contested } = await freeUnproven(q, email)
    await q.query('update utente set email = $2, contesa = contesa or $3 where id_utente = $1', [
      id_utente,
      email,
      contested,
    ])
    // Delete the links sent to the old address: its reader must not confirm this account.
    await q.query('delete from gettone where id_utente = $1', [id_utente])
  }
  await enqueueVerification(q, deps, id_utente, email, email === utente.email_nuova)
  return ok(null)
}

/**
 * Sends the verification mail again: before the first verification to another address when one is given, later to the
 * waiting one. Sends nothing when no address waits. RATE_LIMIT_EXCEEDED with the seconds to wait; EMAIL_GIA_IN_USO;
 * VIETATO when a verified account asks for another address here (it is changed in the profile), or one that the
 * operator raised does.
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
 * Sends a new mail for an expired link, on any device: the link itself names the account, and the mail goes to the same
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

// Select the address of a link: an unproved account's, or one that is to replace another.
const LINK = `select g.id_utente, g.email, g.usato is not null or (u.email_verificata and u.email = g.email) as usato,
    g.scade > $2 as vivo, u.email <> g.email as nuovo, u.contesa, u.password_hash,
    exists (select 1 from identita_social i where i.id_utente = u.id_utente) as con_social
  from gettone g join utente u using (id_utente)
  where g.hash = $1 and g.tipo = 'verifica' and (u.email = g.email or u.email_nuova = g.email)`
type Link = {
  id_utente: number
  email: string
  usato: boolean
  vivo: boolean
  nuovo: boolean
  contesa: boolean
  password_hash: string | null
  con_social: boolean
}

async function readLink(q: Queryable, deps: Deps, token: string, lock = ''): Promise<Link | undefined> {
  return (await q.query<Link>(LINK + lock, [hashToken(token), deps.now()])).rows[0]
}

/**
 * Redirects the mail's link to the page and changes nothing, so scanners may open it. With `esito=conferma` and the
 * token the page asks whose the account is (`conferma_indirizzo` for an address that is to replace another).
 * `esito=verificata` once it was confirmed. A link that is unknown, expired or of an address left since gets
 * `esito=scaduto`, so that the page can ask for another.
 */
export async function openVerification(deps: Deps, token: string): Promise<Result<Redirect>> {
  const page = `${deps.config.publicUrl}/simulatore/auth/check-email`
  const link = await readLink(deps.db, deps, token)
  if (link?.usato) return ok({ redirect: `${page}?esito=verificata` })
  const esito = !link?.vivo ? 'scaduto' : link.nuovo ? 'conferma_indirizzo' : 'conferma'
  return ok({ redirect: `${page}?esito=${esito}${/^[\w-]{43}$/.test(token) ? `&token=${token}` : ''}` })
}

/**
 * Proves the address: the reader of the mail owns the account, and a waiting address replaces the present one. Its ways
 * in stay for a person who has shown that they made it (`own`). Otherwise all ways in end where a social login made it,
 * or where two people wanted the address (decision 0104). The returned token then chooses the password.
 */
async function prove(
  q: Queryable,
  deps: Deps,
  { token, riprendi }: Answer,
  link: Link,
  own: boolean,
): Promise<{ scelta?: string }> {
  const { id_utente, email, nuovo } = link
  const contested = nuovo ? (await freeUnproven(q, email)).contested : link.contesa || link.con_social || riprendi
  await q.query('update gettone set usato = $2 where hash = $1', [hashToken(token), deps.now()])
  const before = nuovo ? (await findUtente(q, id_utente))?.email : undefined
  await q.query(
    `update utente set email_verificata = true, email = $2, contesa = false,
       email_nuova = case when email_nuova = $2 then null else email_nuova end
     where id_utente = $1`,
    [id_utente, email],
  )
  if (before) await enqueue(q, deps, 'posta', composeIndirizzoCambiato(before, email), id_utente)
  const takenOver = contested && !own
  if (takenOver) await endWaysIn(q, id_utente)
  else if (own) await q.query('update identita_social set provata = true where id_utente = $1', [id_utente])
  await enqueueContact(q, deps, id_utente)
  // Send no other mail: the holder of the token has just proved the address.
  return takenOver ? { scelta: await writeLink(q, deps, { id_utente, email }, { tipo: 'recupero' }) } : {}
}

/** Disowns the account for the owner of the address: an unproved account is deleted, a waiting address is dropped. */
async function disown(q: Queryable, { id_utente, email, nuovo }: Link): Promise<EsitoConferma> {
  await q.query('delete from gettone where id_utente = $1 and email = $2', [id_utente, email])
  if (!nuovo) return (await freeUnproven(q, email)).gone ? 'eliminato' : 'rimasto'
  await q.query('update utente set email_nuova = null where id_utente = $1', [id_utente])
  return 'annullata'
}

/**
 * `password`, or the caller's session, shows that the account is the mail reader's; with `riprendi` they take it
 * without.
 */
type Answer = { token: string; mio: boolean; riprendi: boolean; password?: string | undefined }
type Answered = { esito: EsitoConferma; scelta?: string }

/**
 * Records the address owner's choice on the link's question. `mio` confirms, also twice. Otherwise the account made
 * with their address is deleted, where only its maker has a hand in it (decision 0074). With `scelta` the account has
 * no way in but the password that this token chooses. LINK_SCADUTO, CREDENZIALI_ERRATE; EMAIL_GIA_IN_USO when the new
 * address has meanwhile another account, itself verified.
 */
export async function answerVerification(
  deps: Deps,
  answer: Answer,
  session: Session | null,
): Promise<Result<Answered>> {
  const { token, mio, password } = answer
  try {
    const asked = mio && password ? await readLink(deps.db, deps, token) : undefined
    const checked = asked?.vivo && !asked.usato ? asked.password_hash : undefined
    if (checked !== undefined && !(await deps.passwords.verify(checked, password ?? '')))
      return fail('CREDENZIALI_ERRATE')
    const answered = await deps.db.tx(async (q): Promise<Result<Answered>> => {
      const link = await readLink(q, deps, token, ' for update')
      if (link?.usato && mio) return ok({ esito: 'confermata' })
      if (!link?.vivo || link.usato) return fail('LINK_SCADUTO')
      if (!mio) return ok({ esito: await disown(q, link) })
      const own = session?.id_utente === link.id_utente || (checked !== undefined && checked === link.password_hash)
      return ok({ esito: 'confermata', ...(await prove(q, deps, answer, link, own)) })
    })
    if (answered.ok) await deps.wake()
    return answered
  } catch (error) {
    if (sqlState(error) === '23505') return fail('EMAIL_GIA_IN_USO')
    throw error
  }
}
