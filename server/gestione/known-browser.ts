import { createHmac, timingSafeEqual } from 'node:crypto'
import { readSecret } from '../db/secrets.ts'
import type { Deps } from '../deps.ts'
import { readCookie } from '../http/cookies.ts'
import { newToken } from '../utente/token.ts'

const COOKIE = '__Host-gestione-noto'
/** Life of the cookie, in ms; each second factor renews it. */
const LIFE_MS = 180 * 24 * 3600 * 1000

type Known = { email: string; until: number; id: string }

async function sign(deps: Pick<Deps, 'db' | 'random'>, { email, until, id }: Known): Promise<Buffer> {
  const key = await readSecret(deps.db, 'browser_gestione', deps.random)
  return createHmac('sha256', key).update(`${email}|${until}|${id}`).digest()
}

/** Makes the cookie of a browser that gave both factors of an account (decision 0155). The cookie opens nothing. */
export async function makeKnownCookie(deps: Pick<Deps, 'db' | 'random' | 'now'>, email: string): Promise<string> {
  const [id, until] = [newToken(deps.random), deps.now().getTime() + LIFE_MS]
  const mac = (await sign(deps, { email, until, id })).toString('base64url')
  return `${COOKIE}=${until}.${id}.${mac}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=${LIFE_MS / 1000}`
}

/** Returns the id of a browser that an account knows; null for any other. */
export async function findKnownBrowser(
  deps: Pick<Deps, 'db' | 'random' | 'now'>,
  cookies: string | undefined,
  email: string,
): Promise<string | null> {
  const [, until, id, mac] = /^(\d{1,15})\.([\w-]{43})\.([\w-]{43})$/.exec(readCookie(cookies, COOKIE) ?? '') ?? []
  if (!until || !id || !mac || Number(until) <= deps.now().getTime()) return null
  const wanted = await sign(deps, { email, until: Number(until), id })
  return timingSafeEqual(wanted, Buffer.from(mac, 'base64url')) ? id : null
}
