import { fail, ok, type Result } from '#contract/result'
import type { AutenticazioneVO } from '#contract/schemas'
import { checkPassword } from '#rules/credentials'
import type { Deps, Queryable } from '../deps.ts'
import type { Session } from '../handler.ts'
import { forgetGuesses } from '../http/guesses.ts'
import { composePasswordCambiata, composeRecupero } from '../mail/messages.ts'
import { enqueue } from '../outbox.ts'
import { endUnprovedIdentities } from '../social/identity.ts'
import { readOrigin, writeDispositivo } from './dispositivi.ts'
import { normalizeEmail } from './email.ts'
import { writeLink } from './own-proof.ts'
import { findUtente, findUtenteByEmail } from './profilo.ts'
import { hashToken } from './token.ts'

/** Returns the names of missing or blank fields. */
const missing = (fields: Record<string, string | undefined>): string[] =>
  Object.entries(fields).flatMap(([name, value]) => (value?.trim() ? [] : [name]))

/** Refuses a malformed password: RICHIESTA_NON_VALIDA with the field [VA5]. */
export const refuseWeak = (field: string, password: string): Result<null> =>
  checkPassword(password) === null ? ok(null) : fail('RICHIESTA_NON_VALIDA', { campi: [field] })

/**
 * Refuses an easily guessed password: PASSWORD_OVVIA with the field [VA23]. The lists of words are loaded at the first
 * use.
 */
export async function refuseObvious(field: string, password: string, email: string): Promise<Result<null>> {
  const { isObviousPassword } = await import('./obvious-password.ts')
  return isObviousPassword(password, email) ? fail('PASSWORD_OVVIA', { campi: [field] }) : ok(null)
}

/**
 * Writes a new password, and ends every other session and link. A stolen password must not survive its change, nor an
 * address that waits for its confirmation, nor an unproved social identity. `keep` is the session that stays.
 */
async function writePassword(
  q: Queryable,
  deps: Deps,
  { id_utente, email, hash, keep }: { id_utente: number; email: string; hash: string; keep: number | null },
): Promise<void> {
  const ora = deps.now()
  await q.query('update utente set password_hash = $2, email_nuova = null, da_eliminare = null where id_utente = $1', [
    id_utente,
    hash,
  ])
  await q.query(
    `update sessione set chiusa = $2, motivo = 'password_cambiata' where id_utente = $1 and chiusa is null and id_sessione is distinct from $3`,
    [id_utente, ora, keep],
  )
  await q.query('delete from gettone where id_utente = $1 and usato is null and (tipo <> $2 or email <> $3)', [
    id_utente,
    'verifica',
    email,
  ])
  const unlinked = await endUnprovedIdentities(q, id_utente)
  await enqueue(q, deps, 'posta', composePasswordCambiata(email, ora, unlinked > 0), id_utente)
}

/**
 * Changes the password of the signed-in account; every other session ends. MISSING_REQUIRED_PARAM with every field,
 * RICHIESTA_NON_VALIDA for a weak new one, PASSWORD_OVVIA, VECCHIA_PASSWORD_ERRATA (also for an account without one:
 * recovery sets one).
 */
export async function changePassword(
  deps: Deps,
  sessione: Session,
  { vecchia_password, nuova_password }: { vecchia_password?: string | undefined; nuova_password?: string | undefined },
): Promise<Result<null>> {
  const campi = missing({ vecchia_password, nuova_password })
  if (!vecchia_password || !nuova_password || campi.length > 0) return fail('MISSING_REQUIRED_PARAM', { campi })
  const row = await findUtente(deps.db, sessione.id_utente)
  if (!row) return fail('TOKEN_NON_VALIDO')
  const good = refuseWeak('nuova_password', nuova_password)
  if (!good.ok) return good
  if (!(await deps.passwords.verify(row.password_hash, vecchia_password))) return fail('VECCHIA_PASSWORD_ERRATA')
  const hard = await refuseObvious('nuova_password', nuova_password, row.email)
  if (!hard.ok) return hard
  const hash = await deps.passwords.hash(nuova_password)
  const { id_utente } = row
  const done = await deps.db.tx(async (q): Promise<Result<null>> => {
    await q.query('select 1 from utente where id_utente = $1 for update', [id_utente])
    const now = await findUtente(q, id_utente)
    if (!now) return fail('TOKEN_NON_VALIDO')
    // Refuse when the password changed during its verification: the change locks out the holder of the old one.
    if (now.password_hash !== row.password_hash) return fail('VECCHIA_PASSWORD_ERRATA')
    await writePassword(q, deps, { id_utente, email: now.email, hash, keep: sessione.id_sessione })
    return ok(null)
  })
  if (done.ok) await deps.wake()
  return done
}

