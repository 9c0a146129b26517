import { call } from '../api/client.ts'
import { CLOCK_OFFSET_MS, isClockDoubtful, lostSoFar, serverNow } from '../platform/clock.ts'
import { network } from '../platform/network.ts'

/** Requests the server's time where it is in doubt. Returns true when this page has received it, now or before. */
export async function confirmClock(): Promise<boolean> {
  if (isClockDoubtful() && network.online) await call('uptime')
  return serverNow() !== null
}

/** Returns the delay of a simulation's clock, in ms. Only the server can measure it (D24); zero without the server. */
export async function lateBy(instant: () => number): Promise<number> {
  if (!(await confirmClock())) return 0
  const delay = (serverNow() ?? 0) - instant()
  return delay < CLOCK_OFFSET_MS ? 0 : delay
}

const read = () => ({ wall: Date.now(), mono: performance.now() })
const watch = {
  last: read(),
  seen: 0,
  /** Wall-clock time, in ms, not yet told apart from a changed clock. */
  expected: 0,
}

/** Starts the watch for a sleep of the device. */
export function startSleepWatch(): void {
  watch.last = read()
  watch.seen = lostSoFar()
  watch.expected = 0
}

/**
 * Returns the milliseconds that the device slept since the last call, for a personal trial without a pause. The wall clock alone
 * cannot tell a sleep from a clock set ahead, so the server confirms it. Without the server, a hidden page counts the gap, as a
 * reopened page does. A visible page counts nothing until the server can be reached.
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
