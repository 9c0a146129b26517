import { formatIso } from '#rules/dates'

/**
 * The clock of a trial on this page: an instant taken once, and from then on what the page's own monotonic clock counts. A device
 * clock that is changed meanwhile adds nothing and takes nothing (D24) [SI10]. Milliseconds.
 */
export type Stopwatch = {
  /** Instant (since 1970) when it was set, and the page's clock then. */
  base: number
  from: number
  /** Left at `base`; null without a limit. */
  left: number | null
  running: boolean
  /** The server's end instant; while the time stands still it waits. */
  end: number | null
}

/** The instant that this clock reads when the page's clock says `adesso`; whole milliseconds, rounded up so that zero is zero. */
export const instantAt = ({ base, from: da }: Stopwatch, now: number): number => Math.ceil(base + Math.max(0, now - da))

/** The same as the product writes dates. */
export const dateAt = (c: Stopwatch, now: number): string => {
  const ms = instantAt(c, now)
  return formatIso(ms, -new Date(ms).getTimezoneOffset())
}

/** Milliseconds left; null without a limit. */
export function leftAt(c: Stopwatch, now: number): number | null {
  if (c.left === null) return null
  const own = c.running ? c.left - Math.max(0, now - c.from) : c.left
  const its = c.end === null || !c.running ? own : Math.min(own, c.end - instantAt(c, now))
  return Math.max(0, its)
}

/** The clock set anew after a step that the store committed: what is left now, running or not. */
export const setLeft = (c: Stopwatch, left: number | null, running: boolean, now: number): Stopwatch => ({
  ...c,
  base: instantAt(c, now),
  from: now,
  left,
  running,
})

/**
 * The clock after time that the page's own did not count, because the device slept (`ms`, of the server's clock wherever it can
 * be asked). Only forward, so that nothing is gained.
 */
export function advance(c: Stopwatch, ms: number, now: number): Stopwatch {
  if (!c.running || ms <= 0) return c
  const left = c.left === null ? null : Math.max(0, c.left - Math.max(0, now - c.from) - ms)
  return { ...c, base: instantAt(c, now) + ms, from: now, left }
}