/** Sends the link that sets a new password; returns false when no verified account has the address. */
export async function sendRecovery(deps: Deps, { email }: { email: string }): Promise<boolean> {
  const row = await findUtenteByEmail(deps.db, email)
  // Skip an unproved address: a stranger may have chosen its password, and its owner registers anew.
  if (row?.stato !== 'attivo' || !row.email_verificata) return false
  await deps.db.tx(async (q) => {
    const token = await writeLink(q, deps, row, { tipo: 'recupero' })
    const link = `${deps.config.publicUrl}/simulatore/auth/recupera-password?token=${token}`
    await enqueue(q, deps, 'posta', composeRecupero(row.email, link), row.id_utente)
  })
  await deps.wake()
  return true
}

/**
 * Sends a recovery link. UTENTE_NON_TROVATO for an unknown (spec §7) or unverified address, unless RECUPERO_RISERVATO
 * hides both (D6). Then every address is stored alike, and looked up after the response. MISSING_REQUIRED_PARAM.
 */
export async function requestRecovery(deps: Deps, username: string | undefined): Promise<Result<null>> {
  if (!username?.trim()) return fail('MISSING_REQUIRED_PARAM', { campi: ['username'] })
  const email = normalizeEmail(username)
  if (!deps.config.recuperoRiservato)
    return (await sendRecovery(deps, { email })) ? ok(null) : fail('UTENTE_NON_TROVATO')
  await enqueue(deps.db, deps, 'recupero', { email })
  await deps.wake()
  return ok(null)
}

/**
 * Sets a new password with the token of the mail, once, and admits the device that asked: no failure of another person
 * locks it out [AU44]. LINK_SCADUTO for a token that is unknown, used, expired, or of an address left since;
 * MISSING_REQUIRED_PARAM, RICHIESTA_NON_VALIDA, PASSWORD_OVVIA.
 */
export async function recoverPassword(
  deps: Deps,
  vo: AutenticazioneVO & { token?: string | undefined },
): Promise<Result<null>> {
  const { token, password } = vo
  const campi = missing({ token, password })
  if (!token || !password || campi.length > 0) return fail('MISSING_REQUIRED_PARAM', { campi })
  const form = refuseWeak('password', password)
  if (!form.ok) return form
  const alive = `select u.id_utente, u.email from gettone g join utente u using (id_utente)
    where g.hash = $1 and g.tipo = 'recupero' and g.usato is null and g.scade > $2 and g.email = u.email and u.stato = 'attivo'`
  // Look the token up first: a guessed one must not cost a hash.
  const found = await deps.db.query<{ email: string }>(alive, [hashToken(token), deps.now()])
  if (!found.rows[0]) return fail('LINK_SCADUTO')
  const good = await refuseObvious('password', password, found.rows[0].email)
  if (!good.ok) return good
  const hash = await deps.passwords.hash(password)
  const done = await deps.db.tx(async (q): Promise<Result<null>> => {
    const { rows } = await q.query<{ id_utente: number; email: string }>(`${alive} for update of g`, [
      hashToken(token),
      deps.now(),
    ])
    const row = rows[0]
    if (!row) return fail('LINK_SCADUTO')
    await writePassword(q, deps, { ...row, hash, keep: null })
    if (vo.id_dispositivo) await writeDispositivo(q, row.id_utente, readOrigin(vo), deps.now())
    return ok(null)
  })
  if (!done.ok) return done
  await forgetGuesses(deps, found.rows[0].email, vo.id_dispositivo)
  await deps.wake()
  return done
}
