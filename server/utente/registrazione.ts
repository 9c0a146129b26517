import type { BodyOf } from '#contract/calls'
import { fail, ok, type Result } from '#contract/result'
import type { Utente } from '#contract/schemas'
import type { Deps, Queryable } from '../deps.ts'
import { isOwnAddress, linkIdentity, readSocialToken, type SocialToken, spendSocialToken } from '../social/identity.ts'
import { writeConsensi } from './consents.ts'
import { readOrigin, writeDispositivo } from './dispositivi.ts'
import { normalizeEmail } from './email.ts'
import { enqueueContact } from './mailing-contact.ts'
import { refuseObvious, refuseWeak } from './password-change.ts'
import { findUtente, toUtente } from './profilo.ts'
import { createSession } from './sessions.ts'
import { isSocial, missingCredentials } from './sign-in.ts'
import { freeUnproven } from './unproven.ts'
import { enqueueVerification } from './verification.ts'

export type SignUp = BodyOf<'registrazione'>

/** RICHIESTA_NON_VALIDA with every field that is wrong. */
function checkFields({ email_comunicazioni, autenticazioneVO: vo }: SignUp): Result<null> {
  if (isSocial(vo)) return ok(null)
  const good = refuseWeak('autenticazioneVO.password', vo.password ?? '')
  if (normalizeEmail(vo.username ?? '') === normalizeEmail(email_comunicazioni)) return good
  const campi = ['autenticazioneVO.username', ...(good.ok ? [] : ['autenticazioneVO.password'])]
  return fail('RICHIESTA_NON_VALIDA', { campi })
}

type Account = { email: string; password_hash: string | null; token: SocialToken | null }

/**
 * The row, or null when the social identity has an account already, or the address one that is proved. An account that the operator raised
 * before its address was proved becomes that of who registers now.
 */
async function insertUtente(q: Queryable, deps: Deps, data: SignUp, account: Account): Promise<number | null> {
  const { email, password_hash, token } = account
  if (token) {
    const sql = 'select 1 from identita_social where social = $1 and soggetto = $2'
    if ((await q.query(sql, [token.social, token.soggetto])).count > 0) return null
  }
  const verified = token !== null && isOwnAddress(token, email)
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
      password_hash,
      data.flag_commerciale ?? 0,
      data.codice_affiliato ?? null,
      deps.now(),
      verified,
      contested && !verified,
    ],
  )
  return rows[0]?.id_utente ?? null
}

/**
 * Creates the account with a password, or with a token_social in the browser that began: its consents, its first device and session, and the
 * verification mail, which waits in the outbox until it leaves. A social address that the provider verified needs none. All or nothing.
 * An account of the same address that was never verified goes: its owner may be somebody else.
 * MISSING_REQUIRED_PARAM, RICHIESTA_NON_VALIDA with the fields, PASSWORD_OVVIA, EMAIL_GIA_IN_USO, TOKEN_SOCIAL_SCADUTO.
 */
export async function register(deps: Deps, data: SignUp, ip: string, bond: string | null): Promise<Result<Utente>> {
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
  const password_hash = token ? null : await deps.passwords.hash(vo.password ?? '')
  const origin = readOrigin(vo)
  const created = await deps.db
    .tx(async (q): Promise<Result<Utente>> => {
      const now = deps.now()
      const id_utente = await insertUtente(q, deps, data, { email, password_hash, token })
      if (id_utente === null) return fail('EMAIL_GIA_IN_USO')
      // Whoever spends it first has the account; the other transaction must leave nothing.
      if (token && !(await spendSocialToken(q, token))) throw new SpentToken()
      if (token) await linkIdentity(q, id_utente, token, now, isOwnAddress(token, email))
      const consensi = { termini: true, trattamento_email: true, commerciale: data.flag_commerciale === 1 }
      await writeConsensi(q, { id_utente, ora: now, ip, consensi })
      await writeDispositivo(q, id_utente, origin, now)
      const token_api = await createSession(q, deps, { id_utente, ...origin, ricordami: vo.ricordami === true })
      const row = await findUtente(q, id_utente)
      if (!row) throw new Error('account appena creato non trovato')
      if (!row.email_verificata) await enqueueVerification(q, deps, id_utente, email)
      else await enqueueContact(q, deps, id_utente)
      return ok(toUtente(row, now, token_api))
    })
    .catch((error): Result<Utente> => {
      if (error instanceof SpentToken) return fail('TOKEN_SOCIAL_SCADUTO')
      throw error
    })
  if (created.ok) await deps.wake()
  return created
}

class SpentToken extends Error {}
