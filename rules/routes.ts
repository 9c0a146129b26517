/** Access to a route: a person with a verified session, anybody, or nobody (its rule always redirects). */
type RouteAccess = 'login' | 'pubblica'
export type Route = { path: string; accesso: RouteAccess }

/** Paths relative to the page's base `/simulatore` (D1) [RT1]-[RT20]. */
export const ROUTES = [
  { path: '/', accesso: 'login' },
  { path: '/profilo', accesso: 'login' },
  { path: '/banche-dati', accesso: 'login' },
  { path: '/banca-dati', accesso: 'login' },
  { path: '/aggiungi-banca-dati', accesso: 'login' },
  { path: '/esercitazione/:type', accesso: 'login' },
  { path: '/riepilogo', accesso: 'login' },
  { path: '/premium', accesso: 'login' },
  { path: '/promo-premium', accesso: 'login' },
  { path: '/aggiungi-materia', accesso: 'login' },
  { path: '/materie', accesso: 'login' },
  { path: '/materia', accesso: 'login' },
  { path: '/store', accesso: 'login' },
  { path: '/bandi-in-scadenza', accesso: 'login' },
  // The specification names no address for the advanced search of the dashboard [SC13]: docs/decisions.
  { path: '/ricerca', accesso: 'login' },
  { path: '/ricerca/sql', accesso: 'login' },
  // The specification names no address for progress over time: docs/decisions.
  { path: '/progressi', accesso: 'login' },
  // No address is named for study groups and news either: docs/decisions/0056.
  { path: '/gruppi-di-studio', accesso: 'login' },
  { path: '/notizie', accesso: 'login' },
  { path: '/download_data', accesso: 'pubblica' },
  { path: '/fallback', accesso: 'pubblica' },
  // The specification names no address for terms, notices, help and support [SC25][SC26]: docs/decisions/0053.
  { path: '/termini', accesso: 'pubblica' },
  { path: '/privacy', accesso: 'pubblica' },
  { path: '/cookie', accesso: 'pubblica' },
  { path: '/guida', accesso: 'pubblica' },
  { path: '/assistenza', accesso: 'pubblica' },
  { path: '/informazioni', accesso: 'pubblica' },
  { path: '/auth', accesso: 'pubblica' },
  { path: '/auth/verifica-email', accesso: 'pubblica' },
  { path: '/auth/check-email', accesso: 'pubblica' },
  { path: '/auth/recupera-password', accesso: 'pubblica' },
] as const satisfies readonly Route[]

export type RoutePath = (typeof ROUTES)[number]['path']

/** Base of the page and the addresses to which rules redirect (D1, D5). */
export const PAGE_BASE = '/simulatore'
export const HOME = '/'
export const LOGIN = '/auth/?type=login'
export const SIGN_UP = '/auth/?type=registrazione'
/** The login's address with a question to try before it [PP1]. */
export const FIRST_PAGE = '/auth/?type=login&prova=1'

/** `:type` of the exercise [RT34]. */
export const EXERCISE_SEGMENTS = ['esercitazione', 'prova-personalizzata', 'sfida'] as const
export type ExerciseSegment = (typeof EXERCISE_SEGMENTS)[number]

/** Without the slash at the end; the empty path is home. */
export const cleanPath = (path: string): string => path.replace(/\/+$/, '') || '/'

/** The route of a path (relative to the base); null without a route [RT21]. */
export function matchRoute(path: string): (typeof ROUTES)[number] | null {
  const pulito = cleanPath(path)
  if (/^\/esercitazione\/[^/]+$/.test(pulito)) return matchExact('/esercitazione/:type')
  return pulito.includes(':') ? null : matchExact(pulito)
}

const matchExact = (path: string) => ROUTES.find((rotta) => rotta.path === path) ?? null

const GRUPPO_SPECIALE: readonly string[] = [
  '/auth/recupera-password',
  '/auth/verifica-email',
  '/auth/check-email',
  '/fallback',
]

/** The special group of screens [RT35]: recovery, verification, sending the verification, fallback. */
export const isSpecialRoute = (path: string): boolean => GRUPPO_SPECIALE.includes(cleanPath(path))
