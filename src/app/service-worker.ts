import { proxy, ref } from 'valtio'
import { lookAtKept } from '../platform/kept.ts'

/**
 * Version of the page: `current`; `ready` when a newer one waits; `taken` when another tab took it and this one still shows the
 * older.
 */
export const appUpdate = proxy({
  state: 'current' as 'current' | 'ready' | 'taken',
  /** The tab asked for the new version and reloads when it serves. */
  asked: false,
  registration: null as ServiceWorkerRegistration | null,
})

/** Milliseconds between checks for a new version on a page that stays open. */
const CHECK_MS = 3_600_000
/** Milliseconds after which a requested update reloads the page at the latest. */
const TAKE_MS = 4_000

/**
 * Keeps the page on the device so that it opens without a network (decision 0044). A new version never reloads a tab by itself.
 *
 * @param script address of the service worker, allowed by the page's policy
 */
export async function startServiceWorker(script: string): Promise<void> {
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  // The first worker of a visit serves this page's own version: no update to report.
  let controlled = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    void lookAtKept()
    if (appUpdate.asked) location.reload()
    else if (controlled) appUpdate.state = 'taken'
    controlled = true
  })
  const registration = await serviceWorker.register(script, { updateViaCache: 'none' }).catch(() => null)
  if (!registration) return
  appUpdate.registration = ref(registration)
  const look = () => {
    if (registration.waiting && serviceWorker.controller) appUpdate.state = 'ready'
  }
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look))
  look()
  serviceWorker.controller?.postMessage('sweep')
  const check = () => void registration.update().catch(() => undefined)
  setInterval(check, CHECK_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check()
  })
}

/** Takes the new version: the page reloads when it serves. */
export function takeUpdate(): void {
  const { waiting } = appUpdate.registration ?? {}
  appUpdate.asked = true
  waiting?.postMessage('take-update')
  // The old version ends its work first, which may take long: a reload of the page ends it.
  setTimeout(() => location.reload(), waiting ? TAKE_MS : 0)
}
