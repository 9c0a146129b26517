const integers = new Intl.NumberFormat('it-IT', { useGrouping: 'always', maximumFractionDigits: 0 })
const oneDecimal = new Intl.NumberFormat('it-IT', { useGrouping: 'always', maximumFractionDigits: 1 })
const decimal = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 3 })
const signed = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 3, signDisplay: 'exceptZero' })
const plurals = new Intl.PluralRules('it-IT')
const dayMonth = new Intl.DateTimeFormat('it-IT', { day: 'numeric', month: 'short', year: 'numeric' })
const today = new Intl.DateTimeFormat('it-IT', { weekday: 'long', day: 'numeric', month: 'long' })
const relative = new Intl.RelativeTimeFormat('it-IT', { numeric: 'auto' })

const euros = new Intl.NumberFormat('it-IT', { style: 'currency', currency: 'EUR' })

/** Cents -> "9,99 €". */
export const formatEuro = (cents: number): string => euros.format(cents / 100)

/** A negative number has the minus sign, which is as wide as a digit. */
export const withMinus = (digits: string): string => digits.replace('-', '−')

/** 3480 -> "3.480". */
export const formatNumber = (n: number): string => withMinus(integers.format(n))

/** Thousandths -> "22,5". */
export const formatPoints = (millesimi: number): string => withMinus(decimal.format(millesimi / 1000))
/** Thousandths -> "+0,75", "−0,25", "0". */
export const formatSignedPoints = (millesimi: number): string => withMinus(signed.format(millesimi / 1000))

/** The word alone, singular or plural. */
export const pluralWord = (n: number, one: string, many: string): string => (plurals.select(n) === 'one' ? one : many)

/** "1 domanda", "3.480 domande". */
export const formatCount = (n: number, one: string, many: string): string =>
  `${formatNumber(n)} ${pluralWord(n, one, many)}`

/** Milliseconds -> "1 ora e 5 minuti", "41 minuti e 8 secondi", "12 secondi". */
export function spokenTime(ms: number): string {
  const s = Math.max(0, Math.round(ms / 1000))
  const parts = [
    [Math.floor(s / 3600), 'ora', 'ore'],
    [Math.floor(s / 60) % 60, 'minuto', 'minuti'],
    [s % 60, 'secondo', 'secondi'],
  ] as const
  const spoken = parts.filter(([n]) => n > 0).map(([n, one, many]) => formatCount(n, one, many))
  return spoken.length === 0 ? '0 secondi' : spoken.slice(0, 2).join(' e ')
}

export const formatDomande = (n: number): string => formatCount(n, 'domanda', 'domande')
/** Size of a new version of a bank, beside the present one. */
export const formatNewSize = (here: number, fresh: number): string =>
  here === fresh
    ? `, con ${formatDomande(fresh)} come prima`
    : `: ha ${formatDomande(fresh)}, qui ne hai ${formatNumber(here)}`
export const formatRisposte = (n: number): string => formatCount(n, 'risposta', 'risposte')

/** An instant in ISO 8601 -> "21 nov 2026". */
export const formatDate = (iso: string): string => dayMonth.format(new Date(iso))

/** "Sabato 21 novembre". */
export function formatToday(now: Date): string {
  const text = today.format(now)
  return text.charAt(0).toLocaleUpperCase('it') + text.slice(1)
}

const MB = 1_000_000
/** Bytes -> "12,6 MB", "640 kB". */
export const formatBytes = (byte: number): string =>
  byte >= 1000 * MB
    ? `${oneDecimal.format(byte / (1000 * MB))} GB`
    : byte >= MB
      ? `${oneDecimal.format(byte / MB)} MB`
      : `${formatNumber(Math.ceil(byte / 1000))} kB`

/** Seconds -> "circa 9 secondi", "circa 3 minuti", "circa 2 h 10 min". */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `circa ${formatCount(Math.max(1, Math.round(seconds)), 'secondo', 'secondi')}`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `circa ${formatCount(minutes, 'minuto', 'minuti')}`
  const hours = Math.floor(minutes / 60)
  const left = minutes % 60
  return left === 0 ? `circa ${formatNumber(hours)} h` : `circa ${formatNumber(hours)} h ${formatNumber(left)} min`
}

/** Time ago, in words: "adesso", "2 minuti fa", "ieri". */
export function formatAgo(iso: string, now: number): string {
  const seconds = Math.round((now - new Date(iso).getTime()) / 1000)
  if (seconds < 60) return 'adesso'
  if (seconds < 3600) return relative.format(-Math.floor(seconds / 60), 'minute')
  if (seconds < 86_400) return relative.format(-Math.floor(seconds / 3600), 'hour')
  return relative.format(-Math.floor(seconds / 86_400), 'day')
}

/** 61 -> "61%". */
export const formatPercent = (n: number): string => `${formatNumber(n)}%`

/** Names of fields for a person: "e-mail, password". */
export const formatList = (words: readonly string[]): string =>
  new Intl.ListFormat('it-IT', { type: 'conjunction' }).format(words)

export type Counts = readonly (readonly [n: number, one: string, many: string])[]
const present = (counts: Counts): string[] =>
  counts.flatMap(([n, one, many]) => (n > 0 ? [formatCount(n, one, many)] : []))

/** Counts of each kind, in words: "2 note e 1 livello"; empty without any. */
export const formatCounts = (...counts: Counts): string => formatList(present(counts))

/** Counts of each kind as a list: "2 note, 1 livello". */
export const enumerateCounts = (...counts: Counts): string => present(counts).join(', ')
