import type { Piece } from './phrases.ts'

/** Engine that speaks one utterance at a time. Its begin and end callbacks may be missing. */
export type SpeechEngine = {
  speak(text: string, speed: number, spoken: { start: () => void; end: () => void; error: () => void }): void
  cancel(): void
}
/** Calls back after some milliseconds; returns a function that cancels. */
export type Wait = (ms: number, f: () => void) => () => void

export type QueueState = 'ferma' | 'parla' | 'finita' | 'muta'
export type SpeechQueue = {
  /** Loads other pieces, from the first, without speaking. */
  load(pieces: readonly Piece[]): void
  play(): void
  /** Pauses; the interrupted piece is spoken again from its beginning. */
  pause(): void
  setSpeed(speed: number): void
  state(): QueueState
  /** Place in the pieces. */
  indice(): number
}

/** Slow reading aloud, characters a second; the watchdog waits twice that, and a little. */
const CHARACTERS_PER_SECOND = 9
const MARGIN_MS = 2_500
/** Milliseconds after which an engine that has not begun counts as silent. */
const START_MS = 5_000
/** Silent tries in a row before the queue reports it. */
const MAX_SILENT = 2
/** Shortest piece that measures a voice's pace, characters. */
const MEASURABLE_CHARACTERS = 20
/** Factor by which a piece may be slower than the slowest before. */
const SLOWNESS = 1.5
/** Quickest pace of any voice, milliseconds a character; an earlier end measures no pace. */
const MIN_PACE = 40

/**
 * Returns the longest time of a piece, milliseconds. `pace` is the slowest of this voice, milliseconds a character at speed 1.
 */
export const speechLimit = (text: string, speed: number, pace: number | null = null): number => {
  const slow = (2 * 1_000) / CHARACTERS_PER_SECOND
  return (text.length * Math.min(slow, pace === null ? slow : SLOWNESS * pace)) / speed + MARGIN_MS
}

/** Piece on its way, with its engine, its speed and the voice's measured pace. `mine` drops callbacks that are too late. */
type Utterance = {
  engine: SpeechEngine
  /** Calls once after a while, in place of the callback awaited before. */
  expect: (ms: number, f: () => void) => void
  now: () => number
  mine: (f: () => void) => () => void
  text: string
  speed: number
  pace: number | null
}
type Outcome = { silent: () => void; overdue: () => void; said: (pace: number | null) => void }

/** Speaks a text under a watchdog, because the engine may never report its beginning or end. */
function utter({ engine, expect, now, mine, text, speed, pace }: Utterance, on: Outcome): void {
  let startedAt: number | null = null
  expect(START_MS, mine(on.silent))
  engine.speak(text, speed, {
    start: mine(() => {
      if (startedAt !== null) return
      startedAt = now()
      // Cancel and go on when the end never comes, so that the engine takes the next piece.
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
 * Creates the queue of the hands-free mode, which speaks piece after piece on an unreliable engine. A watchdog goes on when the
 * end of a piece is never reported, sooner once the voice's pace is measured. Late callbacks of an abandoned utterance are
 * dropped. `now` is a clock in milliseconds.
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
  /** Counter that grows at each step; callbacks with an older one are late. */
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
          // Retry a silent or broken piece once, then report it.
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
