const DAY_S = 86_400

/** Returns the value of a cookie of this site; null when there is none. */
export function readCookie(name: string): string | null {
  const found = document.cookie.split('; ').find((c) => c.startsWith(`${name}=`))
  return found === undefined ? null : found.slice(name.length + 1)
}

/** Writes a cookie for a number of days, at path `/` (spec §9) [CO17]; 0 days delete it. */
export function writeCookie(name: string, value: string, days: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${name}=${value}; Max-Age=${days * DAY_S}; Path=/; SameSite=Lax${secure}`
}
