import { useEffect, useRef } from 'react'
import { holdSchermo } from './schermo.ts'

type Comandi = { play: () => void; pause: () => void; avanti: () => void; indietro: () => void }

const CAMPIONI_AL_SECONDO = 8_000
const SECONDI = 6
const TESTA = 44

/**
 * A WAV of silence. Browsers give the media keys to a page that plays audio of some seconds, and speech is none: this is what
 * plays beneath it.
 */
export function silenzio(): Uint8Array {
  const n = CAMPIONI_AL_SECONDO * SECONDI
  const byte = new Uint8Array(TESTA + n).fill(128, TESTA)
  const vista = new DataView(byte.buffer)
  const scrivi = (dove: number, testo: string) => byte.set(new TextEncoder().encode(testo), dove)
  scrivi(0, 'RIFF')
  vista.setUint32(4, TESTA - 8 + n, true)
  scrivi(8, 'WAVEfmt ')
  vista.setUint32(16, 16, true)
  vista.setUint16(20, 1, true)
  vista.setUint16(22, 1, true)
  vista.setUint32(24, CAMPIONI_AL_SECONDO, true)
  vista.setUint32(28, CAMPIONI_AL_SECONDO, true)
  vista.setUint16(32, 1, true)
  vista.setUint16(34, 8, true)
  scrivi(36, 'data')
  vista.setUint32(40, n, true)
  return byte
}

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
    if (!parla || !('mediaSession' in navigator)) return
    const url = URL.createObjectURL(new Blob([silenzio() as Uint8Array<ArrayBuffer>], { type: 'audio/wav' }))
    const audio = new Audio(url)
    audio.loop = true
    // Refused without a gesture: then only the page's own buttons command the voice.
    void audio.play().catch(() => undefined)
    return () => {
      audio.pause()
      audio.removeAttribute('src')
      URL.revokeObjectURL(url)
    }
  }, [parla])
  useEffect(() => {
    if (parla) return holdSchermo()
  }, [parla])
}
