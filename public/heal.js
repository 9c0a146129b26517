// When the page's own code does not start (a broken version, a damaged cache), throws the kept version away and loads it anew, once.
;(() => {
  const WAIT_MS = 20_000
  const KEY = 'idoneo.heal'
  const started = () => document.documentElement.dataset.started === 'true'
  const heal = async () => {
    if (started() || !navigator.onLine || sessionStorage.getItem(KEY)) return
    sessionStorage.setItem(KEY, '1')
    const kept = (await navigator.serviceWorker?.getRegistrations()) ?? []
    await Promise.all(kept.map((registration) => registration.unregister()))
    for (const name of await caches.keys()) await caches.delete(name)
    location.reload()
  }
  // Asked before the cache is thrown away: without a server the page would be gone for good.
  const reachable = () => fetch('manifest.webmanifest', { cache: 'no-store' }).then((r) => r.ok)
  const check = () => {
    if (!started() && navigator.serviceWorker?.controller)
      reachable()
        .then((ok) => ok && heal())
        .catch(() => undefined)
  }
  addEventListener('error', (event) => event.target instanceof HTMLScriptElement && check(), true)
  setTimeout(check, WAIT_MS)
})()
