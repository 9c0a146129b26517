import { snapshot } from 'valtio'
import type { ResponseOf } from '#contract/calls'
import type { OnlyHere } from '#contract/database'
import { ok, type Result } from '#contract/result'
import type { AutenticazioneVO, Utente } from '#contract/schemas'
import { onlyHereOf } from '#rules/giornale'
import { call } from '../api/client.ts'
import { deviceId, forgetAccountKeys, operatingSystem } from '../platform/web-storage.ts'
import { affiliateCode } from '../session/affiliate.ts'
import {
  keepCredentials,
  keepOtherUsers,
  lastUser,
  otherUsers,
  type PendingSocial,
  restoreCredentials,
  session,
} from '../session/session.ts'

export { isAuthenticated, session as sessione } from '../session/session.ts'

/** Sent at login and sign-up (spec §9). */
export const APP_VERSION = '1.0.33'
const HOUR_MS = 3_600_000

/**
 * Proof of identity: address and password, or a social login. `password` beside a social login: that of the account it is tied to.
 * `codice`: the code of a second factor.
 */
export type Proof = { ricordami: boolean; codice?: string } & (
  | { email: string; password: string }
  | { social: PendingSocial; password?: string }
)

const authentication = (proof: Proof): AutenticazioneVO => ({
  ...('social' in proof
    ? {
        social: proof.social.social,
        token_social: proof.social.token_social,
        ...(proof.password !== undefined && { password: proof.password }),
      }
    : { username: proof.email, password: proof.password }),
  ricordami: proof.ricordami,
  ...(proof.codice !== undefined && { codice: proof.codice }),
  ...thisDevice(),
})

/** Returns the data about this browser for the server. */
export const thisDevice = () => ({
  dispositivo: 'web',
  id_dispositivo: deviceId(),
  sistemaOperativo: operatingSystem(),
  versioneApp: APP_VERSION,
})

async function enter(result: Result<ResponseOf<'login'>>, ricordami: boolean): Promise<Result<Utente>> {
  if (!result.ok) return result
  const { token_api, ...utente } = result.value
  if (token_api === undefined) return { ok: false, error: { codice: 'RISPOSTA_NON_VALIDA', detail: 'token_api' } }
  await settlePrevious(utente.id_utente_idoneo)
  session.exit_reason = null
  keepCredentials({ token: token_api, utente, ricordami, emessa: Date.now() })
  return ok(utente)
}

/** Signs in with e-mail and password, or with a social login [AU10]. */
export const login = async (proof: Proof): Promise<Result<Utente>> =>
  enter(await call('login', { corpo: authentication(proof) }), proof.ricordami)

/** Requests the mail that admits this device. The person proved the account but is refused for their devices [AU35]. */
export const askDeviceLink = (proof: Proof): Promise<Result<null>> =>
  call('chiedi_dispositivo', { corpo: authentication(proof) })

/** Requests the mail that turns the second factor off. The person proved the account but has no code [AU48]. */
export const askWithoutCode = (proof: Proof): Promise<Result<null>> =>
  call('chiedi_senza_codice', { corpo: authentication(proof) })

/**
 * Creates the account [AU9]; the person then confirms the e-mail. The session is kept on the device for the mail's link, which
 * opens in another tab. Null where the server hides whether the address had an account [AU49].
 */
export async function register(
  proof: { email: string; flag_commerciale: boolean } & ({ password: string } | { social: PendingSocial }),
): Promise<Result<Utente | null>> {
  const code = affiliateCode()
  const body = {
    email_comunicazioni: proof.email,
    flag_privacy: 1 as const,
    flag_commerciale: proof.flag_commerciale ? (1 as const) : (0 as const),
    ...(code !== null && { codice_affiliato: code }),
    autenticazioneVO: authentication(
      'social' in proof
        ? { social: proof.social, ricordami: true }
        : { email: proof.email, password: proof.password, ricordami: true },
    ),
  }
  const result: Result<ResponseOf<'registrazione'> | null> = await call('registrazione', { corpo: body })
  return result.ok && result.value === null ? ok(null) : enter(result as Result<ResponseOf<'registrazione'>>, true)
}

/** Fetches the profile again: verified e-mail, tier. */
export async function refreshUser(): Promise<Result<Utente>> {
  const c = session.credentials
  if (!c) return { ok: false, error: { codice: 'SESSIONE_SCADUTA' } }
  const result = await call('utente', { query: { id_utente_idoneo: c.utente.id_utente_idoneo } })
  if (!result.ok) return result
  const { token_api: _, ...utente } = result.value
  if (session.credentials?.token === c.token) keepCredentials({ ...snapshot(session.credentials), utente })
  return ok(utente)
}

/** Requests the verification mail again, to another address when one is given. */
export async function resendVerification(email?: string): Promise<Result<null>> {
  const id = session.credentials?.utente.id_utente_idoneo
  const result = await call('invia_verifica_email', {
    query: { ...(email !== undefined && { email }), ...(id !== undefined && { id_utente_idoneo: id }) },
  })
  if (result.ok && email !== undefined) await refreshUser()
  return result
}

/** Rotates the token when it is old enough, one tab at a time; the old one lives 60 s more (D10) [AU19]. */
export async function renewToken(): Promise<void> {
  const isOld = () => {
    const c = session.credentials
    return c !== null && Date.now() - c.emessa > (c.ricordami ? 12 * HOUR_MS : HOUR_MS)
  }
  if (!isOld() || !navigator.onLine) return
  const renew = async () => {
    restoreCredentials()
    const c = session.credentials
    if (!c || !isOld()) return
    const result = await call('refreshtoken')
    if (!result.ok) return
    const { token_api, ...utente } = result.value
    if (token_api !== undefined) keepCredentials({ ...snapshot(c), utente, token: token_api, emessa: Date.now() })
  }
  // Renew without a lock on plain http. Of a token renewed twice at once, one expires a minute later.
  await (navigator.locks ? navigator.locks.request('idoneo-rinnovo', renew) : renew())
}

/**
 * Deletes the data of earlier accounts when a different one signs in. Data that is nowhere else stays, and the person is asked
 * (D29) [AU6]. An account whose store does not open is settled at the next sign-in. A second question waits for it too, because one
 * is asked at a time.
 */
async function settlePrevious(newId: number): Promise<void> {
  const last = lastUser()
  const others = new Set([...otherUsers(), ...(last === null ? [] : [last])])
  // Keep the data of the account that signs in.
  others.delete(newId)
  for (const id_utente of others) {
    const settled = session.other_user ? null : await settle(id_utente)
    if (settled === null) continue
    // Leave an account with a question to its answer (`settleOtherUser`).
    if (settled === 'gone') others.delete(id_utente)
    else session.other_user = { id_utente, solo_qui: settled }
  }
  keepOtherUsers(others)
}

/**
 * Returns the data of an account that only this device has. Returns `gone` after deleting an account without such data, null when
 * its store fails.
 */
async function settle(id_utente: number): Promise<OnlyHere | 'gone' | null> {
  const client = await import('../store/client.ts').catch(() => null)
  if (!client) return null
  const opened = await client.openDb({ id_utente, alone: true })
  const here = opened.ok ? await (await client.db()).countSoloQui() : opened
  let settled: OnlyHere | 'gone' | null = here.ok ? here.value : null
  if (here.ok && onlyHereOf(here.value) === 0) {
    settled = (await (await client.db()).clearUser({ id_utente })).ok ? 'gone' : null
    if (settled) forgetAccountKeys(id_utente)
  }
  await client.closeDb()
  return settled
}
