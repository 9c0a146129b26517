import { SHARED_CACHE, SHARED_FIELD, SHARED_NAME, SHARED_PATH, SHARED_QUERY } from '#contract/share-target'

/**
 * Stores a file that another app shares with this one (the manifest's `share_target`) until the page reads it, and
 * redirects to the person's own banks. Without a file the person chooses one there.
 */
export async function receiveShared(request: Request, base: string, caches: CacheStorage): Promise<Response> {
  const file = (await request.formData()).get(SHARED_FIELD)
  if (file instanceof File && file.size > 0) {
    const cache = await caches.open(SHARED_CACHE)
    const headers = {
      'content-type': file.type || 'application/octet-stream',
      [SHARED_NAME]: encodeURIComponent(file.name),
    }
    await cache.put(base + SHARED_PATH, new Response(file, { headers }))
  }
  return Response.redirect(new URL(`${base}banche-dati?${SHARED_QUERY}=1`, request.url), 303)
}
