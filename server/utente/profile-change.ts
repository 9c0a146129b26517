import { fail, ok, type Result } from '#contract/result'
import type { ProfiloCambiato } from '#contract/schemas'
import type { Deps, Queryable } from '../deps.ts'
import type { Session } from '../handler.ts'
import { composeAvvisoIndirizzo, composeConfermaCambio } from '../mail/messages.ts'
import { enqueue } from '../outbox.ts'
import { changeConsenso } from './consents.ts'
import { normalizeEmail } from './email.ts'
import { proveOwner, spendLink, writeLink } from './own-proof.ts'
import { findUtente, findUtenteByEmail, type UtenteRow } from './profilo.ts'
import { hashToken } from './token.ts'
import { checkWait, enqueueVerification } from './verification.ts'

/**
 * Refuses fields that only the server decides: a higher tier, another account, a withdrawn consent that every account
 * needs.
 */
function refuse(session: Session, body: ProfiloCambiato): Result<null> {
  if (body.id_utente_idoneo !== undefined && body.id_utente_idoneo !== session.id_utente) return fail('VIETATO')
  if (body.livello !== undefined && body.livello > session.livello)
    return fail('RICHIESTA_NON_VALIDA', { campi: ['livello'] })
  if (body.flag_privacy !== undefined && body.flag_privacy !== 1)
    return fail('RICHIESTA_NON_VALIDA', { campi: ['flag_privacy'] })
  return ok(null)
}

/**
 * Requires a proof of the person for another address: a stolen token must not take the account away. An account without
 * a password gets a link at its present address instead.
 */
async function checkOwner(
  deps: Deps,
  row: UtenteRow,
  body: ProfiloCambiato,
  email: string,
  bond: string | null,
): Promise<Result<null>> {
  const { password, token_social, social } = body
  const proved = await proveOwner(deps, row, { password, token_social, social: social ?? undefined }, bond)
  if (!proved.ok) return proved
  if (proved.value) return ok(null)
  if (row.password_hash) return fail('MISSING_REQUIRED_PARAM', { campi: ['password'] })
  await deps.db.tx(async (q) => {
    const token = await writeLink(q, deps, row, { tipo: 'indirizzo', dati: { email } })
    const link = `${deps.config.publicUrl}/simulatore/auth/?type=login&indirizzo=${token}`
    await enqueue(q, deps, 'posta', composeConfermaCambio(row.email, email, link), row.id_utente)
  })
  await deps.wake()
  return fail('CONFERMA_PER_POSTA', { dati: { email: row.email } })
}

/**
 * Confirms the link at the present address and sends the new one its proof. LINK_SCADUTO, EMAIL_GIA_IN_USO,
 * RATE_LIMIT_EXCEEDED.
 */
export async function confirmAddress(deps: Deps, token: string): Promise<Result<null>> {
  const asked = await deps.db.tx(async (q): Promise<Result<null>> => {
    const link = await spendLink<{ email: string }>(q, deps, 'indirizzo', token)
    const row = link && (await findUtente(q, link.id_utente))
    if (!link || !row) return fail('LINK_SCADUTO')
    const done = await askAddress(q, deps, row, link.dati.email)
    // Keep the link valid after a temporary refusal.
    if (!done.ok) await q.query('update gettone set usato = null where hash = $1', [hashToken(token)])
    return done
  })
  if (asked.ok) await deps.wake()
  return asked
}

/** Stores the new address until its mail is opened, and mails the present one. */
async function askAddress(q: Queryable, deps: Deps, row: UtenteRow, email: string): Promise<Result<null>> {
  if (!deps.config.recuperoRiservato && (await findUtenteByEmail(q, email))?.email_verificata)
    return fail('EMAIL_GIA_IN_USO')
  // Refuse when the password changed during its verification: the change locks out the holder of the old one.
  if ((await findUtente(q, row.id_utente))?.password_hash !== row.password_hash) return fail('VECCHIA_PASSWORD_ERRATA')
  const wait = await checkWait(q, deps, row.id_utente)
  if (!wait.ok) return wait
  await q.query('update utente set email_nuova = $2 where id_utente = $1', [row.id_utente, email])
  await q.query('delete from gettone where id_utente = $1 and usato is null and email <> $2', [
    row.id_utente,
    row.email,
  ])
  await enqueueVerification(q, deps, row.id_utente, email, true)
  await enqueue(q, deps, 'posta', composeAvvisoIndirizzo(row.email, email), row.id_utente)
  return ok(null)
}

/** Drops the waiting address, with the links that would have proved it. */
async function dropAddress(q: Queryable, id_utente: number): Promise<void> {
  await q.query('update utente set email_nuova = null where id_utente = $1', [id_utente])
  await q.query(
    `delete from gettone g using utente u where g.id_utente = $1 and u.id_utente = $1 and g.tipo = 'verifica' and g.email <> u.email`,
    [id_utente],
  )
}

/**
 * Changes the person's part of their own profile. Absent fields stay, and fields that only the server decides are
 * ignored. Sittings under way keep the time they began with. VIETATO for another account's id, RICHIESTA_NON_VALIDA (a
 * higher tier, the required consent withdrawn); for another address MISSING_REQUIRED_PARAM, VECCHIA_PASSWORD_ERRATA,
 * TOKEN_SOCIAL_SCADUTO or CONFERMA_PER_POSTA, EMAIL_GIA_IN_USO, RATE_LIMIT_EXCEEDED.
 */
export async function updateProfilo(
  deps: Deps,
  session: Session,
  body: ProfiloCambiato,
  ip: string,
  bond: string | null,
): Promise<Result<null>> {
  const allowed = refuse(session, body)
  if (!allowed.ok) return allowed
  const { id_utente } = session
  const row = await findUtente(deps.db, id_utente)
  if (!row) return fail('TOKEN_NON_VALIDO')
  const email = body.email_comunicazioni === undefined ? row.email : normalizeEmail(body.email_comunicazioni)
  const moved = email !== row.email && email !== row.email_nuova
  if (moved) {
    const owner = await checkOwner(deps, row, body, email, bond)
    if (!owner.ok) return owner
  }
  const done = await deps.db.tx(async (q): Promise<Result<null>> => {
    await q.query('select 1 from utente where id_utente = $1 for update', [id_utente])
    if (moved) {
      const asked = await askAddress(q, deps, row, email)
      if (!asked.ok) return asked
    } else if (body.email_nuova === null) await dropAddress(q, id_utente)
    await q.query(
      `update utente set tempo_aggiuntivo = coalesce($2::int, tempo_aggiuntivo), flag_notifiche = coalesce($3::int, flag_notifiche)
       where id_utente = $1`,
      [id_utente, body.tempo_aggiuntivo ?? null, body.flag_notifiche ?? null],
      'aggiorna_utente',
    )
    if (body.flag_commerciale !== undefined)
      await changeConsenso(q, deps, { id_utente, ip, tipo: 'commerciale', valore: body.flag_commerciale === 1 })
    return ok(null)
  })
  if (done.ok) await deps.wake()
  return done
}
