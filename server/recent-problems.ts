const HOUR_MS = 3_600_000
/** Hours of which problems are kept. */
const HOURS = 24

/** Problems of one code: how many, and whether they are faults of the server (5xx). */
export type RecentProblem = { codice: string; guasto: boolean; n: number }

/** Counts the problems that this process sent in the last 24 hours, by hour. */
export function createRecentProblems() {
  const hours = new Map<number, Map<string, RecentProblem>>()
  const hourOf = (at: Date): number => Math.floor(at.getTime() / HOUR_MS)
  const forget = (now: Date): void => {
    for (const hour of hours.keys()) if (hour <= hourOf(now) - HOURS) hours.delete(hour)
  }
  return {
    add(now: Date, codice: string, status: number): void {
      const hour = hourOf(now)
      if (!hours.has(hour)) forget(now)
      const counts = hours.get(hour) ?? new Map<string, RecentProblem>()
      hours.set(hour, counts)
      const guasto = status >= 500
      const key = `${guasto} ${codice}`
      counts.set(key, { codice, guasto, n: (counts.get(key)?.n ?? 0) + 1 })
    },
    /** Lists them, the most frequent first. */
    list(now: Date): RecentProblem[] {
      forget(now)
      const sums = new Map<string, RecentProblem>()
      for (const counts of hours.values())
        for (const [key, problem] of counts) sums.set(key, { ...problem, n: problem.n + (sums.get(key)?.n ?? 0) })
      return [...sums.values()].sort((a, b) => Number(b.guasto) - Number(a.guasto) || b.n - a.n)
    },
  }
}
