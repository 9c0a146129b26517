import { withTempoAggiuntivo } from '#rules/regolamento/durata'
import type { Regolamento } from '#rules/regolamento/tipi'

/** Minutes left at which a screen reader is told, longest first. */
const AVVISI = [5, 1] as const

/** The minutes to tell when the time left goes from `prima` to `dopo` (milliseconds); null when no mark lies between. */
export function avvisoTra(prima: number | null, dopo: number | null): number | null {
  if (prima === null || dopo === null || dopo === 0) return null
  return [...AVVISI].reverse().find((m) => prima > m * 60_000 && dopo <= m * 60_000) ?? null
}

/** When each section ends, milliseconds used of the whole trial; null unless every section has a timer of its own. */
export function finiSezioni({ sezioni }: Pick<Regolamento, 'sezioni'>, percento: number): number[] | null {
  if (sezioni.length < 2 || sezioni.some((s) => s.durata === null)) return null
  let somma = 0
  return sezioni.map((s) => {
    somma += s.durata ?? 0
    return withTempoAggiuntivo(somma, percento)
  })
}
