/** Days that a choice about cookies holds [CO5]. */
export const CONSENT_DAYS = 365
const DAY_MS = 86_400_000

export type ConsentChoice = 'si' | 'no'
export type Consent = { choice: ConsentChoice; at: number }

/** A choice as its cookie carries it: choice, version of the text, date. */
export const formatConsent = ({ choice, at }: Consent, versione: string): string => `${choice}.${versione}.${at}`

/**
 * A choice still in force; null to ask again: none was made, a year has passed, the text changed, or the cookie is not ours
 * [CO5][CC3].
 */
export function parseConsent(value: string | null, versione: string, now: number): Consent | null {
  const [, choice, of, at] = /^(si|no)\.([\w-]{1,20})\.(\d{1,16})$/.exec(value ?? '') ?? []
  if (of !== versione || (choice !== 'si' && choice !== 'no')) return null
  const instant = Number(at)
  return instant <= now + DAY_MS && now - instant < CONSENT_DAYS * DAY_MS ? { choice, at: instant } : null
}
