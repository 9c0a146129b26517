/** The affiliate code's cookie (D13, spec §9) [PR1]. */
const COOKIE_NAME = 'affopqcode'
const DAYS = 30
const CODE_SHAPE = /^[A-Za-z0-9_-]{1,64}$/

/** Keeps the code of the address for 30 days when it has the right form [PR3]. */
export function keepAffiliateCode(codice: string | null): void {
  if (codice && CODE_SHAPE.test(codice)) write(codice, DAYS * 86_400)
}

/** The code to send at sign-up, null when there is none [PR2]. */
export function affiliateCode(): string | null {
  const found = document.cookie.split('; ').find((c) => c.startsWith(`${COOKIE_NAME}=`))
  const codice = found?.slice(COOKIE_NAME.length + 1) ?? ''
  return CODE_SHAPE.test(codice) ? codice : null
}

/** Entering any authenticated route clears it [RT32][PR4]. */
export function clearAffiliateCode(): void {
  if (document.cookie.includes(`${COOKIE_NAME}=`)) write('', 0)
}

function write(value: string, seconds: number) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${COOKIE_NAME}=${value}; Max-Age=${seconds}; Path=/; SameSite=Lax${secure}`
}
