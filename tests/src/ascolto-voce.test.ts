import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Piece, phrases } from '#src/features/sedute/listening/phrases'
import { createSpeechEngine, waitTimeout, watchVoice } from '#src/features/sedute/listening/speech-engine'
import { createSpeechQueue, type SpeechEngine, speechLimit } from '#src/features/sedute/listening/speech-queue'
import { type Difetti, stubVoce } from './voce-finta.ts'

const TESTO = `Ai sensi dell’art. 97 della Costituzione, come si accede agli impieghi nelle pubbliche amministrazioni? ${'Salvo che la legge disponga altrimenti e nel rispetto dei principi generali dell’ordinamento della Repubblica '.repeat(2)}mediante concorso`
const PEZZI: Piece[] = phrases(TESTO).map((testo) => ({ kind: 'voce', text: testo, part: 0 }))
const dette = () => PEZZI.flatMap((p) => (p.kind === 'voce' ? [p.text] : []))
const ora = () => Date.now()

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function ascolta(difetti: Difetti = {}) {
  const voce = stubVoce(difetti)
  let finite = 0
  const [italiana] = speechSynthesis.getVoices().filter((v) => v.lang === 'it-IT')
  const motore = createSpeechEngine(italiana as SpeechSynthesisVoice)
  const coda = createSpeechQueue(
    motore,
    { attendi: waitTimeout, now: ora },
    { change: () => {}, end: () => void finite++ },
  )
  coda.load(PEZZI)
  return { ...voce, coda, finite: () => finite }
}

describe('the list of voices', () => {
  const cerca = () => {
    const detto: (string | null)[] = []
    const lascia = watchVoice((v) => detto.push(v?.lang ?? null))
    return { detto, lascia }
  }
  it('that is there is used at once, and nothing more is told', () => {
    stubVoce()
    const { detto } = cerca()
    vi.advanceTimersByTime(60_000)
    expect(detto).toEqual(['it-IT'])
  })
  it('that comes in parts is read until it has an Italian voice', () => {
    stubVoce({ voci: 2_000 })
    const { detto } = cerca()
    vi.advanceTimersByTime(1_500)
    expect(detto).toEqual([])
    vi.advanceTimersByTime(60_000)
    expect(detto).toEqual(['it-IT'])
  })
  it('that comes very late says no, then yes', () => {
    stubVoce({ voci: 8_000 })
    const { detto } = cerca()
    vi.advanceTimersByTime(7_000)
    expect(detto).toEqual([null])
    vi.advanceTimersByTime(2_000)
    expect(detto).toEqual([null, 'it-IT'])
  })
  it('is not waited for by a screen that went', () => {
    stubVoce({ voci: 8_000 })
    const { detto, lascia } = cerca()
    lascia()
    vi.advanceTimersByTime(60_000)
    expect(detto).toEqual([])
  })
  it('of a browser without speech is told to be missing', () => {
    vi.stubGlobal('speechSynthesis', undefined)
    Reflect.deleteProperty(globalThis, 'speechSynthesis')
    expect(cerca().detto).toEqual([null])
  })
})

