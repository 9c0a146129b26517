import type { Regolamento } from './types.ts'

/** Longest trial: a day. */
export const MAX_DURATION = 24 * 3_600_000

/** Milliseconds of HH:MM:SS; null for any other text. */
export function readDuration(testo: string): number | null {
  const found = /^(\d{1,2}):([0-5]\d):([0-5]\d)$/.exec(testo)
  if (!found) return null
  const [, ore, minuti, secondi] = found.map(Number)
  return ((ore as number) * 3600 + (minuti as number) * 60 + (secondi as number)) * 1000
}

/** HH:MM:SS of milliseconds, seconds rounded up: a clock that shows zero has ended. */
export function formatDuration(ms: number): string {
  const s = Math.max(0, Math.ceil(ms / 1000))
  return [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60].map((n) => String(n).padStart(2, '0')).join(':')
}

/**
 * Time with the extra percentage of DSA and law 104 candidates (up to 50 %), in whole milliseconds, rounded up in
 * the candidate's favour.
 */
export const withTempoAggiuntivo = (ms: number, percento: number): number => Math.ceil((ms * (100 + percento)) / 100)

type Tempi = Pick<Regolamento, 'durata' | 'sezioni'>

/**
 * End of each section, milliseconds used of the whole trial with the extra time: one after the other, in the order of the rules.
 * Null unless there are several and each has a timer of its own. `presenti`: sections that have questions; the others take no
 * time, and one alone has the whole time.
 */
export function sezioniEnds(
  { sezioni }: Pick<Tempi, 'sezioni'>,
  percento: number,
  presenti?: ReadonlySet<number>,
): number[] | null {
  if (sezioni.length < 2 || (presenti && presenti.size < 2) || sezioni.some((s) => s.durata === null)) return null
  let somma = 0
  return sezioni.map((s, i) => {
    if (!presenti || presenti.has(i)) somma += s.durata ?? 0
    return withTempoAggiuntivo(somma, percento)
  })
}

/**
 * Milliseconds of a whole trial without extra time: its own, else the sum of its sections' when each has one; null without a
 * limit.
 */
export function totalDuration({ durata, sezioni }: Tempi): number | null {
  const somma = sezioni.every((s) => s.durata !== null) ? sezioni.reduce((sum, s) => sum + (s.durata ?? 0), 0) : null
  if (durata === null || somma === null) return durata ?? somma
  // With a timer for each section the trial ends with the last one.
  return sezioni.length < 2 ? durata : Math.min(durata, somma)
}

/** Milliseconds of a trial whose questions are of these sections, extra time included; null without a limit. */
export function provaDuration(regole: Tempi, percento: number, presenti: ReadonlySet<number>): number | null {
  const tutta = totalDuration(regole)
  if (tutta === null) return null
  const fini = sezioniEnds(regole, percento, presenti)
  return Math.min(withTempoAggiuntivo(tutta, percento), ...(fini ?? []).slice(-1))
}
