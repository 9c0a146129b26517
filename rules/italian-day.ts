/**
 * Days are counted on Italian clocks, wherever the device is: summer time from the last Sunday of March to the last of October.
 */

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Instant of the clock change of a month (0-based): its last Sunday at 01:00 UTC, ms since 1970. */
function changeOf(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0, 1))
  return last.getTime() - last.getUTCDay() * DAY_MS
}

/** Minutes east of UTC on Italian clocks at an instant: 60 in winter, 120 in summer. */
export function italianOffset(at_ms: number): 60 | 120 {
  const year = new Date(at_ms).getUTCFullYear()
  return at_ms >= changeOf(year, 2) && at_ms < changeOf(year, 9) ? 120 : 60
}

/** The Italian calendar day of an instant, `YYYY-MM-DD`. */
export const italianDay = (at_ms: number): string =>
  new Date(at_ms + italianOffset(at_ms) * 60_000).toISOString().slice(0, 10)

const DAY = /^\d{4}-\d\d-\d\d$/
const midnight = (day: string): number => (DAY.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN)

/** True for a day that exists, `YYYY-MM-DD`. */
export const isDay = (day: string): boolean => {
  const at = midnight(day)
  return Number.isFinite(at) && new Date(at).toISOString().slice(0, 10) === day
}

/** Calendar days from `from` to `to`, both `YYYY-MM-DD`: 0 on the same day, negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number => Math.round((midnight(to) - midnight(from)) / DAY_MS)

/** Number of a day, days since 1970. */
export const dayNumber = (day: string): number => Math.round(midnight(day) / DAY_MS)

/** The day `n` days after another. */
export const addDays = (day: string, n: number): string =>
  new Date(midnight(day) + n * DAY_MS).toISOString().slice(0, 10)

/** Monday of the week of a day. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(midnight(day)).getUTCDay() + 6) % 7))

/**
 * The first instant of an Italian day, ms since 1970. Clocks change at 01:00 UTC, so never between the two midnights compared.
 */
export const startOfItalianDay = (day: string): number =>
  midnight(day) - italianOffset(midnight(day) - HOUR_MS) * 60_000

/** The instant of an hour on Italian clocks; for a repeated hour the first, for a skipped one the one after it. */
export function italianInstant(day: string, hours: number, minutes: number): number {
  const wall = midnight(day) + hours * HOUR_MS + minutes * 60_000
  const summer = wall - 120 * 60_000
  return italianOffset(summer) === 120 ? summer : wall - 60 * 60_000
}
