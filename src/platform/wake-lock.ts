/**
 * Keeps the screen on until the returned function is called. Browsers release the lock of a hidden page, so it is requested again
 * on the page's return.
 */
export function holdWakeLock(): () => void {
  if (!('wakeLock' in navigator)) return () => undefined
  let alive = true
  let asked = false
  let held: WakeLockSentinel | null = null
  const ask = async () => {
    if (asked || document.visibilityState !== 'visible' || (held && !held.released)) return
    asked = true
    try {
      const lock = await navigator.wakeLock.request('screen')
      if (alive) held = lock
      else void lock.release()
    } catch {
      // Ignore a refusal for a low battery, because the voice continues all the same.
    } finally {
      asked = false
    }
  }
  const onVisible = () => void ask()
  document.addEventListener('visibilitychange', onVisible)
  void ask()
  return () => {
    alive = false
    document.removeEventListener('visibilitychange', onVisible)
    void held?.release()
  }
}
