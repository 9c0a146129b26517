/** Steps into which a published list's scores are counted. */
const GRADINI = 300

/**
 * Published results of an exam [PV7]: number of candidates, number of places, and the best score in thousandths. `oltre`: for
 * each of 301 steps from 0 to the best score, number of higher scores.
 */
export type Graduatoria = {
  titolo: string
  posti: number
  candidati: number
  massimo: number
  oltre: readonly number[]
}

/** Counts the scores of a list, in thousandths, none above `massimo`. */
export function countGraduatoria(
  punteggi: readonly number[],
  { titolo, posti, massimo }: Pick<Graduatoria, 'titolo' | 'posti' | 'massimo'>,
): Graduatoria {
  const sorted = Int32Array.from(punteggi).sort()
  const oltre: number[] = []
  let seen = 0
  for (let step = 0; step <= GRADINI; step++) {
    const score = Math.floor((step * massimo) / GRADINI)
    while (seen < sorted.length && (sorted[seen] as number) <= score) seen++
    oltre.push(sorted.length - seen)
  }
  return { titolo, posti, candidati: sorted.length, massimo, oltre }
}

/** Place that a score, in thousandths, would have had: a step too low at most, never too high. */
export function placeIn({ oltre, candidati, massimo }: Graduatoria, punti: number): number {
  if (punti < 0) return candidati + 1
  const step = Math.min(GRADINI, Math.floor((punti * GRADINI) / massimo))
  return 1 + (oltre[step] ?? candidati)
}

/** Lowest score, in thousandths, that gets one of the places; null where ties leave none. */
export function lastPlace({ oltre, posti, massimo }: Graduatoria): number | null {
  const step = oltre.findIndex((more) => more < posti)
  return step < 0 ? null : Math.ceil((step * massimo) / GRADINI)
}

/**
 * Place of a median, and number of virtual exams that get one of the places. Null where the list's best score differs from the
 * exam's: such scores cannot be compared.
 */
export function rankPrevisione(
  graduatoria: Graduatoria,
  { massimo, mediana, punteggi }: { massimo: number; mediana: number; punteggi: Int32Array },
): { posto: number; p_posto: number } | null {
  if (graduatoria.massimo !== massimo || punteggi.length === 0) return null
  const inside = punteggi.filter((punti) => placeIn(graduatoria, punti) <= graduatoria.posti).length
  return { posto: placeIn(graduatoria, mediana), p_posto: inside / punteggi.length }
}

/**
 * Reads "codice;punteggio" rows: the last cell is the score, with a comma or a point; a first row without a number is a header.
 */
export function readEsiti(
  text: string,
  massimo: number,
): { ok: true; punteggi: number[] } | { ok: false; riga: number; testo: string } {
  const punteggi: number[] = []
  const rows = text.split(/\r?\n/)
  for (const [i, row] of rows.entries()) {
    if (row.trim() === '') continue
    const cell = (row.split(/[;\t]/).at(-1) ?? '').replace(/["\s]/g, '')
    const punti = /^-?\d{1,6}(?:[.,]\d{1,4})?$/.test(cell) ? Math.round(1000 * Number(cell.replace(',', '.'))) : null
    if (punti === null && i === 0) continue
    if (punti === null || punti > massimo || punti < -massimo)
      return { ok: false, riga: i + 1, testo: row.slice(0, 80) }
    punteggi.push(punti)
  }
  return { ok: true, punteggi }
}
