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

// Pass files through: a route's last part has no dot, a file's name has one, and a missing file must stay missing.
const isFile = /\/[^/?]*\.[^/]*$/
registerRoute(
  new NavigationRoute(precache.createHandlerBoundToURL(`${BASE}index.html`), {
    allowlist: [/^\/simulatore(\/|$)/],
    denylist: [isFile],
  }),
)

// Stand behind the routes: the server draws more into the page at the root, whose bytes are then not those of the list.
registerRoute(new PrecacheRoute(precache))

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
// Keep those of a version that arrives or waits too, because this worker does not list them.
const sweep = async (event: ExtendableEvent): Promise<void> => {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const { installing, waiting } = self.registration
  if (tabs.length <= 1 && !installing && !waiting) await precache.activate(event)
}

/** Fetches the files of this version that the device lost. One that the server no longer has stays missing. */
const restore = async (event: ExtendableEvent): Promise<void> => {
  const cache = await caches.open(precache.strategy.cacheName)
  const kept = new Set((await cache.keys()).map(({ url }) => url))
  for (const entry of PRECACHE) {
    const { url, integrity } = typeof entry === 'string' ? { url: entry } : entry
    const cacheKey = precache.getCacheKeyForURL(url)
    if (cacheKey === undefined || kept.has(cacheKey)) continue
    const missing = { event, request: new Request(url), params: { cacheKey, integrity } }
    await precache.strategy.handle(missing).catch(() => undefined)
  }
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
  if (data === 'sweep') event.waitUntil(sweep(event).then(() => restore(event)))
  // Return how much of this version is on the device, for "funziona anche offline".
  if (data === 'count') event.waitUntil(count().then((answer) => event.ports[0]?.postMessage(answer)))
})

async function count(): Promise<{ expected: number; kept: number }> {
  const urls = precache.getCachedURLs()
  const found = await Promise.all(urls.map((url) => precache.matchPrecache(url)))
  return { expected: urls.length, kept: found.filter(Boolean).length }
}
