import { readCookie, writeCookie } from '../platform/cookies.ts'

/** Cookie of the affiliate code (D13, spec §9) [PR1]. */
const COOKIE_NAME = 'affopqcode'
const DAYS = 30
const CODE_SHAPE = /^[A-Za-z0-9_-]{1,64}$/

/** Keeps the code of the address for 30 days when it has the right form [PR3]. */
export function keepAffiliateCode(codice: string | null): void {
  if (codice && CODE_SHAPE.test(codice)) writeCookie(COOKIE_NAME, codice, DAYS)
}

/** Returns the code to send at sign-up; null when there is none [PR2]. */
export function affiliateCode(): string | null {
  const codice = readCookie(COOKIE_NAME) ?? ''
  return CODE_SHAPE.test(codice) ? codice : null
}

/** Deletes the code; called on entering any authenticated route [RT32][PR4]. */
export function clearAffiliateCode(): void {
  if (readCookie(COOKIE_NAME) !== null) writeCookie(COOKIE_NAME, '', 0)
}
