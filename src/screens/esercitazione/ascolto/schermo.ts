/** Keeps the screen on until the answer is called. Browsers let go of it on a hidden page: it is asked for again when it is back. */
export function holdSchermo(): () => void {
  if (!('wakeLock' in navigator)) return () => undefined
  let vivo = true
  let chiesto = false
  let tenuto: WakeLockSentinel | null = null
  const ask = async () => {
    if (chiesto || document.visibilityState !== 'visible' || (tenuto && !tenuto.released)) return
    chiesto = true
    try {
      const blocco = await navigator.wakeLock.request('screen')
      if (vivo) tenuto = blocco
      else void blocco.release()
    } catch {
      // Refused with a low battery: the voice goes on all the same.
    } finally {
      chiesto = false
    }
  }
  const onVisibile = () => void ask()
  document.addEventListener('visibilitychange', onVisibile)
  void ask()
  return () => {
    vivo = false
    document.removeEventListener('visibilitychange', onVisibile)
    void tenuto?.release()
  }
}
