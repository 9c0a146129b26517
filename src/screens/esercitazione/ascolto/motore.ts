import type { Attendi, Motore } from './coda.ts'

/** The browser fills its list of voices after the page asked for it; waiting longer than this would wait for nothing. */
const VOCI_MS = 2_500

/** An Italian voice, the device's own before those that need a network; null when there is none. */
export function pickVoce(voci: readonly SpeechSynthesisVoice[]): SpeechSynthesisVoice | null {
  const italiane = voci.filter((v) => /^it\b/i.test(v.lang.replace('_', '-')))
  return italiane.find((v) => v.localService) ?? italiane[0] ?? null
}

/** Waits for the list of voices; null without speech at all or without an Italian voice. */
export async function findVoce(): Promise<SpeechSynthesisVoice | null> {
  if (!('speechSynthesis' in globalThis)) return null
  const subito = pickVoce(speechSynthesis.getVoices())
  if (subito) return subito
  await new Promise<void>((resolve) => {
    const t = setTimeout(resolve, VOCI_MS)
    speechSynthesis.addEventListener(
      'voiceschanged',
      () => {
        clearTimeout(t)
        resolve()
      },
      { once: true },
    )
  })
  return pickVoce(speechSynthesis.getVoices())
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
