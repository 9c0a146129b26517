import { vi } from 'vitest'

/** What engines are known to do wrong. */
export type Difetti = {
  /** Milliseconds until the list of voices is there; several lists come, the Italian voice with the last. */
  voci?: number
  /** Milliseconds from speak to its start. */
  ritardo?: number
  /** Of how many pieces one never tells its end; the engine then takes nothing until it is cancelled. */
  senzaFine?: number
  /** Milliseconds after which a piece stops without an event. */
  taglio?: number
  /** Of how many pieces one breaks in the middle, as a voice of the network does. */
  rotti?: number
}

type Frase = SpeechSynthesisUtterance
const AL_SECONDO = 14

/** An utterance as the page makes it. */
class FraseFinta {
  voice: SpeechSynthesisVoice | null = null
  lang = ''
  rate = 1
  onstart: (() => void) | null = null
  onend: (() => void) | null = null
  onerror: ((e: { error: string }) => void) | null = null
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/**
 * The browser's speech over the test's timers, with an Italian voice: it swallows the last word of a piece without a mark, tells
 * `interrupted` and `canceled` after the fact to what was given up, and has the defects that the test names.
 */
export function stubVoce(difetti: Difetti = {}) {
  const { voci = 0, ritardo = 60, senzaFine = 0, taglio = Number.POSITIVE_INFINITY, rotti = 0 } = difetti
  const bersaglio = new EventTarget()
  /** Everything that came out of the loudspeaker, piece by piece. */
  const udite: string[] = []
  let coda: Frase[] = []
  let inBocca: { frase: Frase; timer: ReturnType<typeof setTimeout>[] } | null = null
  let quante = 0
  let lista = voci === 0 ? 2 : 0
  if (voci > 0)
    for (const parte of [1, 2])
      setTimeout(
        () => {
          lista = parte
          bersaglio.dispatchEvent(new Event('voiceschanged'))
        },
        voci * (parte / 2),
      )

  const tell = (frase: Frase, error: string) => setTimeout(() => frase.onerror?.({ error } as never), 5)
  function next(): void {
    const frase = coda.shift()
    if (!frase || inBocca) return
    quante++
    const dura = (1_000 * frase.text.length) / (AL_SECONDO * frase.rate)
    const [rotta, muta] = [rotti > 0 && quante % rotti === 0, senzaFine > 0 && quante % senzaFine === 0]
    const intera = /[.?!;:,]$/.test(frase.text)
    const detta = intera ? frase.text : frase.text.replace(/\s*\S+$/, '')
    const finito = (f: () => void) => () => {
      inBocca = null
      f()
      next()
    }
    const timer = [setTimeout(() => frase.onstart?.(undefined as never), ritardo)]
    if (rotta)
      timer.push(
        setTimeout(
          finito(() => tell(frase, 'network')),
          ritardo + dura / 2,
        ),
      )
    else if (dura > taglio) timer.push(setTimeout(() => udite.push(`${detta.slice(0, 40)}…`), ritardo + taglio))
    else {
      timer.push(setTimeout(() => udite.push(detta), ritardo + dura))
      if (!muta && intera)
        timer.push(
          setTimeout(
            finito(() => frase.onend?.(undefined as never)),
            ritardo + dura + 1,
          ),
        )
    }
    inBocca = { frase, timer }
  }
  const sintesi = {
    getVoices: () =>
      [
        { lang: 'en-US', localService: true },
        { lang: 'it-IT', localService: true },
      ].slice(0, lista),
    addEventListener: bersaglio.addEventListener.bind(bersaglio),
    removeEventListener: bersaglio.removeEventListener.bind(bersaglio),
    speak(frase: Frase) {
      coda.push(frase)
      if (!inBocca) next()
    },
    cancel() {
      for (const frase of coda) tell(frase, 'canceled')
      coda = []
      if (!inBocca) return
      for (const t of inBocca.timer) clearTimeout(t)
      tell(inBocca.frase, 'interrupted')
      inBocca = null
    },
  }
  vi.stubGlobal('speechSynthesis', sintesi)
  vi.stubGlobal('SpeechSynthesisUtterance', FraseFinta)
  return { udite, inCoda: () => coda.length + (inBocca ? 1 : 0) }
}
