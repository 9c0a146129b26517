import { Fragment, Suspense, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Redirect, Router, useLocation, useSearch } from 'wouter'
import { cleanPath, HOME, isSpecialRoute, LOGIN, matchRoute, PAGE_BASE } from '#rules/routes'
import { affiliateCodeOf, guardVisit } from '#rules/visit'
import { cookieConsent } from '../domain/cookie-consent.ts'
import { countView } from '../domain/page-views.ts'
import { keepSfida, takeSfida } from '../features/classifica/kept-sfida.ts'
import { network } from '../platform/network.ts'
import { hasDeviceId, readKey, writeKey } from '../platform/web-storage.ts'
import { clearAffiliateCode, keepAffiliateCode } from '../session/affiliate.ts'
import { closeError, notices } from '../session/notices.ts'
import { isAuthenticated, session } from '../session/session.ts'
import { guasto } from '../text/common.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { Alone, SkeletonCards } from '../ui/States.tsx'
import { ErrorBoundary, NoticeMissing, PartMissing } from './ErrorBoundary.tsx'
import { tellFirstScreen } from './first-screen.ts'
import { screenOf } from './routes.ts'

/** Facts of the session for the guards; the component renders again when they change. */
function useSession() {
  const s = useSnapshot(session)
  return {
    isAuthenticated: isAuthenticated(s as typeof session),
    hasToken: s.credentials !== null,
    hasTokenSocial: s.social !== null,
    isNewcomer: s.credentials === null && !hasDeviceId(),
    hasEmail: Boolean(s.credentials?.utente.email_comunicazioni),
  }
}

const CAME_FROM_KEY = 'idoneo.provenienza'
const visited = {
  path: null as string | null,
  before: null as string | null,
}

/**
 * The screen that led to this one, null when none did. It survives a reload in this tab, so that the summary of a sitting does
 * too [RT24].
 */
function leadingPath(path: string): string | null {
  if (visited.path === null) {
    const [wasPath, cameFrom] = (readKey('sessione', CAME_FROM_KEY) ?? '').split(' ')
    visited.before = wasPath === path && cameFrom ? cameFrom : null
  } else if (visited.path !== path) visited.before = visited.path
  if (visited.path !== path) writeKey('sessione', CAME_FROM_KEY, `${path} ${visited.before ?? ''}`)
  visited.path = path
  return visited.before
}

export const Shell = lazyPart(() => import('./Shell.tsx'))
export const ConsentBanner = lazyPart(() => import('../features/consenso/ConsentBanner.tsx'))
const NoticesLayer = lazyPart(() => import('./NoticesLayer.tsx'))

/** The page: guards of spec §2, the screen of the route, the notices over every screen. */
export const App = () => (
  <Router base={PAGE_BASE}>
    <ConsentWhenNeeded />
    <Route />
    <NoticesWhenNeeded />
  </Router>
)

/** Notices load with the first notice. */
function NoticesWhenNeeded() {
  const { errors: attenzione, toast, updates } = useSnapshot(notices)
  const { other_user: altro_utente } = useSnapshot(session)
  const [said, setSaid] = useState(false)
  const something = attenzione.length > 0 || toast !== null || altro_utente !== null || updates.length > 0
  useEffect(() => {
    if (something) setSaid(true)
  }, [something])
  return said ? (
    <ErrorBoundary fallback={<NoticesMissing />}>
      <Suspense>
        <NoticesLayer />
      </Suspense>
    </ErrorBoundary>
  ) : null
}

/**
 * Consent to cookies, above every screen but a sitting, which nothing may move, and those that a mail or an application opens for
 * one act. Nothing is counted before the choice.
 */
function ConsentWhenNeeded() {
  const [path] = useLocation()
  const { choice } = useSnapshot(cookieConsent)
  const { in_seduta } = useSnapshot(session)
  return choice === null && !in_seduta && !isSpecialRoute(path) ? (
    <ErrorBoundary fallback={null}>
      <Suspense>
        <ConsentBanner />
      </Suspense>
    </ErrorBoundary>
  ) : null
}

