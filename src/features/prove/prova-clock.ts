import { leftAt, type Stopwatch } from '../../platform/stopwatch.ts'

/** The clock of the trial on screen, what it rings for, and the time spent on the place. */
export function createProvaClock() {
  let watch: Stopwatch | null = null
  let alarm: ReturnType<typeof setTimeout> | null = null
  let shownAt = 0
  let inSight = true

  const left = (): number | null => (watch ? leftAt(watch, performance.now()) : null)
  const silence = (): void => {
    if (alarm !== null) clearTimeout(alarm)
    alarm = null
  }
  return {
    /** Null without a trial. */
    read: (): Stopwatch | null => watch,
    set(next: Stopwatch): void {
      watch = next
    },
    /** Milliseconds left now; null without a limit. */
    left,
    /** Rings once, `ms` from now; what was planned before is not. */
    plan(ms: number, ring: () => void): void {
      silence()
      alarm = setTimeout(ring, ms)
    },
    silence,
    stop(): void {
      silence()
      watch = null
    },
    restartPlace(): void {
      shownAt = performance.now()
    },
    /** Time on the place since it was last counted; none while the page cannot be seen. */
    takeMs(): number {
      const now = performance.now()
      const ms = inSight ? Math.max(0, now - shownAt) : 0
      shownAt = now
      return Math.round(ms)
    },
    isInSight: (): boolean => inSight,
    setInSight(seen: boolean): void {
      inSight = seen
    },
  }
}
