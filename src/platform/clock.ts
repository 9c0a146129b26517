/** How far two clocks must be apart before it is believed: below it is only jitter. Milliseconds. */
export const CLOCK_OFFSET_MS = 2_000

/** A distance between two clocks as far as it is believed, whole milliseconds: jitter is none. */
export const believedOffset = (ms: number): number => (Math.abs(ms) < CLOCK_OFFSET_MS ? 0 : Math.round(ms))

const clock = {
  /** The server's instant when it was last heard, with the page's monotonic clock and the device's wall clock then. */
  heard: null as { instant: number; from: number; wall: number } | null,
  lost: 0,
}

/** The server's clock as an answer told it: `scarto` is its distance from the device's, milliseconds. */
export function hearServerClock(offset: number): void {
  const [wall, from] = [Date.now(), performance.now()]
  const instant = wall + offset
  const missed = instant - (serverNow() ?? instant)
  if (missed >= CLOCK_OFFSET_MS) clock.lost += missed
  clock.heard = { instant, from, wall }
}

/**
 * Now by the server's clock, milliseconds since 1970: what it last said and what the page's own clock has counted since. A device
 * clock that is changed does not touch it; a device that slept makes it late, never early. Null until this page heard it.
 */
export const serverNow = (): number | null => clock.heard && clock.heard.instant + performance.now() - clock.heard.from

/** True when only the server can tell what time it is: never heard, or the two clocks of this device have parted since. */
export const isClockDoubtful = (): boolean =>
  !clock.heard || Math.abs(Date.now() - clock.heard.wall - (performance.now() - clock.heard.from)) >= CLOCK_OFFSET_MS

/** Milliseconds that the page's clock did not count, as the server's answers have shown; it only grows. */
export const lostSoFar = (): number => clock.lost
