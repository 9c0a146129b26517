import { call } from '../api/client.ts'
import { CLOCK_OFFSET_MS, isClockDoubtful, lostSoFar, serverNow } from '../platform/clock.ts'
import { network } from '../platform/network.ts'

/** Asks the server what time it is, where it is in doubt. True when this page has heard it, now or before. */
export async function confirmClock(): Promise<boolean> {
  if (isClockDoubtful() && network.online) await call('uptime')
  return serverNow() !== null
}

/** How late a simulation's clock is, milliseconds: only the server says so (D24). Zero without it. */
export async function lateBy(instant: () => number): Promise<number> {
  if (!(await confirmClock())) return 0
  const delay = (serverNow() ?? 0) - instant()
  return delay < CLOCK_OFFSET_MS ? 0 : delay
}

const read = () => ({ wall: Date.now(), mono: performance.now() })
const watch = {
  last: read(),
  seen: 0,
  /** Wall-clock time that nobody could tell from a changed clock yet. */
  expected: 0,
}

/** From here on the sleep of the device is looked for. */
export function startSleepWatch(): void {
  watch.last = read()
  watch.seen = lostSoFar()
  watch.expected = 0
}

/**
 * Milliseconds that the device slept since this was last asked, by a trial of the person's own without a pause. The wall clock
 * alone cannot tell a sleep from a clock set ahead: the server confirms it. Where it cannot be asked, a page that was hidden counts
 * the gap as one that is opened again does, and a page in sight counts nothing until it can be asked.
 */
export async function takeSleep(hidden: boolean): Promise<number> {
  const now = read()
  const jump = watch.expected + (now.wall - watch.last.wall) - (now.mono - watch.last.mono)
  watch.last = now
  watch.expected = 0
  if (jump < CLOCK_OFFSET_MS) {
    watch.seen = lostSoFar()
    return 0
  }
  const before = watch.seen
  const known = serverNow() !== null
  await confirmClock()
  if (known && !isClockDoubtful()) {
    watch.seen = lostSoFar()
    return Math.min(jump, watch.seen - before)
  }
  if (hidden) return jump
  if (known) watch.expected += jump
  return 0
}
