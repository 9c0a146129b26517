/** Minutes left at which a screen reader is told, longest first. */
const AVVISI = [5, 1] as const

/** The minutes to tell when the time left goes from `prima` to `dopo` (milliseconds); null when no mark lies between. */
export function avvisoTra(prima: number | null, dopo: number | null): number | null {
  if (prima === null || dopo === null || dopo === 0) return null
  return [...AVVISI].reverse().find((m) => prima > m * 60_000 && dopo <= m * 60_000) ?? null
}
