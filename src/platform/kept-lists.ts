/** Cache of public lists, as last fetched, for use without a network. Data of an account is never here. */
const CACHE = 'idoneo-elenchi'

const address = (name: string) => `/elenchi/${name}`

/** Keeps a list in place of the one before; keeps nothing where the browser forbids it. */
export async function keepList(name: string, value: unknown, at_ms: number): Promise<void> {
  try {
    const cache = await caches.open(CACHE)
    await cache.put(address(name), new Response(JSON.stringify({ at_ms, value })))
  } catch {
    // Ignore the failure, because the network has the list.
  }
}

/** Returns the kept list, unchecked, with its time; null when there is none. */
export async function readKeptList(name: string): Promise<{ at_ms: number; value: unknown } | null> {
  try {
    const kept = await (await (await caches.open(CACHE)).match(address(name)))?.json()
    return kept && typeof kept.at_ms === 'number' ? kept : null
  } catch {
    return null
  }
}
