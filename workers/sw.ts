import { PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { SHARED_PATH } from '#contract/share-target'
import { openPush, showPush } from './push.ts'
import { receiveShared } from './share-target.ts'

// Service worker: serves the whole page from the device, so that every route opens without a network (decision 0044).

declare const self: ServiceWorkerGlobalScope
/** Every built file of the page with its hash, listed by scripts/precache.mjs and put in by scripts/build.mjs. */
declare const PRECACHE: PrecacheEntry[]

const BASE = '/simulatore/'

const precache = new PrecacheController()
precache.addToCacheList(PRECACHE)
registerRoute(new PrecacheRoute(precache))

// Pass files through: a route's last part has no dot, a file's name has one, and a missing file must stay missing.
const isFile = /\/[^/?]*\.[^/]*$/
registerRoute(
  new NavigationRoute(precache.createHandlerBoundToURL(`${BASE}index.html`), {
    allowlist: [/^\/simulatore(\/|$)/],
    denylist: [isFile],
  }),
)

// Cache files that few browsers need (SQLite without WebAssembly) at their first request.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(`${BASE}assets/`),
  new CacheFirst({ cacheName: 'idoneo-assets' }),
)

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === BASE + SHARED_PATH,
  ({ request }) => receiveShared(request, BASE, caches),
  'POST',
)

self.addEventListener('install', (event) => {
  precache.install(event)
  // Activate the first version at once; a later one waits until the person accepts it.
  if (!self.registration.active) void self.skipWaiting()
})

// Keep files of the earlier version while an open tab may need them: tabs in a sitting go on with the old code.
const sweep = async (event: ExtendableEvent): Promise<void> => {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (tabs.length <= 1) await precache.activate(event)
}

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
})

self.addEventListener('push', (event) => {
  event.waitUntil(showPush(self, event.data?.text(), BASE))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPush(self, event.notification, BASE))
})

self.addEventListener('message', (event) => {
  const { data } = event as { data: unknown }
  if (data === 'take-update') event.waitUntil(self.skipWaiting())
  if (data === 'sweep') event.waitUntil(sweep(event))
  // Return how much of this version is on the device, for "funziona anche offline".
  if (data === 'count') event.waitUntil(count().then((answer) => event.ports[0]?.postMessage(answer)))
})

async function count(): Promise<{ expected: number; kept: number }> {
  const urls = precache.getCachedURLs()
  const found = await Promise.all(urls.map((url) => precache.matchPrecache(url)))
  return { expected: urls.length, kept: found.filter(Boolean).length }
}
