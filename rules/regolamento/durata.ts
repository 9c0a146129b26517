/** Longest trial: a day. */
export const DURATA_MASSIMA = 24 * 3_600_000

/** Milliseconds of HH:MM:SS; null when it is none. */
export function readDurata(testo: string): number | null {
  const found = /^(\d{1,2}):([0-5]\d):([0-5]\d)$/.exec(testo)
  if (!found) return null
  const [, ore, minuti, secondi] = found.map(Number)
  return ((ore as number) * 3600 + (minuti as number) * 60 + (secondi as number)) * 1000
}

/** HH:MM:SS of milliseconds, seconds rounded up: a clock that shows zero has ended. */
export function formatDurata(ms: number): string {
  const s = Math.max(0, Math.ceil(ms / 1000))
  return [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60].map((n) => String(n).padStart(2, '0')).join(':')
}

/**
 * Time with the extra percentage of DSA and law 104 candidates (field.md d-2: up to 50 %), in whole milliseconds, rounded up in
 * the candidate's favour.
 */
export const withTempoAggiuntivo = (ms: number, percento: number): number => Math.ceil((ms * (100 + percento)) / 100)
