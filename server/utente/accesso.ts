import { fail, ok, type Result } from '#contract/result'
import type { AutenticazioneVO, Utente } from '#contract/schemi'
import type { Deps } from '../deps.ts'
import { admitDispositivo, readProvenienza } from './dispositivi.ts'
import { normalizeEmail } from './email.ts'
import { findUtenteByEmail, toUtente } from './profilo.ts'
import { createSessione } from './sessioni.ts'

const ricordami = (vo: AutenticazioneVO): boolean => vo.ricordami === true

/** Fields that a login or a registration needs and that are missing or blank. */
export function missingCredenziali(vo: AutenticazioneVO): string[] {
  return (['username', 'password'] as const).filter((campo) => !vo[campo]?.trim())
}

export const isSocial = (vo: AutenticazioneVO): boolean => Boolean(vo.token_social || vo.social)

/**
 * Signs in. One answer for an unknown address and a wrong password, and one duration (D6). MISSING_REQUIRED_PARAM,
 * CREDENZIALI_ERRATE, ACCOUNT_DISABILITATO, TROPPI_DISPOSITIVI, DISPOSITIVO_MOBILE_ATTIVO, NON_DISPONIBILE (social login).
 */
export async function login(deps: Deps, vo: AutenticazioneVO): Promise<Result<Utente>> {
  if (isSocial(vo)) return fail('NON_DISPONIBILE')
  const mancanti = missingCredenziali(vo)
  if (mancanti.length > 0) return fail('MISSING_REQUIRED_PARAM', { campi: mancanti })
  const riga = await findUtenteByEmail(deps.db, normalizeEmail(vo.username ?? ''))
  const buona = await deps.cifratore.verify(riga?.password_hash ?? null, vo.password ?? '')
  if (!riga || !buona) return fail('CREDENZIALI_ERRATE')
  if (riga.stato !== 'attivo') return fail('ACCOUNT_DISABILITATO')
  const provenienza = readProvenienza(vo)
  return deps.db.tx(async (q) => {
    const ammesso = await admitDispositivo(q, deps, riga.id_utente, provenienza)
    if (!ammesso.ok) return ammesso
    const token = await createSessione(q, deps, {
      id_utente: riga.id_utente,
      ...provenienza,
      ricordami: ricordami(vo),
    })
    return ok(toUtente(riga, deps.now(), token))
  })
}
