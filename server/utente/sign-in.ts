import { fail, ok, type Result } from '#contract/result'
import type { AutenticazioneVO, Utente } from '#contract/schemas'
import type { Deps } from '../deps.ts'
import { admitDispositivo, readOrigin } from './dispositivi.ts'
import { normalizeEmail } from './email.ts'
import { findUtenteByEmail, toUtente } from './profilo.ts'
import { createSession } from './sessions.ts'

const ricordami = (vo: AutenticazioneVO): boolean => vo.ricordami === true

/** Fields that a login or a registration needs and that are missing or blank. */
export function missingCredentials(vo: AutenticazioneVO): string[] {
  return (['username', 'password'] as const).filter((field) => !vo[field]?.trim())
}

export const isSocial = (vo: AutenticazioneVO): boolean => Boolean(vo.token_social || vo.social)

/**
 * Signs in. One answer for an unknown address and a wrong password, and one duration (D6). MISSING_REQUIRED_PARAM,
 * CREDENZIALI_ERRATE, ACCOUNT_DISABILITATO, TROPPI_DISPOSITIVI, DISPOSITIVO_MOBILE_ATTIVO, NON_DISPONIBILE (social login).
 */
export async function login(deps: Deps, vo: AutenticazioneVO): Promise<Result<Utente>> {
  if (isSocial(vo)) return fail('NON_DISPONIBILE')
  const missing = missingCredentials(vo)
  if (missing.length > 0) return fail('MISSING_REQUIRED_PARAM', { campi: missing })
  const row = await findUtenteByEmail(deps.db, normalizeEmail(vo.username ?? ''))
  const valid = await deps.passwords.verify(row?.password_hash ?? null, vo.password ?? '')
  if (!row || !valid) return fail('CREDENZIALI_ERRATE')
  if (row.stato !== 'attivo') return fail('ACCOUNT_DISABILITATO')
  const origin = readOrigin(vo)
  return deps.db.tx(async (q) => {
    const admitted = await admitDispositivo(q, deps, row.id_utente, origin)
    if (!admitted.ok) return admitted
    const token = await createSession(q, deps, {
      id_utente: row.id_utente,
      ...origin,
      ricordami: ricordami(vo),
    })
    return ok(toUtente(row, deps.now(), token))
  })
}
