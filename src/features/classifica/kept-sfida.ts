import { PAGE_BASE } from '#rules/routes'
import { readKey, writeKey } from '../../platform/web-storage.ts'

const SFIDA_KEY = 'idoneo.sfida'
/** Life of a challenge opened before signing in, as a new account confirms its e-mail in another tab. */
const LIFETIME_MS = 86_400_000

const CODE_SHAPE = /^[A-Za-z0-9_-]{16}$/

/** Address of a challenge inside the page. */
export const hrefSfida = (code: string): string => `/esercitazione/sfida?sfida=${code}`
/** Absolute address of a challenge, as it is sent to somebody. */
export const linkSfida = (code: string): string => `${location.origin}${PAGE_BASE}${hrefSfida(code)}`

/** Stores the challenge of an address that cannot be shown yet. */
export function keepSfida(path: string, search: string, now: number): void {
  const code = path === '/esercitazione/sfida' ? new URLSearchParams(search).get('sfida') : null
  if (code !== null && CODE_SHAPE.test(code)) writeKey('locale', SFIDA_KEY, `${code} ${now}`)
}

/** Returns the address of a stored challenge, once; null when there is none. */
export function takeSfida(now: number): string | null {
  const stored = readKey('locale', SFIDA_KEY)
  if (stored === null) return null
  writeKey('locale', SFIDA_KEY, null)
  const [code = '', when] = stored.split(' ')
  return CODE_SHAPE.test(code) && now - Number(when) < LIFETIME_MS ? hrefSfida(code) : null
}