describe('a text over a browser’s voice', () => {
  it.each([
    ['that does its work', {}],
    ['whose events come late', { ritardo: 3_000 }],
    ['that forgets one end of two', { senzaFine: 2 }],
    ['that never tells an end', { senzaFine: 1 }],
    ['that stops in silence after fifteen seconds', { taglio: 15_000 }],
  ] satisfies [string, Difetti][])('%s is heard whole, each piece once, to its last word', (_, difetti) => {
    const { coda, udite, finite, inCoda } = ascolta(difetti)
    coda.play()
    vi.advanceTimersByTime(600_000)
    expect(udite).toEqual(dette())
    expect([coda.state(), finite(), inCoda()]).toEqual(['finita', 1, 0])
  })

  it('is cut by that silence even at the slowest speed in no piece', () => {
    const { coda, udite } = ascolta({ taglio: 15_000 })
    coda.setSpeed(0.8)
    coda.play()
    vi.advanceTimersByTime(600_000)
    expect(udite).toEqual(dette())
  })

  it('that breaks now and then says the broken piece again', () => {
    const { coda, udite, finite } = ascolta({ rotti: 3 })
    coda.play()
    vi.advanceTimersByTime(600_000)
    expect(udite).toEqual(dette())
    expect(finite()).toBe(1)
  })

  it('that breaks every time is told, not tried for ever', () => {
    const { coda, udite, finite, inCoda } = ascolta({ rotti: 1 })
    coda.play()
    vi.advanceTimersByTime(600_000)
    expect([coda.state(), udite, finite(), inCoda()]).toEqual(['muta', [], 0, 0])
  })

  it('paused in any instant resumes with the piece it was in, and nothing is lost', () => {
    for (let istante = 0; istante < 20_000; istante += 1_700) {
      const { coda, udite, finite } = ascolta({ senzaFine: 3 })
      coda.play()
      vi.advanceTimersByTime(istante)
      coda.pause()
      const prima = [...udite]
      vi.advanceTimersByTime(30_000)
      expect([coda.state(), udite]).toEqual(['ferma', prima])
      coda.play()
      vi.advanceTimersByTime(600_000)
      expect(udite.filter((u, i) => u !== udite[i - 1])).toEqual(dette())
      expect(finite()).toBe(1)
    }
  })

  it('goes on at another speed from the same piece', () => {
    const { coda, udite } = ascolta()
    coda.play()
    vi.advanceTimersByTime(2_000)
    coda.setSpeed(1.5)
    vi.advanceTimersByTime(600_000)
    expect(udite).toEqual(dette())
  })
})

describe('the watchdog', () => {
  /** An engine that ends the pieces before `fino`, each after `ms` a character. */
  function passoNoto(fino: number, ms: number) {
    const inizi: number[] = []
    const motore: SpeechEngine = {
      speak(testo, _v, detto) {
        inizi.push(Date.now())
        detto.start()
        if (inizi.length < fino) setTimeout(detto.end, ms * testo.length)
      },
      cancel: () => {},
    }
    const coda = createSpeechQueue(motore, { attendi: waitTimeout, now: ora }, { change: () => {}, end: () => {} })
    const pezzo = 'parola '.repeat(20)
    coda.load(Array.from({ length: 4 }, () => ({ kind: 'voce', text: pezzo, part: 0 }) as const))
    coda.play()
    vi.advanceTimersByTime(600_000)
    return { attese: inizi.slice(1).map((t, i) => t - (inizi[i] ?? 0)), pezzo }
  }
  it('knows the pace of the voice once a piece has ended, and is generous again after it was needed', () => {
    const { attese, pezzo } = passoNoto(2, 70)
    expect(attese[0]).toBe(70 * pezzo.length)
    expect(attese[1]).toBe(speechLimit(pezzo, 1, 70))
    expect(attese[2]).toBe(Math.floor(speechLimit(pezzo, 1)))
    expect(speechLimit(pezzo, 1, 70)).toBeLessThan(speechLimit(pezzo, 1))
  })
  it('believes no end that came at once, and never waits longer than without knowing', () => {
    const { attese, pezzo } = passoNoto(2, 1)
    expect(attese[1]).toBeGreaterThan(40 * pezzo.length)
    expect(speechLimit(pezzo, 1, 10_000)).toBe(speechLimit(pezzo, 1))
  })
})

it('an engine whose cancel speaks back at once is not taken for two failures', () => {
  let detto: { start: () => void; end: () => void; error: () => void } | null = null
  let dette = 0
  const motore: SpeechEngine = {
    speak(_t, _v, d) {
      dette++
      detto = d
    },
    cancel: () => detto?.error(),
  }
  const coda = createSpeechQueue(motore, { attendi: waitTimeout, now: ora }, { change: () => {}, end: () => {} })
  coda.load([{ kind: 'voce', text: 'uno.', part: 0 }])
  coda.play()
  vi.advanceTimersByTime(5_100)
  expect([dette, coda.state()]).toEqual([2, 'parla'])
  vi.advanceTimersByTime(5_100)
  expect([dette, coda.state()]).toEqual([2, 'muta'])
})
