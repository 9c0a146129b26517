import type { SpeechEngine, Wait } from './speech-queue.ts'

/** The browser fills its list of voices after the page asked for it; after this it is told that there is none. */
const VOICES_MS = 2_500

/** An Italian voice, the device's own before those that need a network; null when there is none. */
export function pickVoice(voices: readonly SpeechSynthesisVoice[]): SpeechSynthesisVoice | null {
  const italian = voices.filter((v) => /^it\b/i.test(v.lang.replace('_', '-')))
  return italian.find((v) => v.localService) ?? italian[0] ?? null
}

/**
 * Tells the Italian voice as soon as there is one; null where nothing speaks, or when none came in a while. A list that comes
 * later still, as it does on slow devices, tells it after all. Answers how to stop waiting.
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
  // The list comes in parts: those of the device, then those of the network.
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

/** The engine of the browser with one voice. */
export function createSpeechEngine(voice: SpeechSynthesisVoice): SpeechEngine {
  /** Held while it speaks: an utterance that is collected tells nothing. */
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
