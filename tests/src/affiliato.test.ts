import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { affiliateCode, clearAffiliateCode, keepAffiliateCode } from '#src/session/affiliate'

/** As a browser does: a cookie of age 0 goes, another one is kept without its attributes. */
function cookieJar() {
  const vasetto = new Map<string, string>()
  const scritti: string[] = []
  return {
    scritti,
    get cookie() {
      return [...vasetto].map(([k, v]) => `${k}=${v}`).join('; ')
    },
    set cookie(testo: string) {
      scritti.push(testo)
      const [coppia = '', ...attributi] = testo.split('; ')
      const [nome = '', valore = ''] = coppia.split('=')
      if (attributi.includes('Max-Age=0')) vasetto.delete(nome)
      else vasetto.set(nome, valore)
    },
  }
}

describe('the affiliate code', () => {
  let jar: ReturnType<typeof cookieJar>
  beforeEach(() => {
    jar = cookieJar()
    vi.stubGlobal('document', jar)
    vi.stubGlobal('location', { protocol: 'https:' })
  })
  afterEach(() => vi.unstubAllGlobals())

  it('is kept 30 days in the cookie affopqcode, path / [PR1][CO14]', () => {
    keepAffiliateCode('AMICO-2026_x')
    expect(jar.scritti[0]).toBe('affopqcode=AMICO-2026_x; Max-Age=2592000; Path=/; SameSite=Lax; Secure')
    expect(affiliateCode()).toBe('AMICO-2026_x')
  })

  it.each(['', 'a b', 'à', 'x;y', '<script>', 'a'.repeat(65)])('%s is not kept [PR3]', (codice) => {
    keepAffiliateCode(codice)
    expect(affiliateCode()).toBeNull()
  })

  it('a cookie that somebody else wrote is not believed [PR3]', () => {
    jar.cookie = 'affopqcode=<b>'
    expect(affiliateCode()).toBeNull()
  })

  it('is cleared, and only when there is one [PR4][RT32]', () => {
    clearAffiliateCode()
    expect(jar.scritti).toEqual([])
    keepAffiliateCode('uno')
    clearAffiliateCode()
    expect(affiliateCode()).toBeNull()
  })
})
