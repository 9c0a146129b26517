import { formatIso } from '#rules/dates'

/**
 * The clock of a trial on this page: one instant, and the count of the page's monotonic clock since. A change of the device's clock
 * meanwhile has no effect (D24) [SI10]. Times in ms.
 */
export type Stopwatch = {
  /** Instant (since 1970) of the setting, and the page's clock then. */
  base: number
  from: number
  /** Time left at `base`; null without a limit. */
  left: number | null
  running: boolean
  /** The server's end instant; ignored while the time stands still. */
  end: number | null
}

/** Returns the instant of this clock when the page's is at `now`. Whole ms, rounded up so that zero is zero. */
export const instantAt = ({ base, from: da }: Stopwatch, now: number): number => Math.ceil(base + Math.max(0, now - da))

/** Returns the instant in the product's date format. */
export const dateAt = (c: Stopwatch, now: number): string => {
  const ms = instantAt(c, now)
  return formatIso(ms, -new Date(ms).getTimezoneOffset())
}

/** Returns the milliseconds left; null without a limit. */
export function leftAt(c: Stopwatch, now: number): number | null {
  if (c.left === null) return null
  const own = c.running ? c.left - Math.max(0, now - c.from) : c.left
  const its = c.end === null || !c.running ? own : Math.min(own, c.end - instantAt(c, now))
  return Math.max(0, its)
}

/** Returns the clock set anew after a step that the store committed: the time left, running or not. */
export const setLeft = (c: Stopwatch, left: number | null, running: boolean, now: number): Stopwatch => ({
  ...c,
  base: instantAt(c, now),
  from: now,
  left,
  running,
})

/**
 * Returns the clock after a sleep of the device, which the page's own clock did not count. `ms` is by the server's clock wherever
 * it can be reached. Only moves forward, so that nothing is gained.
 */
export function advance(c: Stopwatch, ms: number, now: number): Stopwatch {
  if (!c.running || ms <= 0) return c
  const left = c.left === null ? null : Math.max(0, c.left - Math.max(0, now - c.from) - ms)
  return { ...c, base: instantAt(c, now) + ms, from: now, left }
}
