import { describe, expect, it } from 'vitest'
import { SESSION_END_CODES } from '#contract/errors'
import { EXERCISE_SEGMENTS, FIRST_PAGE, isSpecialRoute, LOGIN, matchRoute, ROUTES } from '#rules/routes'
import { guardVisit, MAIL_LINK_KINDS, sessionEnd, type Visit } from '#rules/visit'

const visita = (path: string, altro: Partial<Visit> = {}): Visit => ({
  path,
  query: {},
  hasToken: false,
  isAuthenticated: false,
  cameFrom: null,
  ...altro,
})
const ENTRATO = { hasToken: true, isAuthenticated: true, hasEmail: true } as const
const allow = { tipo: 'allow', cancellaAffiliato: false }
const entra = { tipo: 'allow', cancellaAffiliato: true }
const verso = (a: string) => ({ tipo: 'redirect', a })

const CON_LOGIN: [string, string][] = [
  ['RT1', '/'],
  ['RT2', '/profilo'],
  ['RT3', '/banche-dati'],
  ['RT4', '/banca-dati'],
  ['RT5', '/aggiungi-banca-dati'],
  ['RT6', '/esercitazione/sfida'],
  ['RT8', '/premium'],
  ['RT9', '/promo-premium'],
  ['RT10', '/aggiungi-materia'],
  ['RT11', '/materie'],
  ['RT12', '/materia'],
  ['RT13', '/store'],
  ['RT14', '/bandi-in-scadenza'],
]

describe('routes that require login', () => {
  it.each(CON_LOGIN)('[%s][RT22] %s sends who has no session to the login', (_id, path) => {
    expect(guardVisit(visita(path))).toEqual(verso('/auth/?type=login'))
    expect(guardVisit(visita(path, { hasToken: true, hasEmail: true }))).toEqual(verso(LOGIN))
  })

  it('[PP1] leads who is new from the home to the first page, and from anywhere else to the login', () => {
    expect(guardVisit(visita('/', { isNewcomer: true }))).toEqual(verso(FIRST_PAGE))
    expect(guardVisit(visita('/banche-dati', { isNewcomer: true }))).toEqual(verso(LOGIN))
    expect(new URL(FIRST_PAGE, 'https://a.example').searchParams.get('type')).toBe('login')
  })

  it.each(CON_LOGIN)('[%s][RT32][PR4] %s lets a session in and clears the affiliate code', (_id, path) => {
    expect(guardVisit(visita(path, ENTRATO))).toEqual(entra)
    expect(guardVisit(visita(`${path === '/' ? '' : path}/`, ENTRATO))).toEqual(entra)
  })

  it.each([
    ...['/banca-dati', '/banca-dati?id=3', '/materia', '/materia/?id_argomento=3'],
    ...['/esercitazione/esercitazione', '/esercitazione/sfida/'],
  ])('[RT7][RT24] /riepilogo from %s is shown', (cameFrom) => {
    expect(guardVisit(visita('/riepilogo', { ...ENTRATO, cameFrom }))).toEqual(entra)
  })

  it.each([null, '/', '/banche-dati', '/materie', '/auth', '/esercitazione', '/banca-dati/altro', '/riepilogo'])(
    '[RT24] /riepilogo from %s goes home',
    (cameFrom) => {
      expect(guardVisit(visita('/riepilogo', { ...ENTRATO, cameFrom }))).toEqual(verso('/'))
    },
  )

  it('[RT7][RT22] /riepilogo without a session goes to the login', () => {
    expect(guardVisit(visita('/riepilogo', { cameFrom: '/banca-dati' }))).toEqual(verso(LOGIN))
  })
})

describe('public routes', () => {
  it.each([{}, ENTRATO])('[RT15][RT25] /download_data keeps its parameters and goes home (%j)', (stato) => {
    const query = { id_concorso: '3', id_argomento: '4;5', altro: 'x' }
    expect(guardVisit(visita('/download_data', { ...stato, query }))).toEqual({
      tipo: 'redirect',
      a: '/',
      salva: { id_concorso: '3', id_argomento: '4;5' },
    })
    expect(guardVisit(visita('/download_data', { ...stato, query: { id_concorso: '' } }))).toEqual({
      tipo: 'redirect',
      a: '/',
      salva: {},
    })
  })

  it.each([{}, ENTRATO])('[RT16] /fallback is open to anybody (%j)', (stato) => {
    expect(guardVisit(visita('/fallback', { ...stato, query: { link: 'x' } }))).toEqual(allow)
  })

  it('[RT17][RT26] /auth is open, and home for a session', () => {
    expect(guardVisit(visita('/auth', { query: { type: 'login' } }))).toEqual(allow)
    expect(guardVisit(visita('/auth/', { hasToken: true }))).toEqual(allow)
    expect(guardVisit(visita('/auth', ENTRATO))).toEqual(verso('/'))
  })

  it.each([{}, ENTRATO])('[RT27] /auth with code, type and urifefid is the mobile fallback (%j)', (stato) => {
    const query = { code: 'a&b', type: 'login', urifefid: '9' }
    expect(guardVisit(visita('/auth', { ...stato, query }))).toEqual(
      verso('/fallback?code=a%26b&type=login&urifefid=9'),
    )
  })

  it.each([{ code: 'a', type: 'login' }, { code: 'a' }, { type: 'login', urifefid: '9' }])(
    '[RT27] /auth with only %j is not',
    (query) => {
      expect(guardVisit(visita('/auth', { query }))).toEqual(allow)
    },
  )

  it('[RT18][RT28][RT29] /auth/verifica-email needs a social token', () => {
    expect(guardVisit(visita('/auth/verifica-email'))).toEqual(verso(LOGIN))
    expect(guardVisit(visita('/auth/verifica-email', { hasTokenSocial: true }))).toEqual(allow)
    expect(guardVisit(visita('/auth/verifica-email', { ...ENTRATO, hasTokenSocial: true }))).toEqual(verso('/'))
  })

  it('[RT19][RT30][RT31] /auth/check-email needs a token and an e-mail', () => {
    expect(guardVisit(visita('/auth/check-email', { hasToken: true, hasEmail: true }))).toEqual(allow)
    expect(guardVisit(visita('/auth/check-email', { hasToken: true }))).toEqual(verso(LOGIN))
    expect(guardVisit(visita('/auth/check-email', { hasEmail: true }))).toEqual(verso(LOGIN))
    expect(guardVisit(visita('/auth/check-email', ENTRATO))).toEqual(verso('/'))
  })

  it.each([{}, ENTRATO])('[RT20] /auth/recupera-password is open to anybody (%j)', (stato) => {
    expect(guardVisit(visita('/auth/recupera-password', stato))).toEqual(allow)
  })
})

