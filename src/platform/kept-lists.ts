/** Public lists as they last arrived, for who opens them without a network. Nothing of an account is here. */
const CACHE = 'idoneo-elenchi'

const address = (name: string) => `/elenchi/${name}`

/** Keeps a list in place of the one before; where the browser forbids it nothing is kept. */
export async function keepList(name: string, value: unknown, at_ms: number): Promise<void> {
  try {
    const cache = await caches.open(CACHE)
    await cache.put(address(name), new Response(JSON.stringify({ at_ms, value })))
  } catch {
    // A convenience: the network has it.
  }
}

/** The list as it was kept, not checked, and when; null when there is none. */
export async function readKeptList(name: string): Promise<{ at_ms: number; value: unknown } | null> {
  try {
    const kept = await (await (await caches.open(CACHE)).match(address(name)))?.json()
    return kept && typeof kept.at_ms === 'number' ? kept : null
  } catch {
    return null
  }
}
