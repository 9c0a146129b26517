import type { Pezzo } from './frasi.ts'

/** The engine that speaks: one utterance at a time. It may forget to say that it began or that it ended (field.md 39). */
export type Motore = {
  speak(testo: string, velocita: number, detto: { inizio: () => void; fine: () => void; errore: () => void }): void
  cancel(): void
}
/** Calls back after some milliseconds; answers how to give it up. */
export type Attendi = (ms: number, f: () => void) => () => void

export type StatoCoda = 'ferma' | 'parla' | 'finita' | 'muta'
export type Coda = {
  /** Other things to say, from the first. Says nothing by itself. */
  load(pezzi: readonly Pezzo[]): void
  play(): void
  /** The piece that was being said is said again from its beginning. */
  pause(): void
  setVelocita(velocita: number): void
  stato(): StatoCoda
  /** Place in the pieces. */
  indice(): number
}

/** Slow reading aloud, characters a second; the watchdog waits twice that, and a little. */
const CARATTERI_AL_SECONDO = 9
const MARGINE_MS = 2_500
/** An engine that has not begun after this says nothing. */
const PARTENZA_MS = 5_000
/** Tries in a row that came to nothing before the person is told. */
const MUTI_MASSIMI = 2
/** Pieces shorter than this tell nothing of a voice's pace, characters. */
const MISURABILE = 20
/** How much slower than ever before a piece may be. */
const LENTEZZA = 1.5
/** No voice is quicker, milliseconds a character: an end that comes sooner tells nothing of its pace. */
const PASSO_MINIMO = 40

/** Longest that a piece may take, milliseconds. `passo`: the slowest that this voice was, milliseconds a character at speed 1. */
export const limiteDi = (testo: string, velocita: number, passo: number | null = null): number => {
  const lento = (2 * 1_000) / CARATTERI_AL_SECONDO
  return (testo.length * Math.min(lento, passo === null ? lento : LENTEZZA * passo)) / velocita + MARGINE_MS
}

/**
 * The queue of the hands-free mode: says piece after piece on an engine that cannot be trusted. A watchdog goes on when the end
 * of a piece is never told, sooner once the pace of the voice is known; what an utterance given up tells later is not heard.
 * `ora` is a clock in milliseconds.
 */
export function createCoda(
  motore: Motore,
  { attendi, ora }: { attendi: Attendi; ora: () => number },
  su: { cambio: () => void; fine: () => void },
): Coda {
  let pezzi: readonly Pezzo[] = []
  let i = 0
  let stato: StatoCoda = 'ferma'
  let velocita = 1
  let muti = 0
  let passo: number | null = null
  /** Grows at each step: callbacks of an older one are late. */
  let giro = 0
  let lascia: () => void = () => {}

  const set = (nuovo: StatoCoda) => {
    stato = nuovo
    su.cambio()
  }
  const stop = () => {
    giro++
    lascia()
    lascia = () => {}
    motore.cancel()
  }
  const next = () => {
    giro++
    lascia()
    i++
    step()
  }
  function step(): void {
    const pezzo = pezzi[i]
    if (!pezzo) {
      set('finita')
      su.fine()
      return
    }
    const mio = ++giro
    const mine = (f: () => void) => () => {
      if (mio === giro && stato === 'parla') f()
    }
    su.cambio()
    if (pezzo.tipo === 'silenzio') {
      lascia = attendi(pezzo.ms, mine(next))
      return
    }
    const { testo } = pezzo
    const suVelocita = velocita
    let iniziata: number | null = null
    /** Nothing was heard, or it broke: the same piece once more, then the truth. */
    const silent = () => {
      stop()
      muti++
      if (muti >= MUTI_MASSIMI) set('muta')
      else step()
    }
    const begin = () => {
      if (iniziata !== null) return
      iniziata = ora()
      lascia()
      // Its end may never come: cancel, so that the engine takes the next one, and go on.
      lascia = attendi(
        limiteDi(testo, suVelocita, passo),
        mine(() => {
          muti = 0
          passo = null
          stop()
          next()
        }),
      )
    }
    lascia = attendi(PARTENZA_MS, mine(silent))
    motore.speak(testo, velocita, {
      inizio: mine(begin),
      fine: mine(() => {
        muti = 0
        if (iniziata !== null && testo.length >= MISURABILE)
          passo = Math.max(passo ?? PASSO_MINIMO, ((ora() - iniziata) * suVelocita) / testo.length)
        next()
      }),
      errore: mine(silent),
    })
  }

  return {
    load(nuovi) {
      stop()
      pezzi = nuovi
      i = 0
      set('ferma')
    },
    play() {
      if (stato === 'parla') return
      if (stato === 'finita') i = 0
      muti = 0
      stato = 'parla'
      step()
    },
    pause() {
      if (stato !== 'parla') return
      stop()
      set('ferma')
    },
    setVelocita(nuova) {
      velocita = nuova
      if (stato !== 'parla') return
      stop()
      step()
    },
    stato: () => stato,
    indice: () => i,
  }
}
