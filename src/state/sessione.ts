import { snapshot } from 'valtio'
import type { RispostaDi } from '#contract/chiamate'
import { ok, type Result } from '#contract/result'
import type { AutenticazioneVO, Utente } from '#contract/schemi'
import { codiceAffiliato } from './affiliato.ts'
import { call } from './api.ts'
import {
  altriUtenti,
  keepAltriUtenti,
  keepCredenziale,
  restoreCredenziale,
  sessione,
  ultimoUtente,
} from './credenziale.ts'
import { idDispositivo, sistemaOperativo } from './dispositivo.ts'

export { isAuthenticated, sessione } from './credenziale.ts'

/** Sent at login and sign-up (spec §9). */
const VERSIONE_APP = '1.0.33'
const ORA_MS = 3_600_000

const autenticazione = (username: string, password: string, ricordami: boolean): AutenticazioneVO => ({
  username,
  password,
  ricordami,
  dispositivo: 'web',
  id_dispositivo: idDispositivo(),
  sistemaOperativo: sistemaOperativo(),
  versioneApp: VERSIONE_APP,
})

async function enter(esito: Result<RispostaDi<'login'>>, ricordami: boolean): Promise<Result<Utente>> {
  if (!esito.ok) return esito
  const { token_api, ...utente } = esito.value
  if (token_api === undefined) return { ok: false, error: { codice: 'RISPOSTA_NON_VALIDA', detail: 'token_api' } }
  await settlePrevious(utente.id_utente_idoneo)
  sessione.motivo_uscita = null
  keepCredenziale({ token: token_api, utente, ricordami, emessa: Date.now() })
  return ok(utente)
}

/** Signs in with e-mail and password [AU10]. */
export const login = async (a: { email: string; password: string; ricordami: boolean }): Promise<Result<Utente>> =>
  enter(await call('login', { corpo: autenticazione(a.email, a.password, a.ricordami) }), a.ricordami)

/**
 * Creates the account [AU9]; the person is then led to confirm the e-mail. The session is kept on the device, so that the link
 * of the mail, opened in another tab, finds it.
 */
export async function register(a: {
  email: string
  password: string
  flag_commerciale: boolean
}): Promise<Result<Utente>> {
  const codice = codiceAffiliato()
  const corpo = {
    email_comunicazioni: a.email,
    flag_privacy: 1 as const,
    flag_commerciale: a.flag_commerciale ? (1 as const) : (0 as const),
    ...(codice !== null && { codice_affiliato: codice }),
    autenticazioneVO: autenticazione(a.email, a.password, true),
  }
  return enter(await call('registrazione', { corpo }), true)
}

/** Reads the profile again: verified e-mail, tier. */
export async function refreshUtente(): Promise<Result<Utente>> {
  const c = sessione.credenziale
  if (!c) return { ok: false, error: { codice: 'SESSIONE_SCADUTA' } }
  const esito = await call('utente', { query: { id_utente_idoneo: c.utente.id_utente_idoneo } })
  if (!esito.ok) return esito
  const { token_api: _, ...utente } = esito.value
  if (sessione.credenziale?.token === c.token) keepCredenziale({ ...snapshot(sessione.credenziale), utente })
  return ok(utente)
}

/** Sends the verification mail again, to another address when one is given. */
export async function resendVerifica(email?: string): Promise<Result<null>> {
  const id = sessione.credenziale?.utente.id_utente_idoneo
  const esito = await call('invia_verifica_email', {
    query: { ...(email !== undefined && { email }), ...(id !== undefined && { id_utente_idoneo: id }) },
  })
  if (esito.ok && email !== undefined) await refreshUtente()
  return esito
}

/** Rotates the token when it is old enough, one tab at a time: the old one lives 60 s more (D10) [AU19]. */
export async function renewToken(): Promise<void> {
  const vecchia = () => {
    const c = sessione.credenziale
    return c !== null && Date.now() - c.emessa > (c.ricordami ? 12 * ORA_MS : ORA_MS)
  }
  if (!vecchia() || !navigator.onLine) return
  const renew = async () => {
    restoreCredenziale()
    const c = sessione.credenziale
    if (!c || !vecchia()) return
    const esito = await call('refreshtoken')
    if (!esito.ok) return
    const { token_api, ...utente } = esito.value
    if (token_api !== undefined) keepCredenziale({ ...snapshot(c), utente, token: token_api, emessa: Date.now() })
  }
  // Plain http has no locks: a token renewed twice at once is a token of which one dies a minute later.
  await (navigator.locks ? navigator.locks.request('idoneo-rinnovo', renew) : renew())
}

/**
 * A different account signs in: the data of those before it goes, unless answers of theirs still wait (D29) [AU6]. One whose store
 * does not open now is asked again at the next sign-in; so is a second one with answers, because one question is asked at a time.
 */
async function settlePrevious(id_nuovo: number): Promise<void> {
  const ultimo = ultimoUtente()
  const altri = new Set([...altriUtenti(), ...(ultimo === null ? [] : [ultimo])])
  // Its data is its own again.
  altri.delete(id_nuovo)
  for (const id_utente of altri) {
    const in_attesa = sessione.altro_utente ? null : await settle(id_utente)
    if (in_attesa === null) continue
    // Asked about, it is settled by the answer (uscita).
    if (in_attesa === 0) altri.delete(id_utente)
    else sessione.altro_utente = { id_utente, in_attesa }
  }
  keepAltriUtenti(altri)
}

/** How much of an account waits on this device; 0 when nothing does and its data is gone, null when neither can be said. */
async function settle(id_utente: number): Promise<number | null> {
  const negozio = await import('../db.ts').catch(() => null)
  if (!negozio) return null
  const aperto = await negozio.openDb({ id_utente, sola: true })
  let in_attesa = aperto.ok ? aperto.value.da_sincronizzare : null
  if (in_attesa === 0 && !(await (await negozio.db()).clearUser({ id_utente })).ok) in_attesa = null
  await negozio.closeDb()
  return in_attesa
}
