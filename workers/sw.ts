import { PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { SHARED_PATH } from '#contract/share-target'
import { openPush, showPush } from './push.ts'
import { receiveShared } from './share-target.ts'

// The service worker: the whole page from the device, so that every route opens without a network (decision 0044).

declare const self: ServiceWorkerGlobalScope
/** Every built file of the page with its hash, written by scripts/precache.mjs. */
declare const PRECACHE: PrecacheEntry[]

const BASE = '/simulatore/'

const precache = new PrecacheController()
precache.addToCacheList(PRECACHE)
registerRoute(new PrecacheRoute(precache))

// A route of the page has no dot in its last part; a file's name has one, and a missing file must stay missing.
const isFile = /\/[^/?]*\.[^/]*$/
registerRoute(
  new NavigationRoute(precache.createHandlerBoundToURL(`${BASE}index.html`), {
    allowlist: [/^\/simulatore(\/|$)/],
    denylist: [isFile],
  }),
)

// What few browsers need (SQLite without WebAssembly) is kept once it has been asked for.
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
  // The first version serves at once; a later one waits until a person takes it.
  if (!self.registration.active) void self.skipWaiting()
})

// Files of the version before stay until no open tab can miss them: tabs in a sitting go on with the old code.
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
  // How much of this version is on the device, for "pronta per il treno".
  if (data === 'count') event.waitUntil(count().then((answer) => event.ports[0]?.postMessage(answer)))
})

async function count(): Promise<{ expected: number; kept: number }> {
  const urls = precache.getCachedURLs()
  const found = await Promise.all(urls.map((url) => precache.matchPrecache(url)))
  return { expected: urls.length, kept: found.filter(Boolean).length }
}
