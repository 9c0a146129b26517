import { SHARED_CACHE, SHARED_NAME } from '#contract/share-target'

/** Returns the file that another app shared, once; null when there is none. */
export async function takeShared(caches: CacheStorage): Promise<File | null> {
  const cache = await caches.open(SHARED_CACHE)
  const [request] = await cache.keys()
  const response = request && (await cache.match(request))
  await caches.delete(SHARED_CACHE)
  if (!response) return null
  const name = decodeURIComponent(response.headers.get(SHARED_NAME) ?? '')
  return new File([await response.blob()], name)
}
