import { proxy } from 'valtio'
import { VERSIONI_TESTI } from '#contract/text-versions'
import { CONSENT_DAYS, type ConsentChoice, formatConsent, parseConsent } from '#rules/consent'
import { call } from '../api/client.ts'
import { readCookie, writeCookie } from '../platform/cookies.ts'
import { session } from '../session/session.ts'

const COOKIE_NAME = 'idoneo_consenso'

/** What this browser's person chose about statistics; null: not yet, and nothing is counted [CC1]. */
export const cookieConsent = proxy({ choice: null as ConsentChoice | null, at: null as number | null })

/** Reads the choice that the browser remembers. */
export function restoreConsent(): void {
  const known = parseConsent(readCookie(COOKIE_NAME), VERSIONI_TESTI.statistiche, Date.now())
  Object.assign(cookieConsent, { choice: known?.choice ?? null, at: known?.at ?? null })
}

/** Keeps a choice on this browser for a year; from now on it governs what is counted [CC5]. */
export function keepConsent(choice: ConsentChoice): void {
  const at = Date.now()
  Object.assign(cookieConsent, { choice, at })
  writeCookie(COOKIE_NAME, formatConsent({ choice, at }, VERSIONI_TESTI.statistiche), CONSENT_DAYS)
}

/** The same, and when somebody is signed in also in the log of consents of the account (D12). */
export function chooseConsent(choice: ConsentChoice): void {
  keepConsent(choice)
  if (session.credentials) void call('cambia_consenso', { corpo: { tipo: 'statistiche', valore: choice === 'si' } })
}
