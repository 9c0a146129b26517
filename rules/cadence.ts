import { instantOf } from './dates.ts'

/**
 * What is done every so often is due: never done, long ago, or at a moment that is still to come. A clock that was once ahead must
 * not put it off until then (decision 0033).
 */
export function isDue(ultima: string | null | undefined, adesso_ms: number, ogni_ms: number): boolean {
  const fatta = instantOf(ultima)
  return fatta > adesso_ms || adesso_ms - fatta >= ogni_ms
}

/** What two looks at the clock may say to have passed between them, at most. */
export const MAX_ELAPSED_MS = 7 * 86_400_000

/**
 * Time that counts as passed between two looks at a device's clock, for what is deleted in the end: a clock that jumps ahead takes a
 * week from it and no more, one that goes back takes nothing (decision 0033).
 */
export const elapsedMs = (prima_ms: number, adesso_ms: number): number =>
  Math.min(Math.max(adesso_ms - prima_ms, 0), MAX_ELAPSED_MS)

const FIRST_RETRY_MS = 5_000
const MAX_RETRY_MS = 5 * 60_000

/**
 * Milliseconds to wait after the `attempt`-th failure in a row (1 is the first): doubling up to five minutes, of which chance
 * (`random`, 0 to 1) takes up to a half, so that devices that failed together do not come back together.
 */
export function retryAfter(attempt: number, random: number): number {
  const whole = Math.min(FIRST_RETRY_MS * 2 ** (Math.max(1, attempt) - 1), MAX_RETRY_MS)
  return Math.round(whole * (1 - Math.min(Math.max(random, 0), 1) / 2))
}
