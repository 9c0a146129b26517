const interi = new Intl.NumberFormat('it-IT', { useGrouping: 'always', maximumFractionDigits: 0 })
const unDecimale = new Intl.NumberFormat('it-IT', { useGrouping: 'always', maximumFractionDigits: 1 })
const plurali = new Intl.PluralRules('it-IT')
const giornoMese = new Intl.DateTimeFormat('it-IT', { day: 'numeric', month: 'short', year: 'numeric' })
const oggi = new Intl.DateTimeFormat('it-IT', { weekday: 'long', day: 'numeric', month: 'long' })
const relativo = new Intl.RelativeTimeFormat('it-IT', { numeric: 'auto' })

/** 3480 -> "3.480". */
export const numero = (n: number): string => interi.format(n)

/** The word alone, singular or plural. */
export const parola = (n: number, uno: string, molti: string): string => (plurali.select(n) === 'one' ? uno : molti)

/** "1 domanda", "3.480 domande". */
export const quanti = (n: number, uno: string, molti: string): string => `${numero(n)} ${parola(n, uno, molti)}`

export const domande = (n: number): string => quanti(n, 'domanda', 'domande')
export const risposte = (n: number): string => quanti(n, 'risposta', 'risposte')

/** An instant in ISO 8601 -> "21 nov 2026". */
export const data = (iso: string): string => giornoMese.format(new Date(iso))

/** "Sabato 21 novembre". */
export function dataDiOggi(adesso: Date): string {
  const testo = oggi.format(adesso)
  return testo.charAt(0).toLocaleUpperCase('it') + testo.slice(1)
}

const MB = 1_000_000
/** Bytes -> "12,6 MB", "640 kB". */
export const dimensione = (byte: number): string =>
  byte >= 1000 * MB
    ? `${unDecimale.format(byte / (1000 * MB))} GB`
    : byte >= MB
      ? `${unDecimale.format(byte / MB)} MB`
      : `${numero(Math.ceil(byte / 1000))} kB`

/** Seconds -> "circa 9 secondi", "circa 3 minuti", "circa 2 h 10 min". */
export function durata(secondi: number): string {
  if (secondi < 60) return `circa ${quanti(Math.max(1, Math.round(secondi)), 'secondo', 'secondi')}`
  const minuti = Math.round(secondi / 60)
  if (minuti < 60) return `circa ${quanti(minuti, 'minuto', 'minuti')}`
  const ore = Math.floor(minuti / 60)
  const resto = minuti % 60
  return resto === 0 ? `circa ${numero(ore)} h` : `circa ${numero(ore)} h ${numero(resto)} min`
}

/** How long ago, in words: "adesso", "2 minuti fa", "ieri". */
export function fa(iso: string, adesso: number): string {
  const secondi = Math.round((adesso - new Date(iso).getTime()) / 1000)
  if (secondi < 60) return 'adesso'
  if (secondi < 3600) return relativo.format(-Math.floor(secondi / 60), 'minute')
  if (secondi < 86_400) return relativo.format(-Math.floor(secondi / 3600), 'hour')
  return relativo.format(-Math.floor(secondi / 86_400), 'day')
}

/** 61 -> "61%". */
export const percento = (n: number): string => `${numero(n)}%`

/** Names of fields for a person: "e-mail, password". */
export const elenco = (parole: readonly string[]): string =>
  new Intl.ListFormat('it-IT', { type: 'conjunction' }).format(parole)
