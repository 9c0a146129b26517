import { mix32 } from './random.ts'

type DomandaMateria = { id_domanda: number; id_materia: number | null }
type Gruppo = { id_materia: number | null; ids: number[]; presi: number }

/**
 * The demo sample (D8, [AC17]): `n` ids, proportional by subject, in an order that depends on nothing but the bank, so that
 * sample(n) is the beginning of sample(m) for n < m. Inside a subject questions go by a hash of their id. Places are given
 * one by one, first one to each subject (the largest first), then to the subject furthest below its share (divisors 1, 3,
 * 5 … of Sainte-Laguë): unlike plain largest remainders, no subject ever loses a place when n grows.
 */
export function sampleDomande(domande: readonly DomandaMateria[], n: number): number[] {
  const gruppi = groupMaterie(domande)
  const scelte: number[] = []
  const quante = Math.min(n, domande.length)
  while (scelte.length < quante) {
    const gruppo = gruppi.reduce((migliore, altro) => (isBefore(altro, migliore) ? altro : migliore))
    scelte.push(gruppo.ids[gruppo.presi++] as number)
  }
  return scelte
}

function groupMaterie(domande: readonly DomandaMateria[]): Gruppo[] {
  const gruppi = new Map<number | null, Gruppo>()
  for (const { id_domanda, id_materia } of domande) {
    const gruppo = gruppi.get(id_materia)
    if (gruppo) gruppo.ids.push(id_domanda)
    else gruppi.set(id_materia, { id_materia, ids: [id_domanda], presi: 0 })
  }
  for (const gruppo of gruppi.values()) gruppo.ids.sort((a, b) => mix32(a) - mix32(b) || a - b)
  return [...gruppi.values()].sort((a, b) => b.ids.length - a.ids.length || (a.id_materia ?? -1) - (b.id_materia ?? -1))
}

/** True when `a` takes the next place before `b`; ties go to the earlier one, here `b`. */
function isBefore(a: Gruppo, b: Gruppo): boolean {
  if (a.presi >= a.ids.length) return false
  if (b.presi >= b.ids.length) return true
  if (a.presi === 0 || b.presi === 0) return a.presi < b.presi
  return a.ids.length * (2 * b.presi + 1) > b.ids.length * (2 * a.presi + 1)
}
