import type { BodyOf } from '#contract/calls'
import { fail, ok, type Result } from '#contract/result'
import type { Utente } from '#contract/schemas'
import type { Deps, Queryable } from '../deps.ts'
import { composeGiaIscritto } from '../mail/messages.ts'
import { type Asked, enqueue } from '../outbox.ts'
import {
  hasAccount,
  isOwnAddress,
  linkIdentity,
  pickIdentity,
  readSocialToken,
  spendSocialToken,
} from '../social/identity.ts'
import { truncateIp, writeConsensi } from './consents.ts'
import { readOrigin, writeDispositivo } from './dispositivi.ts'
import { normalizeEmail } from './email.ts'
import { enqueueContact } from './mailing-contact.ts'
import { refuseObvious, refuseWeak } from './password-change.ts'
import { findUtente, toUtente, type UtenteRow } from './profilo.ts'
import { createSession } from './sessions.ts'
import { isSocial, missingCredentials } from './sign-in.ts'
import { freeUnproven } from './unproven.ts'
import { enqueueVerification } from './verification.ts'

export type SignUp = BodyOf<'registrazione'>

/** Checks the fields: RICHIESTA_NON_VALIDA with every wrong one. */
function checkFields({ email_comunicazioni, autenticazioneVO: vo }: SignUp): Result<null> {
  if (isSocial(vo)) return ok(null)
  const good = refuseWeak('autenticazioneVO.password', vo.password ?? '')
  if (normalizeEmail(vo.username ?? '') === normalizeEmail(email_comunicazioni)) return good
  const campi = ['autenticazioneVO.username', ...(good.ok ? [] : ['autenticazioneVO.password'])]
  return fail('RICHIESTA_NON_VALIDA', { campi })
}

/**
 * Inserts the row. Null when the social identity has an account already, or the address a proved one. An unproved
 * account that the operator raised becomes the caller's.
 */
async function insertUtente(q: Queryable, deps: Deps, asked: Asked): Promise<number | null> {
  const { email, social } = asked
  if (social && (await hasAccount(q, deps, social))) return null
  const verified = social !== null && isOwnAddress(social, email)
  const { contested } = await freeUnproven(q, email)
  const { rows } = await q.query<{ id_utente: number }>(
    `insert into utente (email, password_hash, flag_privacy, flag_commerciale, codice_affiliato, data_registrazione, email_verificata, contesa)
     values ($1, $2, 1, $3, $4, $5, $6, $7)
     on conflict (email) do update set password_hash = excluded.password_hash, flag_privacy = 1, flag_commerciale = excluded.flag_commerciale,
       codice_affiliato = excluded.codice_affiliato, data_registrazione = excluded.data_registrazione, email_verificata = excluded.email_verificata,
       contesa = excluded.contesa
     where not utente.email_verificata and utente.livello > 0 and utente.stato = 'attivo'
     returning id_utente`,
    [
      email,
      asked.password_hash,
      asked.flag_commerciale,
      asked.codice_affiliato,
      deps.now(),
      verified,
      contested && !verified,
    ],
  )
  return rows[0]?.id_utente ?? null
}

/**
 * Creates, inside a transaction, the account with its consents, its first device and the verification mail; null as
 * `insertUtente` returns it.
 */
async function createUtente(q: Queryable, deps: Deps, asked: Asked): Promise<UtenteRow | null> {
  const now = deps.now()
  const id_utente = await insertUtente(q, deps, asked)
  if (id_utente === null) return null
  const { social, email, ip, origin } = asked
  if (social) await linkIdentity(q, id_utente, social, now, isOwnAddress(social, email))
  const consensi = { termini: true, trattamento_email: true, commerciale: asked.flag_commerciale === 1 }
  await writeConsensi(q, { id_utente, ora: now, ip, consensi })
  await writeDispositivo(q, id_utente, origin, now)
  const row = await findUtente(q, id_utente)
  if (!row) throw new Error('account appena creato non trovato')
  if (!row.email_verificata) await enqueueVerification(q, deps, id_utente, email)
  else await enqueueContact(q, deps, id_utente)
  return row
}

/**
 * Creates the account with a password, or with a token_social in the browser that began: consents, first device,
 * session and verification mail. The mail waits in the outbox; a social address that the provider verified needs none.
 * All or nothing. An unverified account of the same address is deleted: its owner may be another person. Where recovery
 * is reserved, null for every address that nobody has proved here: the mail continues [AU49]. MISSING_REQUIRED_PARAM,
 * RICHIESTA_NON_VALIDA with the fields, PASSWORD_OVVIA, EMAIL_GIA_IN_USO, TOKEN_SOCIAL_SCADUTO.
 */
export async function register(
  deps: Deps,
  data: SignUp,
  ip: string,
  bond: string | null,
): Promise<Result<Utente | null>> {
  const vo = data.autenticazioneVO
  const missing = missingCredentials(vo)
  if (missing.length > 0)
    return fail('MISSING_REQUIRED_PARAM', { campi: missing.map((field) => `autenticazioneVO.${field}`) })
  const fields = checkFields(data)
  if (!fields.ok) return fields
  const token = isSocial(vo) ? await readSocialToken(deps.db, deps, vo, bond) : null
  if (isSocial(vo) && !token) return fail('TOKEN_SOCIAL_SCADUTO')
  const email = normalizeEmail(data.email_comunicazioni)
  const hard = token ? ok(null) : await refuseObvious('autenticazioneVO.password', vo.password ?? '', email)
  if (!hard.ok) return hard
  const asked: Asked = {
    email,
    password_hash: token ? null : await deps.passwords.hash(vo.password ?? ''),
    social: token && pickIdentity(token),
    flag_commerciale: data.flag_commerciale ?? 0,
    codice_affiliato: data.codice_affiliato ?? null,
    origin: readOrigin(vo),
    ip: truncateIp(ip),
  }
  const reserved = deps.config.recuperoRiservato && !(token && isOwnAddress(token, email))
  const created = await deps.db
    .tx(async (q): Promise<Result<Utente | null>> => {
      if (token && (await hasAccount(q, deps, token))) return fail('EMAIL_GIA_IN_USO')
      if (reserved) await enqueue(q, deps, 'registrazione', asked)
      const row = reserved ? null : await createUtente(q, deps, asked)
      if (!reserved && !row) return fail('EMAIL_GIA_IN_USO')
      // The transaction that spends it first has the account; the other must leave nothing.
      if (token && !(await spendSocialToken(q, token))) throw new SpentToken()
      if (!row) return ok(null)
      const session = { id_utente: row.id_utente, ...asked.origin, ricordami: vo.ricordami === true }
      return ok(toUtente(row, deps.now(), await createSession(q, deps, session)))
    })
    .catch((error): Result<Utente | null> => {
      if (error instanceof SpentToken) return fail('TOKEN_SOCIAL_SCADUTO')
      throw error
    })
  if (created.ok) await deps.wake()
  return created
}

/**
 * Carries out a reserved registration: an account without a session, or a mail to an existing one. Registrations of one
 * address follow each other, so that the next replaces the one before (decision 0071).
 */
export async function registerReserved(deps: Deps, asked: Asked): Promise<void> {
  await deps.db.tx(async (q) => {
    await q.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [asked.email])
    if (await createUtente(q, deps, asked)) return
    const page = `${deps.config.publicUrl}/simulatore/auth/?type=login`
    await enqueue(q, deps, 'posta', composeGiaIscritto(asked.email, page))
  })
  await deps.wake()
}

class SpentToken extends Error {}
