import { useEffect, useRef } from 'react'

type Comandi = { play: () => void; pause: () => void; avanti: () => void; indietro: () => void }

/** Keys of headsets and of the lock screen, where the browser hands them on; the screen stays on while the voice speaks. */
export function useComandiMedia(titolo: string, sottotitolo: string, parla: boolean, comandi: Comandi): void {
  const c = useRef(comandi)
  c.current = comandi
  useEffect(() => {
    if (!('mediaSession' in navigator)) return
    const { mediaSession } = navigator
    const azioni = [
      ['play', () => c.current.play()],
      ['pause', () => c.current.pause()],
      ['nexttrack', () => c.current.avanti()],
      ['previoustrack', () => c.current.indietro()],
    ] as const
    for (const [nome, f] of azioni) mediaSession.setActionHandler(nome, f)
    return () => {
      for (const [nome] of azioni) mediaSession.setActionHandler(nome, null)
      mediaSession.metadata = null
      mediaSession.playbackState = 'none'
    }
  }, [])
  useEffect(() => {
    if (!('mediaSession' in navigator)) return
    navigator.mediaSession.metadata = new MediaMetadata({ title: titolo, artist: sottotitolo })
    navigator.mediaSession.playbackState = parla ? 'playing' : 'paused'
  }, [titolo, sottotitolo, parla])
  useEffect(() => {
    if (!parla || !('wakeLock' in navigator)) return
    let vivo = true
    let tenuto: WakeLockSentinel | null = null
    void navigator.wakeLock.request('screen').then(
      (blocco) => {
        if (vivo) tenuto = blocco
        else void blocco.release()
      },
      // Refused with a low battery: the voice goes on all the same.
      () => undefined,
    )
    return () => {
      vivo = false
      void tenuto?.release()
    }
  }, [parla])
}
