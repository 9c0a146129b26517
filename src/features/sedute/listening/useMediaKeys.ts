import { useEffect, useRef } from 'react'
import { holdWakeLock } from '../../../platform/wake-lock.ts'

type MediaCommands = { play: () => void; pause: () => void; next: () => void; previous: () => void }

const SAMPLES_PER_SECOND = 8_000
const SECONDS = 6
const HEADER_BYTES = 44

/**
 * Returns a WAV of silence, played under the speech. Browsers give the media keys only to a page that plays some seconds of
 * audio, and speech does not count.
 */
export function silentWav(): Uint8Array {
  const n = SAMPLES_PER_SECOND * SECONDS
  const bytes = new Uint8Array(HEADER_BYTES + n).fill(128, HEADER_BYTES)
  const view = new DataView(bytes.buffer)
  const writeText = (offset: number, text: string) => bytes.set(new TextEncoder().encode(text), offset)
  writeText(0, 'RIFF')
  view.setUint32(4, HEADER_BYTES - 8 + n, true)
  writeText(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, SAMPLES_PER_SECOND, true)
  view.setUint32(28, SAMPLES_PER_SECOND, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  writeText(36, 'data')
  view.setUint32(40, n, true)
  return bytes
}

/** Binds the keys of headsets and lock screen, where the browser passes them; the screen stays on while the voice speaks. */
export function useMediaKeys(title: string, subtitle: string, speaking: boolean, commands: MediaCommands): void {
  const c = useRef(commands)
  c.current = commands
  useEffect(() => {
    if (!('mediaSession' in navigator)) return
    const { mediaSession } = navigator
    const actions = [
      ['play', () => c.current.play()],
      ['pause', () => c.current.pause()],
      ['nexttrack', () => c.current.next()],
      ['previoustrack', () => c.current.previous()],
    ] as const
    for (const [name, f] of actions) mediaSession.setActionHandler(name, f)
    return () => {
      for (const [name] of actions) mediaSession.setActionHandler(name, null)
      mediaSession.metadata = null
      mediaSession.playbackState = 'none'
    }
  }, [])
  useEffect(() => {
    if (!('mediaSession' in navigator)) return
    navigator.mediaSession.metadata = new MediaMetadata({ title: title, artist: subtitle })
    navigator.mediaSession.playbackState = speaking ? 'playing' : 'paused'
  }, [title, subtitle, speaking])
  useEffect(() => {
    if (!speaking || !('mediaSession' in navigator)) return
    const url = URL.createObjectURL(new Blob([silentWav() as Uint8Array<ArrayBuffer>], { type: 'audio/wav' }))
    const audio = new Audio(url)
    audio.loop = true
    // Ignore a refusal without a gesture, after which only the page's own buttons command the voice.
    void audio.play().catch(() => undefined)
    return () => {
      audio.pause()
      audio.removeAttribute('src')
      URL.revokeObjectURL(url)
    }
  }, [speaking])
  useEffect(() => {
    if (speaking) return holdWakeLock()
  }, [speaking])
}
