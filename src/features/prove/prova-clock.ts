import { leftAt, type Stopwatch } from '../../platform/stopwatch.ts'

/** Clock of the trial on screen, with its alarm and the time spent on the place. */
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
    /** Returns null without a trial. */
    read: (): Stopwatch | null => watch,
    set(next: Stopwatch): void {
      watch = next
    },
    /** Returns the milliseconds left; null without a limit. */
    left,
    /** Rings once, `ms` from now, in place of the alarm planned before. */
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
    /** Returns the milliseconds on the place since the last call; 0 while the page is out of sight. */
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
