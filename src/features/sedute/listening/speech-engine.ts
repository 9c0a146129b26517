import type { SpeechEngine, Wait } from './speech-queue.ts'

/** Milliseconds to wait for a voice, because the browser fills its list after the page asked for it. */
const VOICES_MS = 2_500

/** Returns an Italian voice, the device's own before those that need a network; null when there is none. */
export function pickVoice(voices: readonly SpeechSynthesisVoice[]): SpeechSynthesisVoice | null {
  const italian = voices.filter((v) => /^it\b/i.test(v.lang.replace('_', '-')))
  return italian.find((v) => v.localService) ?? italian[0] ?? null
}

/**
 * Calls `tell` with the Italian voice as soon as there is one; with null without speech, or when none came in a while. A list
 * that comes later still, as on slow devices, calls it again. Returns a function that stops waiting.
 */
export function watchVoice(tell: (voice: SpeechSynthesisVoice | null) => void): () => void {
  if (!('speechSynthesis' in globalThis)) {
    tell(null)
    return () => {}
  }
  const stop = () => {
    clearTimeout(t)
    speechSynthesis.removeEventListener?.('voiceschanged', look)
  }
  // Browser fills the list in parts, first those of the device, then those of the network.
  const look = () => {
    const voice = pickVoice(speechSynthesis.getVoices())
    if (!voice) return
    stop()
    tell(voice)
  }
  const t = setTimeout(() => tell(null), VOICES_MS)
  // Older Safari has speech that is no event target; its list is there from the start.
  speechSynthesis.addEventListener?.('voiceschanged', look)
  look()
  return stop
}

/** Creates the browser's engine with one voice. */
export function createSpeechEngine(voice: SpeechSynthesisVoice): SpeechEngine {
  /** Reference held during speech, because a collected utterance fires no event. */
  let held: SpeechSynthesisUtterance | null = null
  return {
    speak(text, speed, told) {
      const utterance = new SpeechSynthesisUtterance(text)
      utterance.voice = voice
      utterance.lang = voice.lang
      utterance.rate = speed
      utterance.onstart = told.start
      utterance.onend = told.end
      utterance.onerror = told.error
      held = utterance
      speechSynthesis.speak(held)
    },
    cancel() {
      held = null
      speechSynthesis.cancel()
    },
  }
}

export const waitTimeout: Wait = (ms, f) => {
  const t = setTimeout(f, ms)
  return () => clearTimeout(t)
}
