import { instantOf } from './dates.ts'

/**
 * True when a periodic work is due: never done, long ago, or at a future instant. A clock that was once ahead must not delay the
 * work until then (decision 0033).
 */
export function isDue(ultima: string | null | undefined, adesso_ms: number, ogni_ms: number): boolean {
  const fatta = instantOf(ultima)
  return fatta > adesso_ms || adesso_ms - fatta >= ogni_ms
}

/** Longest time that two readings of the clock may count as passed. */
export const MAX_ELAPSED_MS = 7 * 86_400_000

/**
 * Time that counts as passed between two readings of a device's clock, before a final deletion. A clock that jumps ahead takes a
 * week from it at most, one that goes back takes nothing (decision 0033).
 */
export const elapsedMs = (prima_ms: number, adesso_ms: number): number =>
  Math.min(Math.max(adesso_ms - prima_ms, 0), MAX_ELAPSED_MS)

const FIRST_RETRY_MS = 5_000
const MAX_RETRY_MS = 5 * 60_000

/**
 * Milliseconds to wait after the `attempt`-th failure in a row (1 is the first): doubling up to five minutes. Chance (`random`, 0
 * to 1) takes up to a half, so that devices that failed together retry apart.
 */
export function retryAfter(attempt: number, random: number): number {
  const whole = Math.min(FIRST_RETRY_MS * 2 ** (Math.max(1, attempt) - 1), MAX_RETRY_MS)
  return Math.round(whole * (1 - Math.min(Math.max(random, 0), 1) / 2))
}
