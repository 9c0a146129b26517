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
 * Composition root: with `start-account`, the only place that subscribes, listens and starts background work. Importing any other
 * module does nothing; `src/store/client.ts` follows the page's lifecycle once it has a worker.
 *
 * @param draw puts the screens on the page, once the session is restored
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
  // heal.js discards a version whose code never gets this far.
  document.documentElement.dataset.started = 'true'
  // Start after the screens, so that storing them does not compete with them.
  if (import.meta.env.PROD)
    addEventListener('load', () => {
      afterFirstScreen(() => void startServiceWorker(workerUrl('sw')))
    })
  if (session.credentials) {
    // A signed-in visit needs the store: its engine is five times the code of a screen.
    if (isKeptHere()) openStoreEarly()
    else afterFirstScreen(() => void compileSqlite())
    afterFirstScreen(() => void import('../domain/sign-in.ts').then(({ renewToken }) => renewToken()))
  }
  followFirstSession()
}

/** True when the page is kept on this device: its code needs no network. */
const isKeptHere = () => Boolean(navigator.serviceWorker?.controller)

/** Opens the store in its own thread while the first screen is drawn: on a train that screen's button waits for it. */
function openStoreEarly(): void {
  void compileSqlite()
  void import('../store/opening.ts').then(({ openStore }) => openStore())
}

/** Milliseconds before a failed load of the code is retried. */
const AGAIN_MS = 30_000

/**
 * Loads the rest. Code that does not arrive, as in a tunnel, is requested again when the network is back, and from time to time.
 */
async function startRest(): Promise<void> {
  const part = await loadPart(() => import('./start-account.ts')).catch(() => null)
  if (part) return part.startAccount()
  await import('../sync/requests.ts').then(({ refuseSync }) => refuseSync()).catch(() => undefined)
  await Promise.race([new Promise<void>(onNetworkBack), new Promise((go) => setTimeout(go, AGAIN_MS))])
  return startRest()
}

/** Starts the background work with the first session of this visit. */
function followFirstSession(): void {
  const look = () => {
    if (!session.credentials) return
    stop()
    afterFirstScreen(() => void startRest())
  }
  const stop = subscribe(session, look)
  look()
}
