/** Least distance of two clocks that counts, in ms; a smaller one is jitter. */
export const CLOCK_OFFSET_MS = 2_000

/** Returns the distance of two clocks in whole ms; zero for jitter. */
export const believedOffset = (ms: number): number => (Math.abs(ms) < CLOCK_OFFSET_MS ? 0 : Math.round(ms))

const clock = {
  /** Last instant received from the server, with the page's monotonic clock and the device's wall clock at that time. */
  heard: null as { instant: number; from: number; wall: number } | null,
  lost: 0,
}

/** Records the server's clock from a response: `offset` is its distance from the device's, in ms. */
export function hearServerClock(offset: number): void {
  const [wall, from] = [Date.now(), performance.now()]
  const instant = wall + offset
  const missed = instant - (serverNow() ?? instant)
  if (missed >= CLOCK_OFFSET_MS) clock.lost += missed
  clock.heard = { instant, from, wall }
}

/**
 * Returns now by the server's clock, in ms since 1970: its last instant plus the page's own count since. A changed device clock
 * does not affect it; a device that slept makes it late, never early. Null until this page has received one.
 */
export const serverNow = (): number | null => clock.heard && clock.heard.instant + performance.now() - clock.heard.from

/** Returns true when only the server can give the time. The page has received none, or the two clocks of this device diverged since. */
export const isClockDoubtful = (): boolean =>
  !clock.heard || Math.abs(Date.now() - clock.heard.wall - (performance.now() - clock.heard.from)) >= CLOCK_OFFSET_MS

/** Returns the milliseconds that the page's clock did not count, measured by the server's responses; it only grows. */
export const lostSoFar = (): number => clock.lost
