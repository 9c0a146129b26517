import type { Failure, Result } from '#contract/result'
import { retryAfter } from '#rules/cadence'

/** Milliseconds of quiet before a push (D17b, the constant 750). */
export const QUIET_MS = 750
/** Longest delay of a push after the first change, in ms, however busy the person is. */
export const MAX_DELAY_MS = 5_000

/** Longest pause that a server may request, in ms. */
const MAX_ASKED_MS = 5 * 60_000

export type PushState =
  | { fase: 'fermo' }
  | { fase: 'in_attesa' }
  | { fase: 'in_corso' }
  | { fase: 'rinviato'; error: Failure; in_ms: number }

export type SchedulerClock = {
  now: () => number
  setTimeout: (f: () => void, ms: number) => unknown
  clearTimeout: (t: unknown) => void
  /** 0 to 1. */
  random: () => number
}

export type Scheduler = {
  /** Called when a record changed: a push will follow. */
  changed: () => void
  /** Called when the server responds again, to end the pause after a failure. */
  answered: () => void
  /** Pushes now (network is back, page is hidden, before logout); one push at a time. */
  flush: () => Promise<Result<unknown>>
  stop: () => void
}

/**
 * Schedules the pushes: debounced and batched, one at a time, with pauses of rules/cadence `retryAfter` after failures. A failed
 * background push only calls `onState` (spec §4: it is only logged); the answers stay in the store.
 */
export function createScheduler(
  push: () => Promise<Result<unknown>>,
  onState: (stato: PushState) => void,
  clock: SchedulerClock,
): Scheduler {
  let timer: unknown = null
  let firstChange: number | null = null
  let running: Promise<Result<unknown>> | null = null
  let again = false
  let failures = 0
  let stopped = false

  const plan = (ms: number) => {
    if (timer !== null) clock.clearTimeout(timer)
    timer = clock.setTimeout(() => void run(), ms)
  }

  const run = async (): Promise<Result<unknown>> => {
    if (timer !== null) clock.clearTimeout(timer)
    timer = null
    if (running) {
      again = true
      return running
    }
    firstChange = null
    again = false
    onState({ fase: 'in_corso' })
    running = push()
    const result = await running
    running = null
    if (stopped) return result
    if (!result.ok) {
      // Respect the pause that the server requests, where it is the longer one.
      const asked = Number(result.error.dati?.secondi ?? 0) * 1000
      const in_ms = Math.max(retryAfter(++failures, clock.random()), Math.min(asked || 0, MAX_ASKED_MS))
      onState({ fase: 'rinviato', error: result.error, in_ms })
      plan(in_ms)
      return result
    }
    failures = 0
    onState({ fase: 'fermo' })
    if (again || firstChange !== null) changed()
    return result
  }

  const changed = () => {
    if (stopped) return
    const now = clock.now()
    firstChange ??= now
    if (running) {
      again = true
      return
    }
    // Keep the pause after a failure, however many records wait.
    if (failures > 0 && timer !== null) return
    onState({ fase: 'in_attesa' })
    plan(Math.max(0, Math.min(QUIET_MS, firstChange + MAX_DELAY_MS - now)))
  }

  return {
    changed,
    answered: () => {
      failures = 0
      changed()
    },
    flush: run,
    stop: () => {
      stopped = true
      if (timer !== null) clock.clearTimeout(timer)
      timer = null
    },
  }
}
