import { proxy } from 'valtio'
import { VERSIONI_TESTI } from '#contract/text-versions'
import { CONSENT_DAYS, type ConsentChoice, formatConsent, parseConsent } from '#rules/consent'
import { call } from '../api/client.ts'
import { readCookie, writeCookie } from '../platform/cookies.ts'
import { session } from '../session/session.ts'

const COOKIE_NAME = 'idoneo_consenso'

/** Choice of this browser's person about statistics; null before the choice, when no view is counted [CC1]. */
export const cookieConsent = proxy({ choice: null as ConsentChoice | null, at: null as number | null })

/** Reads the choice from the browser's cookie. */
export function restoreConsent(): void {
  const known = parseConsent(readCookie(COOKIE_NAME), VERSIONI_TESTI.statistiche, Date.now())
  Object.assign(cookieConsent, { choice: known?.choice ?? null, at: known?.at ?? null })
}

/** Keeps a choice in this browser for a year; it governs the count of views from now on [CC5]. */
export function keepConsent(choice: ConsentChoice): void {
  const at = Date.now()
  Object.assign(cookieConsent, { choice, at })
  writeCookie(COOKIE_NAME, formatConsent({ choice, at }, VERSIONI_TESTI.statistiche), CONSENT_DAYS)
}

/** Keeps a choice, and logs it in the account's consents when a person is signed in (D12). */
export function chooseConsent(choice: ConsentChoice): void {
  keepConsent(choice)
  if (session.credentials) void call('cambia_consenso', { corpo: { tipo: 'statistiche', valore: choice === 'si' } })
}