function Route() {
  const [rawPath, navigate] = useLocation()
  const search = useSearch()
  const path = cleanPath(rawPath)
  const { isAuthenticated, hasToken, hasEmail, hasTokenSocial, isNewcomer } = useSession()
  const query = Object.fromEntries(new URLSearchParams(search))
  const guard = guardVisit({
    path: path,
    query,
    hasToken,
    isAuthenticated,
    hasEmail,
    hasTokenSocial,
    isNewcomer,
    cameFrom: leadingPath(path),
  })
  const route = matchRoute(path)
  const { choice } = useSnapshot(cookieConsent)
  const seen = guard.tipo === 'allow' ? route?.path : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page that is open when the consent is given counts too
  useEffect(() => {
    if (seen) countView(seen)
  }, [seen, choice])
  const screen = route && screenOf(route.path, path, search)
  useEffect(() => {
    keepAffiliateCode(affiliateCodeOf(Object.fromEntries(new URLSearchParams(search))))
  }, [search])
  useEffect(() => {
    if (guard.tipo === 'allow' && guard.cancellaAffiliato) clearAffiliateCode()
  })
  // Load the screen together with the shell, not after it.
  useEffect(() => {
    if (seen) screen?.load().catch(() => undefined)
  }, [seen, screen])
  // A challenge opened before signing in resumes after it.
  useEffect(() => {
    const sfida = isAuthenticated && path === HOME ? takeSfida(Date.now()) : null
    if (sfida !== null) navigate(sfida, { replace: true })
  }, [isAuthenticated, path, navigate])

  if (guard.tipo === 'redirect') {
    if (guard.a === LOGIN) keepSfida(path, search, Date.now())
    for (const [key, value] of Object.entries(guard.salva ?? {})) sessionStorage.setItem(key, value)
    // A redirect acts once, when it mounts: a second one in a row needs another key.
    return <Redirect key={guard.a} to={guard.a} replace />
  }
  if (!screen) {
    const elsewhere = isAuthenticated ? HOME : LOGIN
    return <Redirect key={elsewhere} to={elsewhere} replace />
  }
  const Screen = screen.component
  const drawn = (
    <>
      <Screen />
      <Arrived />
    </>
  )
  // The shell draws the head of a screen that is still loading.
  const content = (
    <>
      {isAuthenticated && <Preload />}
      <ErrorBoundary key={path} fallback={<ScreenMissing around={screen.shell ? Fragment : Alone} />}>
        {screen.shell ? (
          drawn
        ) : (
          <Suspense
            fallback={
              <Alone>
                <SkeletonCards />
              </Alone>
            }
          >
            {drawn}
          </Suspense>
        )}
      </ErrorBoundary>
    </>
  )
  return screen.shell ? (
    <ErrorBoundary fallback={<ScreenMissing around={Alone} />}>
      <Suspense>
        <Shell path={path}>{content}</Shell>
      </Suspense>
    </ErrorBoundary>
  ) : (
    content
  )
}

/** Fetches the code of other screens once the shell is drawn, or a sitting that stands without it. */
function Preload() {
  const { online } = useSnapshot(network)
  useEffect(() => {
    if (online) void import('./preload.ts').then(({ preloadScreens }) => preloadScreens()).catch(() => undefined)
  }, [online])
  return null
}

/** Beside a screen: its code is here and drawn. */
function Arrived() {
  useEffect(tellFirstScreen, [])
  return null
}

const ScreenMissing = ({ around: Around }: { around: typeof Alone | typeof Fragment }) => (
  <main>
    <Around>
      <PartMissing title={guasto.pagina_errore_titolo} />
    </Around>
  </main>
)

/** Shows a failure also where the code of its sentence did not arrive; an update is declined. */
function NoticesMissing() {
  const { errors, updates } = useSnapshot(notices)
  const { in_seduta } = useSnapshot(session)
  const update = in_seduta ? undefined : updates[0]
  return errors.length > 0 || update ? (
    <NoticeMissing close={() => (errors.length > 0 ? closeError() : update?.answer(false))} />
  ) : null
}
