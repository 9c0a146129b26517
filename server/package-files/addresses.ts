import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PackageFiles } from '../deps.ts'
import { isPackage, refuseName } from './names.ts'

/**
 * Signs addresses with an HMAC that covers name, expiry and session (D16). `more`: what callers may take away, and the
 * address is good without it.
 */
export function createAddresses(key: Buffer, now: () => Date, more = ''): Pick<PackageFiles, 'sign' | 'isGenuine'> {
  const hmac = (name: string, expires: string, session: string) =>
    createHmac('sha256', key).update(`${name}\n${expires}\n${session}`).digest()
  return {
    sign(name, seconds, id_sessione) {
      const expires = String(Math.floor(now().getTime() / 1000) + seconds)
      const signature = hmac(refuseName(name), expires, String(id_sessione)).toString('base64url')
      return `/pacchetti/${name}?scade=${expires}&sessione=${id_sessione}&firma=${signature}${more}`
    },
    isGenuine(name, { scade: expires, sessione, firma: signature }) {
      if (!isPackage(name) || !/^\d{1,12}$/.test(expires) || !/^\d{1,15}$/.test(sessione)) return false
      const data = Buffer.from(signature, 'base64url')
      const wait = hmac(name, expires, sessione)
      if (data.length !== wait.length || !timingSafeEqual(data, wait)) return false
      return Number(expires) * 1000 > now().getTime()
    },
  }
}
