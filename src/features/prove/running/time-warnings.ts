/** Minutes left at which a screen reader is told, longest first. */
const WARNINGS = [5, 1] as const

/** The minutes to tell when the time left goes from `prima` to `dopo` (milliseconds); null when no mark lies between. */
export function warningBetween(before: number | null, after: number | null): number | null {
  if (before === null || after === null || after === 0) return null
  return [...WARNINGS].reverse().find((m) => before > m * 60_000 && after <= m * 60_000) ?? null
}
