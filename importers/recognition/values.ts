import type { Chiave, StatoDomanda } from '#contract/domanda'

/** Three grades of a situational answer in thousandths of a point (RIPAM: 0.75, 0.375, 0). */
const EFFICACIA: [RegExp, number][] = [
  [/^(alta|massima|piu efficace|più efficace|molto efficace|high|best|most effective)$/i, 750],
  [/^(neutra|media|neutrale|intermedia|abbastanza efficace|neutral|medium)$/i, 375],
  [/^(bassa|minima|nulla|meno efficace|poco efficace|inefficace|low|worst|least effective)$/i, 0],
]

/** Bound on the points of one answer, beyond any exam; a greater number has another meaning. */
const MAX_PUNTI = 1_000_000

const toMillesimi = (punti: number): number | null => (Math.abs(punti) <= MAX_PUNTI ? Math.round(punti * 1000) : null)

/** Reads the points of an answer in thousandths: a grade by name or a number of points (`0,375`). Null for neither. */
export function readPoints(valore: unknown): number | null {
  if (typeof valore === 'number') return toMillesimi(valore)
  if (typeof valore !== 'string' || valore.trim() === '') return null
  const testo = valore.trim().replace(/[\s_-]+/g, ' ')
  const grado = EFFICACIA.find(([forma]) => forma.test(testo))
  if (grado) return grado[1]
  const numero = /^[+-]?\d+([.,]\d+)?$/.test(testo) ? Number(testo.replace(',', '.')) : Number.NaN
  return toMillesimi(numero)
}

export const readPointsList = (valori: unknown): (number | null)[] =>
  Array.isArray(valori) ? valori.map(readPoints) : []

export const isGrade = (valore: unknown): boolean =>
  typeof valore === 'string' && EFFICACIA.some(([forma]) => forma.test(valore.trim().replace(/[\s_-]+/g, ' ')))

const GRADI: [RegExp, number][] = [
  [/^(1|facile|bassa|easy)$/i, 1],
  [/^(2|media|medio|intermedia|medium)$/i, 2],
  [/^(3|difficile|alta|hard)$/i, 3],
]

/** Returns 1 for easy, 2 for medium, 3 for hard; null for anything else. */
export const readDifficulty = (valore: unknown): number | null =>
  GRADI.find(([forma]) => forma.test(String(valore ?? '').trim()))?.[1] ?? null

/** Mark of a question that the body annulled, in the place of its key or beside it. */
const VOID = /^(?:(?:domanda|quesito)\s+)?(?:annullat[ao]|ann\.?|void|cancelled)(?:\s|[.,;:!]|$)/i

export const isVoid = (valore: unknown): boolean => typeof valore === 'string' && VOID.test(valore.trim())

/** Reads the state of a question from a field. Under a name that means it (`Annullata`) a yes is enough. */
export function readState(valore: unknown, name = ''): StatoDomanda {
  const testo = String(valore ?? '').trim()
  const yes = /^annullat[ao]$/i.test(name.trim()) && /^(s[iì]|1|x|v|ver[ao]|yes|y)$/i.test(testo)
  if (yes || valore === true || /^true$/i.test(testo) || isVoid(testo)) return 'annullata'
  return /^(contestata|contestato|disputed)$/i.test(testo) ? 'contestata' : 'valida'
}

export function readKeySource(valore: unknown): Chiave | null {
  const testo = String(valore ?? '')
    .trim()
    .toLowerCase()
  return testo === 'ufficiale' || testo === 'redazione' || testo === 'utente' ? testo : null
}
