import { describe, expect, it } from 'vitest'
import { allowDeepLink } from '#rules/deep-link'
import { affiliateCodeOf } from '#rules/visit'

describe('a deep link', () => {
  const ORIGIN = 'https://idoneo.example'
  const read = (link: string | null) =>
    allowDeepLink(link !== null && URL.canParse(link, ORIGIN) ? new URL(link, ORIGIN) : null, ORIGIN, '/simulatore')

  it.each([
    ['/simulatore/banca-dati?id_concorso=3', { tipo: 'pagina', path: '/banca-dati?id_concorso=3' }],
    ['https://idoneo.example/simulatore/premium', { tipo: 'pagina', path: '/premium' }],
    ['idoneo://banca/3', { tipo: 'app', url: 'idoneo://banca/3' }],
    ['https://apps.apple.com/it/app/id1', { tipo: 'negozio', url: 'https://apps.apple.com/it/app/id1' }],
    ['https://play.google.com/store/apps', { tipo: 'negozio', url: 'https://play.google.com/store/apps' }],
    ['https://appgallery.huawei.com/app/C1', { tipo: 'negozio', url: 'https://appgallery.huawei.com/app/C1' }],
  ])('%s is opened [BA2][D37]', (link, found) => expect(read(link)).toEqual(found))

  it.each([
    null,
    '',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://altro.example/simulatore/',
    'https://idoneo.example.altro.example/simulatore/',
    'https://idoneo.example/api/ms_utente/livello',
    '//altro.example/simulatore/x',
    'https://apps.apple.com@altro.example/',
    'https://chi:segreto@apps.apple.com/',
    'http://apps.apple.com/',
    'https://apps.apple.com:8443/',
    'intent://x#Intent;scheme=https;end',
    `/simulatore/${'a'.repeat(2_000)}`,
  ])('%s is never opened [BA2][D37]', (link) => expect(read(link)).toBeNull())
})

describe('the code of an address', () => {
  it('is an affiliate code by itself, and none where a phone comes back from its sign-in [PR1][RT27][D13]', () => {
    expect(affiliateCodeOf({ code: 'AMICO' })).toBe('AMICO')
    expect(affiliateCodeOf({})).toBeNull()
    expect(affiliateCodeOf({ code: 'a', type: 'login', urifefid: '9' })).toBeNull()
    expect(affiliateCodeOf({ code: 'AMICO', type: 'registrazione' })).toBe('AMICO')
  })
})
