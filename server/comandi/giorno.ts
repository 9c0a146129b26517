import { parseIso } from '#rules/data'

/** Offset of Italy on a day, e.g. +01:00. */
function italianOffset(giorno: string): string {
  const parti = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Rome', timeZoneName: 'longOffset' }).formatToParts(
    new Date(`${giorno}T22:00:00Z`),
  )
  return parti.find((p) => p.type === 'timeZoneName')?.value.replace('GMT', '') || 'Z'
}

/** A day (until its last instant in Italy) or an instant with its offset; null for anything else. */
export function readGiorno(testo: string): Date | null {
  const giorno = /^\d{4}-\d\d-\d\d$/.test(testo)
  if (parseIso(giorno ? `${testo}T00:00:00Z` : testo) === null) return null
  const ms = parseIso(giorno ? `${testo}T23:59:59.999${italianOffset(testo)}` : testo)
  return ms === null ? null : new Date(ms)
}
