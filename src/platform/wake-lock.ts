/** Keeps the screen on until the answer is called. Browsers let go of it on a hidden page: it is asked for again when it is back. */
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
      // Refused with a low battery: the voice goes on all the same.
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
