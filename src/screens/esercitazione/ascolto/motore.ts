import type { Attendi, Motore } from './coda.ts'

/** The browser fills its list of voices after the page asked for it; after this it is told that there is none. */
const VOCI_MS = 2_500

/** An Italian voice, the device's own before those that need a network; null when there is none. */
export function pickVoce(voci: readonly SpeechSynthesisVoice[]): SpeechSynthesisVoice | null {
  const italiane = voci.filter((v) => /^it\b/i.test(v.lang.replace('_', '-')))
  return italiane.find((v) => v.localService) ?? italiane[0] ?? null
}

/**
 * Tells the Italian voice as soon as there is one; null where nothing speaks, or when none came in a while. A list that comes
 * later still, as it does on slow devices, tells it after all. Answers how to stop waiting.
 */
export function watchVoce(tell: (voce: SpeechSynthesisVoice | null) => void): () => void {
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
    const voce = pickVoce(speechSynthesis.getVoices())
    if (!voce) return
    stop()
    tell(voce)
  }
  const t = setTimeout(() => tell(null), VOCI_MS)
  // Older Safari has speech that is no event target; its list is there from the start.
  speechSynthesis.addEventListener?.('voiceschanged', look)
  look()
  return stop
}

/** The engine of the browser with one voice. */
export function createMotore(voce: SpeechSynthesisVoice): Motore {
  /** Held while it speaks: an utterance that is collected tells nothing. */
  let tenuta: SpeechSynthesisUtterance | null = null
  return {
    speak(testo, velocita, detto) {
      const frase = new SpeechSynthesisUtterance(testo)
      frase.voice = voce
      frase.lang = voce.lang
      frase.rate = velocita
      frase.onstart = detto.inizio
      frase.onend = detto.fine
      frase.onerror = detto.errore
      tenuta = frase
      speechSynthesis.speak(tenuta)
    },
    cancel() {
      tenuta = null
      speechSynthesis.cancel()
    },
  }
}

export const attendi: Attendi = (ms, f) => {
  const t = setTimeout(f, ms)
  return () => clearTimeout(t)
}
