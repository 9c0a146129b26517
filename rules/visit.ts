import { cleanPath, FIRST_PAGE, HOME, LOGIN, matchRoute } from './routes.ts'

export type Visit = {
  /** Relative to the page's base, without query. */
  path: string
  query: Readonly<Record<string, string | undefined>>
  /** An API token is kept. */
  hasToken: boolean
  /** Token and verified e-mail [AU3]. */
  isAuthenticated: boolean
  /** Path of the screen before this one; null on a load or a reload. */
  cameFrom: string | null
  /** A communications e-mail is known (check-email). */
  hasEmail?: boolean
  /** A social token is kept (verifica-email). */
  hasTokenSocial?: boolean
  /** No account was ever opened on this browser [PP1]. */
  isNewcomer?: boolean
}

export type VisitVerdict =
  /** `cancellaAffiliato`: the stored affiliate code is to be cleared [RT32][PR4]. */
  | { tipo: 'allow'; cancellaAffiliato: boolean }
  /** `salva`: values for session storage before the redirect [RT25]. */
  | { tipo: 'redirect'; a: string; salva?: Readonly<Record<string, string>> }

const allow = (cancellaAffiliato = false): VisitVerdict => ({ tipo: 'allow', cancellaAffiliato })
const redirect = (a: string): VisitVerdict => ({ tipo: 'redirect', a })

/** Verdict on a visit: every redirect rule of spec §2, as a pure function. `a` is relative to the page's base. */
export function guardVisit(visita: Visit): VisitVerdict {
  const rotta = matchRoute(visita.path)
  if (!rotta) return redirect(HOME)
  if (rotta.accesso === 'login') return guardLogin(visita, rotta.path)
  switch (rotta.path) {
    case '/download_data':
      return { tipo: 'redirect', a: HOME, salva: pick(visita.query, ['id_concorso', 'id_argomento']) }
    case '/auth':
      if (isFallbackMobile(visita.query)) return redirect(`/fallback?${formatQuery(visita.query)}`)
      return visita.isAuthenticated && !isMailLink(visita) ? redirect(HOME) : allow()
    case '/auth/verifica-email':
      if (visita.isAuthenticated) return redirect(HOME)
      return visita.hasTokenSocial ? allow() : redirect(LOGIN)
    case '/auth/check-email':
      if (isMailLink(visita)) return allow()
      if (visita.isAuthenticated) return redirect(HOME)
      return visita.hasToken && visita.hasEmail ? allow() : redirect(LOGIN)
    default:
      return allow()
  }
}

function guardLogin(visita: Visit, path: string): VisitVerdict {
  if (!visita.isAuthenticated) return redirect(path === HOME && visita.isNewcomer ? FIRST_PAGE : LOGIN)
  if (path === '/riepilogo' && !leadsToRiepilogo(visita.cameFrom)) return redirect(HOME)
  return allow(true)
}

/** [RT24]: the detail of a bank, of a path too, and the exercise. */
const leadsToRiepilogo = (cameFrom: string | null): boolean => {
  const prima = cameFrom === null ? null : matchRoute(cleanPath(cameFrom.replace(/[?#].*$/, '')))
  return prima !== null && ['/banca-dati', '/materia', '/esercitazione/:type'].includes(prima.path)
}

/** [RT27] */
export const isFallbackMobile = (query: Visit['query']): boolean =>
  ['code', 'type', 'urifefid'].every((nome) => query[nome] !== undefined)

/** Acts of a mail's link to `/auth`, by the parameter that carries its token. */
export const MAIL_LINK_KINDS = ['dispositivo', 'tieni', 'indirizzo', 'dati', 'codice', 'avvisi'] as const

/** True for a link of a mail [RT38]: it opens in any browser that reads the mail, whoever is signed in there. */
const isMailLink = ({ path, query }: Visit): boolean =>
  (cleanPath(path) === '/auth' ? MAIL_LINK_KINDS : ['esito']).some((name) => query[name] !== undefined)

/** The affiliate code of an address [PR1]: the `code` that a phone's sign-in brings back is none (D13) [RT27]. */
export const affiliateCodeOf = (query: Visit['query']): string | null =>
  isFallbackMobile(query) ? null : (query.code ?? null)

function pick(query: Visit['query'], nomi: readonly string[]): Record<string, string> {
  const scelti: Record<string, string> = {}
  for (const nome of nomi) {
    const valore = query[nome]
    if (valore !== undefined && valore !== '') scelti[nome] = valore
  }
  return scelti
}

const formatQuery = (query: Visit['query']): string =>
  Object.entries(query)
    .filter(([, valore]) => valore !== undefined)
    .map(([nome, valore]) => `${encodeURIComponent(nome)}=${encodeURIComponent(valore as string)}`)
    .join('&')

/** Codes that end the session (D5) [AU11]; the contract's catalogue has the same. */
const FINE_SESSIONE: readonly string[] = [
  'SESSIONE_SCADUTA',
  'TOKEN_NON_VALIDO',
  'DISPOSITIVO_DISCONNESSO',
  'ACCOUNT_DISABILITATO',
]
const NEVER_ENDS = /\/ms_utente\/(?:login|token|refreshtoken|logout)$/

/**
 * True when a refused call ends the session [AU7][AU11][AU12][AU13]: its code decides; a 401 or 403 without any code (a proxy, a
 * server of the specification alone) ends it too. Login, token, refreshtoken and logout never do.
 */
export function sessionEnd(guasto: { codice: string | null; status?: number; percorso?: string }): boolean {
  if (guasto.percorso !== undefined && NEVER_ENDS.test(cleanPath(guasto.percorso.replace(/[?#].*$/, '')))) return false
  if (guasto.codice !== null) return FINE_SESSIONE.includes(guasto.codice)
  return guasto.status === 401 || guasto.status === 403
}
