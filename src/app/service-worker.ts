import { proxy, ref } from 'valtio'
import { lookAtKept } from '../platform/kept.ts'

/**
 * The page's own version: `current`; `ready` when a newer one waits to be taken; `taken` when another tab took it and this one still
 * shows the one before.
 */
export const appUpdate = proxy({
  state: 'current' as 'current' | 'ready' | 'taken',
  /** This tab asked for the new version and reloads when it is there. */
  asked: false,
  registration: null as ServiceWorkerRegistration | null,
})

/** A page that stays open asks this often whether there is a new version, milliseconds. */
const CHECK_MS = 3_600_000
/** A person who asked for the new version waits this long for it at most, milliseconds. */
const TAKE_MS = 4_000

/**
 * Keeps the page on the device so that it opens without a network (decision 0044). A new version never reloads a tab by itself.
 *
 * @param script address of the service worker, allowed by the page's policy
 */
export async function startServiceWorker(script: string): Promise<void> {
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  // The first version of a visit takes over a page that is of the same version: nothing to tell.
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

/** Takes the new version: the page is loaded anew as soon as it serves. */
export function takeUpdate(): void {
  const { waiting } = appUpdate.registration ?? {}
  appUpdate.asked = true
  waiting?.postMessage('take-update')
  // The browser lets the old version end its work first, which may take long: a page that goes is the end of it.
  setTimeout(() => location.reload(), waiting ? TAKE_MS : 0)
}
