import { isIP } from 'node:net'

/** Hextets of an IPv6 address written in full. */
function expand(ip: string): string[] {
  const [head = '', tail = ''] = ip.split('%')[0]?.split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = ip.includes('::') ? Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0') : []
  return [...left, ...zeros, ...right].map((part) => part.replace(/^0+(?=.)/, '').toLowerCase())
}

/** Returns one caller's address: an IPv6 customer owns a whole /64, so the last half is cut. */
export function callerOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  return isIP(ip) === 6 ? `${expand(ip).slice(0, 4).join(':')}::/64` : ip
}

/** Returns the site of an address, /24 or /48: a provider gives a customer as many /64 as a /48 holds. */
export function siteOf(ip: string): string {
  const caller = callerOf(ip)
  return isIP(caller) === 4
    ? blockOf(ip)
    : caller.endsWith('::/64')
      ? `${expand(ip).slice(0, 3).join(':')}::/48`
      : caller
}

/** Returns the block of an address, /24 or /64 (D40). */
export function blockOf(ip: string): string {
  const caller = callerOf(ip)
  return isIP(caller) === 4 ? `${caller.slice(0, caller.lastIndexOf('.'))}.0/24` : caller
}
