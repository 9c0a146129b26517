import type { Piece } from './phrases.ts'

/** The engine that speaks: one utterance at a time. It may forget to say that it began or that it ended. */
export type SpeechEngine = {
  speak(text: string, speed: number, spoken: { start: () => void; end: () => void; error: () => void }): void
  cancel(): void
}
/** Calls back after some milliseconds; answers how to give it up. */
export type Wait = (ms: number, f: () => void) => () => void

export type QueueState = 'ferma' | 'parla' | 'finita' | 'muta'
export type SpeechQueue = {
  /** Other things to say, from the first. Says nothing by itself. */
  load(pieces: readonly Piece[]): void
  play(): void
  /** The piece that was being said is said again from its beginning. */
  pause(): void
  setSpeed(speed: number): void
  state(): QueueState
  /** Place in the pieces. */
  indice(): number
}

/** Slow reading aloud, characters a second; the watchdog waits twice that, and a little. */
const CHARACTERS_PER_SECOND = 9
const MARGIN_MS = 2_500
/** An engine that has not begun after this says nothing. */
const START_MS = 5_000
/** Tries in a row that came to nothing before the person is told. */
const MAX_SILENT = 2
/** Pieces shorter than this tell nothing of a voice's pace, characters. */
const MEASURABLE_CHARACTERS = 20
/** How much slower than ever before a piece may be. */
const SLOWNESS = 1.5
/** No voice is quicker, milliseconds a character: an end that comes sooner tells nothing of its pace. */
const MIN_PACE = 40

/** Longest that a piece may take, milliseconds. `passo`: the slowest that this voice was, milliseconds a character at speed 1. */
export const speechLimit = (text: string, speed: number, pace: number | null = null): number => {
  const slow = (2 * 1_000) / CHARACTERS_PER_SECOND
  return (text.length * Math.min(slow, pace === null ? slow : SLOWNESS * pace)) / speed + MARGIN_MS
}

/** One piece on its way: who says it, how fast, and how fast the voice was found to be. `mine` lets through what is not too late. */
type Utterance = {
  engine: SpeechEngine
  /** Calls once after a while, instead of whatever was awaited. */
  expect: (ms: number, f: () => void) => void
  now: () => number
  mine: (f: () => void) => () => void
  text: string
  speed: number
  pace: number | null
}
type Outcome = { silent: () => void; overdue: () => void; said: (pace: number | null) => void }

/** Says a text, watched: its beginning and its end may never be told. */
function utter({ engine, expect, now, mine, text, speed, pace }: Utterance, on: Outcome): void {
  let startedAt: number | null = null
  expect(START_MS, mine(on.silent))
  engine.speak(text, speed, {
    start: mine(() => {
      if (startedAt !== null) return
      startedAt = now()
      // Its end may never come: cancel, so that the engine takes the next one, and go on.
      expect(speechLimit(text, speed, pace), mine(on.overdue))
    }),
    end: mine(() => {
      const measured = startedAt !== null && text.length >= MEASURABLE_CHARACTERS
      on.said(measured ? Math.max(pace ?? MIN_PACE, ((now() - (startedAt ?? 0)) * speed) / text.length) : pace)
    }),
    error: mine(on.silent),
  })
}

/**
 * The queue of the hands-free mode: says piece after piece on an engine that cannot be trusted. A watchdog goes on when the end
 * of a piece is never told, sooner once the pace of the voice is known; what an utterance given up tells later is not heard.
 * `ora` is a clock in milliseconds.
 */
export function createSpeechQueue(
  engine: SpeechEngine,
  { attendi: wait, now }: { attendi: Wait; now: () => number },
  on: { change: () => void; end: () => void },
): SpeechQueue {
  let pieces: readonly Piece[] = []
  let i = 0
  let state: QueueState = 'ferma'
  let speed = 1
  let silentTries = 0
  let pace: number | null = null
  /** Grows at each step: callbacks of an older one are late. */
  let round = 0
  let stopWaiting: () => void = () => {}

  const set = (newState: QueueState) => {
    state = newState
    on.change()
  }
  const expect = (ms: number, f: () => void) => {
    stopWaiting()
    stopWaiting = wait(ms, f)
  }
  const stop = () => {
    round++
    stopWaiting()
    stopWaiting = () => {}
    engine.cancel()
  }
  const next = () => {
    round++
    stopWaiting()
    i++
    step()
  }
  const goOn = (measured: number | null) => {
    silentTries = 0
    pace = measured
    next()
  }
  function step(): void {
    const piece = pieces[i]
    if (!piece) {
      set('finita')
      on.end()
      return
    }
    const mineRound = ++round
    const mine = (f: () => void) => () => {
      if (mineRound === round && state === 'parla') f()
    }
    on.change()
    if (piece.kind === 'silenzio') expect(piece.ms, mine(next))
    else
      utter(
        { engine, expect, now, mine, text: piece.text, speed, pace },
        {
          // Nothing was heard, or it broke: the same piece once more, then the truth.
          silent: () => {
            stop()
            ++silentTries >= MAX_SILENT ? set('muta') : step()
          },
          overdue: () => {
            stop()
            goOn(null)
          },
          said: goOn,
        },
      )
  }

  return {
    load(newPieces) {
      stop()
      pieces = newPieces
      i = 0
      set('ferma')
    },
    play() {
      if (state === 'parla') return
      if (state === 'finita') i = 0
      silentTries = 0
      state = 'parla'
      step()
    },
    pause() {
      if (state !== 'parla') return
      stop()
      set('ferma')
    },
    setSpeed(newSpeed) {
      speed = newSpeed
      if (state !== 'parla') return
      stop()
      step()
    },
    state: () => state,
    indice: () => i,
  }
}
