import type { BodyOf } from '#contract/calls'
import { fail, ok, type Result } from '#contract/result'
import type { Utente } from '#contract/schemas'
import { checkPassword } from '#rules/credentials'
import type { Deps, Queryable } from '../deps.ts'
import { readOrigin, writeDispositivo } from './dispositivi.ts'
import { normalizeEmail } from './email.ts'
import { findUtente, toUtente } from './profilo.ts'
import { createSession } from './sessions.ts'
import { isSocial, missingCredentials } from './sign-in.ts'
import { createToken, sendVerification } from './verification.ts'

export type SignUp = BodyOf<'registrazione'>

/** Version of the texts that a person agrees to when registering (D12). */
export const TEXTS_VERSION = '2026-11'

/** Names of the fields that are missing or wrong; empty when the sign-up can go on. */
function checkFields({ email_comunicazioni, autenticazioneVO: vo }: SignUp): string[] {
  const fields: string[] = []
  if (normalizeEmail(vo.username ?? '') !== normalizeEmail(email_comunicazioni))
    fields.push('autenticazioneVO.username')
  if (checkPassword(vo.password ?? '') !== null) fields.push('autenticazioneVO.password')
  return fields
}

async function writeConsensi(q: Queryable, id_utente: number, commerciale: boolean, now: Date, ip: string) {
  await q.query(
    `insert into consenso (id_utente, tipo, valore, versione_testo, data, ip)
     values ($1, 'termini', true, $3, $4, $5), ($1, 'trattamento_email', true, $3, $4, $5),
       ($1, 'commerciale', $2, $3, $4, $5)`,
    [id_utente, commerciale, TEXTS_VERSION, now, ip],
  )
}

/**
 * Creates the account, its consents, its first device and session, and sends the verification mail. All or nothing; a mail
 * that cannot leave undoes nothing, because the person can ask for another. MISSING_REQUIRED_PARAM, RICHIESTA_NON_VALIDA
 * with the fields, EMAIL_GIA_IN_USO, NON_DISPONIBILE (social login).
 */
export async function register(deps: Deps, data: SignUp, ip: string): Promise<Result<Utente>> {
  const vo = data.autenticazioneVO
  if (isSocial(vo)) return fail('NON_DISPONIBILE')
  const missing = missingCredentials(vo)
  if (missing.length > 0)
    return fail('MISSING_REQUIRED_PARAM', { campi: missing.map((field) => `autenticazioneVO.${field}`) })
  const fields = checkFields(data)
  if (fields.length > 0) return fail('RICHIESTA_NON_VALIDA', { campi: fields })
  const email = normalizeEmail(data.email_comunicazioni)
  const password_hash = await deps.passwords.hash(vo.password ?? '')
  const origin = readOrigin(vo)
  const created = await deps.db.tx(async (q) => {
    const now = deps.now()
    const { rows } = await q.query<{ id_utente: number }>(
      `insert into utente (email, password_hash, flag_privacy, flag_commerciale, codice_affiliato, data_registrazione)
       values ($1, $2, 1, $3, $4, $5) on conflict (email) do nothing returning id_utente`,
      [email, password_hash, data.flag_commerciale ?? 0, data.codice_affiliato ?? null, now],
    )
    const id_utente = rows[0]?.id_utente
    if (id_utente === undefined) return fail('EMAIL_GIA_IN_USO')
    await writeConsensi(q, id_utente, data.flag_commerciale === 1, now, ip)
    await writeDispositivo(q, id_utente, origin, now)
    const token_api = await createSession(q, deps, { id_utente, ...origin, ricordami: vo.ricordami === true })
    const row = await findUtente(q, id_utente)
    if (!row) throw new Error('account appena creato non trovato')
    return ok({ utente: toUtente(row, now, token_api), verifica: await createToken(q, deps, id_utente, email) })
  })
  if (!created.ok) return created
  await sendVerification(deps, email, created.value.verifica).catch((error) =>
    deps.log.error({ err: error, utente: created.value.utente.id_utente_idoneo }, 'messaggio di verifica non partito'),
  )
  return ok(created.value.utente)
}
