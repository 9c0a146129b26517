/** Minutes left at which a screen reader announces the time, longest first. */
const WARNINGS = [5, 1] as const

/**
 * Returns the minutes to announce when the time left goes from `before` to `after` (milliseconds); null when no mark lies
 * between.
 */
export function warningBetween(before: number | null, after: number | null): number | null {
  if (before === null || after === null || after === 0) return null
  return [...WARNINGS].reverse().find((m) => before > m * 60_000 && after <= m * 60_000) ?? null
}
