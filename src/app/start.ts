import { subscribe } from 'valtio'
import { compileSqlite } from '#wasm/handover'
import { restoreConsent } from '../domain/cookie-consent.ts'
import { applyTheme } from '../features/account/theme.ts'
import { applyTypeface } from '../features/account/typeface.ts'
import { followNetwork, onNetworkBack } from '../platform/network.ts'
import { workerUrl } from '../platform/worker-urls.ts'
import { followAccount } from '../session/account.ts'
import { followClockOffset } from '../session/clock-warning.ts'
import { dropOthersNotices } from '../session/notices.ts'
import { followOtherTabs, restoreCredentials, session } from '../session/session.ts'
import { loadPart } from '../ui/lazy-part.ts'
import { afterFirstScreen } from './first-screen.ts'
import { startServiceWorker } from './service-worker.ts'

/**
 * The composition root: with `start-account`, the only place that subscribes, listens and starts what goes on by itself. Importing any
 * other module does nothing.
 *
 * @param draw puts the screens on the page, when who is signed in is known
 */
export function start(draw: () => void): void {
  applyTheme()
  applyTypeface()
  restoreConsent()
  restoreCredentials()
  followNetwork()
  followClockOffset()
  followOtherTabs()
  followAccount(dropOthersNotices)
  draw()
  // heal.js throws a version away whose code never comes this far.
  document.documentElement.dataset.started = 'true'
  // After the screens: what keeps them for later must not compete with them.
  if (import.meta.env.PROD)
    addEventListener('load', () => {
      afterFirstScreen(() => void startServiceWorker(workerUrl('sw')))
    })
  if (session.credentials) {
    // Whoever is signed in will need the store: its engine is five times the code of a screen.
    if (isKeptHere()) openStoreEarly()
    else afterFirstScreen(() => void compileSqlite())
    afterFirstScreen(() => void import('../domain/sign-in.ts').then(({ renewToken }) => renewToken()))
  }
  followFirstSession()
}

/** The page is kept on this device: its code needs no network. */
const isKeptHere = () => Boolean(navigator.serviceWorker?.controller)

/** The store opens in its own thread while the first screen is drawn: on a train that screen's button waits for it. */
function openStoreEarly(): void {
  void compileSqlite()
  void import('../store/opening.ts').then(({ openStore }) => openStore())
}

/** A server that did not give the code is asked for it again after so long, milliseconds. */
const AGAIN_MS = 30_000

/** Its code may not come, as in a tunnel: it is asked for again when the network is back, and from time to time. */
async function startRest(): Promise<void> {
  const part = await loadPart(() => import('./start-account.ts')).catch(() => null)
  if (part) return part.startAccount()
  await import('../sync/requests.ts').then(({ refuseSync }) => refuseSync()).catch(() => undefined)
  await Promise.race([new Promise<void>(onNetworkBack), new Promise((go) => setTimeout(go, AGAIN_MS))])
  return startRest()
}

/** What goes on behind the screens starts with the first session of this visit. */
function followFirstSession(): void {
  const look = () => {
    if (!session.credentials) return
    stop()
    afterFirstScreen(() => void startRest())
  }
  const stop = subscribe(session, look)
  look()
}
