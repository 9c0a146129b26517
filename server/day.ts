import { parseIso } from '#rules/dates'

/** Offset of Italy on a day, e.g. +01:00. */
function italianOffset(day: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Rome', timeZoneName: 'longOffset' }).formatToParts(
    new Date(`${day}T22:00:00Z`),
  )
  return parts.find((p) => p.type === 'timeZoneName')?.value.replace('GMT', '') || 'Z'
}

/** Returns the first instant of a day in Italy, or a full instant unchanged; null for any other text. */
export function readDayStart(text: string): Date | null {
  const day = /^\d{4}-\d\d-\d\d$/.test(text)
  const until = readDay(text)
  if (!day || until === null) return until
  const before = new Date(Date.parse(`${text}T12:00:00Z`) - 24 * 3600 * 1000).toISOString().slice(0, 10)
  const end = readDay(before)
  return end && new Date(end.getTime() + 1)
}

/** Parses a day (until its last instant in Italy) or an instant with its offset; null for any other text. */
export function readDay(text: string): Date | null {
  const day = /^\d{4}-\d\d-\d\d$/.test(text)
  if (parseIso(day ? `${text}T00:00:00Z` : text) === null) return null
  const ms = parseIso(day ? `${text}T23:59:59.999${italianOffset(text)}` : text)
  return ms === null ? null : new Date(ms)
}