it.each(['/nulla', '/auth/altro', '/esercitazione', '/esercitazione/a/b', '/esercitazione/:type/x', '/Profilo'])(
  '[RT21] %s goes home',
  (path) => {
    expect(guardVisit(visita(path))).toEqual(verso('/'))
    expect(guardVisit(visita(path, ENTRATO))).toEqual(verso('/'))
  },
)

it('[AC1] an anonymous visitor is let into public routes only', () => {
  for (const { path, accesso } of ROUTES) {
    const esito = guardVisit(visita(path.replace(':type', 'sfida')))
    if (esito.tipo === 'allow') expect(accesso).toBe('pubblica')
  }
})

it('[RT34] the exercise has three segments', () => {
  expect(EXERCISE_SEGMENTS).toEqual(['esercitazione', 'prova-personalizzata', 'sfida'])
  for (const segmento of EXERCISE_SEGMENTS) expect(matchRoute(`/esercitazione/${segmento}`)?.accesso).toBe('login')
})

it('[RT35] recovery, verification, its sending and the fallback are the special group', () => {
  const speciali = ROUTES.filter(({ path }) => isSpecialRoute(path)).map(({ path }) => path)
  expect(speciali.sort()).toEqual(['/auth/check-email', '/auth/recupera-password', '/auth/verifica-email', '/fallback'])
})

describe('sessionEnd', () => {
  it.each([...SESSION_END_CODES])('[AU11] %s ends the session whatever the status', (codice) => {
    for (const status of [401, 403])
      expect(sessionEnd({ codice, status, percorso: '/ms_concorso/concorsi' })).toBe(true)
  })

  it.each([
    ['VECCHIA_PASSWORD_ERRATA', 401],
    ['CREDENZIALI_ERRATE', 401],
    ['DEMO_ESAURITA', 403],
    ['PREMIUM_SCADUTO', 403],
    ['PREMIUM_RICHIESTO', 403],
    ['CONCORSO_NON_TUO', 403],
    ['VIETATO', 403],
    ['ERRORE_INTERNO', 500],
  ])('[AU12] %s with %i stays', (codice, status) => {
    expect(sessionEnd({ codice, status, percorso: '/ms_utente/cambia_password' })).toBe(false)
  })

  it.each(['login', 'token', 'refreshtoken', 'logout'])('[AU13] %s never ends it', (nome) => {
    const percorso = `/ms_utente/${nome}`
    expect(sessionEnd({ codice: 'SESSIONE_SCADUTA', status: 401, percorso })).toBe(false)
    expect(sessionEnd({ codice: 'TOKEN_NON_VALIDO', status: 401, percorso: `${percorso}/?x=1` })).toBe(false)
    expect(sessionEnd({ codice: null, status: 401, percorso })).toBe(false)
  })

  it('[AU7] a 401 or 403 without any code ends it', () => {
    expect(sessionEnd({ codice: null, status: 401, percorso: '/ms_concorso/concorsi' })).toBe(true)
    expect(sessionEnd({ codice: null, status: 403 })).toBe(true)
    expect(sessionEnd({ codice: null, status: 500 })).toBe(false)
    expect(sessionEnd({ codice: null })).toBe(false)
  })
})

describe('links of mails', () => {
  it.each([
    ...MAIL_LINK_KINDS.map((kind) => ['/auth', { type: 'login', [kind]: 'gettone' }] as [string, Visit['query']]),
    ['/auth/check-email', { esito: 'verificata' }] as [string, Visit['query']],
    ['/auth/check-email', { esito: 'scaduto', token: 'gettone' }] as [string, Visit['query']],
  ])('[RT38] %s with %o is shown whoever is signed in there', (path, query) => {
    expect(guardVisit(visita(path, { query }))).toEqual(allow)
    expect(guardVisit(visita(`${path}/`, { query, ...ENTRATO }))).toEqual(allow)
  })

  it('[RT38][RT26][RT30][RT31] the names of one do not open the other', () => {
    expect(guardVisit(visita('/auth', { ...ENTRATO, query: { esito: 'verificata' } }))).toEqual(verso('/'))
    expect(guardVisit(visita('/auth/check-email', { query: { dispositivo: 'x' } }))).toEqual(verso(LOGIN))
    expect(guardVisit(visita('/auth/check-email', { ...ENTRATO, query: { token: 'x' } }))).toEqual(verso('/'))
  })
})
