import type { Esito, RispostaSeduta } from '#contract/database'
import { type Livello, NON_RISPOSTE } from '#rules/livello'

/** A question of the sitting as far as the figures go. */
export type CountedDomanda = {
  id_materia: number | null
  materia: string | null
  risposta: Pick<RispostaSeduta, 'esito' | 'livello_prima' | 'livello_dopo'> | null
}

export type SedutaCounts = { corrette: number; errate: number; nulle: number; non_date: number }
export type MateriaCounts = SedutaCounts & { id_materia: number | null; materia: string | null; totale: number }

const COUNT_OF = { corretta: 'corrette', errata: 'errate', nulla: 'nulle' } as const satisfies Record<
  Esito,
  keyof SedutaCounts
>

/** Right, wrong, neither and not given, per subject; the most practised subject first. */
export function countMaterie(domande: readonly CountedDomanda[]): MateriaCounts[] {
  const materie = new Map<number | null, MateriaCounts>()
  for (const { id_materia, materia, risposta } of domande) {
    const counts = materie.get(id_materia) ?? {
      ...{ id_materia, materia, totale: 0 },
      ...{ corrette: 0, errate: 0, nulle: 0, non_date: 0 },
    }
    counts.totale++
    counts[risposta ? COUNT_OF[risposta.esito] : 'non_date']++
    materie.set(id_materia, counts)
  }
  return [...materie.values()].sort(
    (a, b) =>
      b.totale - b.non_date - (a.totale - a.non_date) ||
      b.totale - a.totale ||
      (a.materia ?? '').localeCompare(b.materia ?? '', 'it'),
  )
}

/** The same over the whole sitting; `n` questions, of which only the answered ones need be known. */
export function countSeduta(risposte: readonly Pick<RispostaSeduta, 'esito'>[], n: number): SedutaCounts {
  const counts: SedutaCounts = { corrette: 0, errate: 0, nulle: 0, non_date: n - risposte.length }
  for (const { esito } of risposte) counts[COUNT_OF[esito]]++
  return counts
}

export type LivelloMoves = {
  /** Questions that had no level: they neither rise nor fall. */
  fresh: number
  /** Levels of those questions now. */
  freshAfter: Record<Livello, number>
  up: number
  down: number
  still: number
  before: Record<Livello, number>
  after: Record<Livello, number>
}

/** Moves of the levels of the answered questions [SC19]. */
export function countLivelloMoves(
  risposte: readonly Pick<RispostaSeduta, 'livello_prima' | 'livello_dopo'>[],
): LivelloMoves {
  const zero = (): Record<Livello, number> => ({ [-99]: 0, [-2]: 0, [-1]: 0, 0: 0, 1: 0 })
  const moves: LivelloMoves = {
    ...{ fresh: 0, freshAfter: zero(), before: zero(), after: zero() },
    ...{ up: 0, down: 0, still: 0 },
  }
  for (const { livello_prima, livello_dopo } of risposte) {
    moves.before[livello_prima]++
    moves.after[livello_dopo]++
    if (livello_prima === NON_RISPOSTE) {
      moves.fresh++
      moves.freshAfter[livello_dopo]++
    } else if (livello_dopo > livello_prima) moves.up++
    else if (livello_dopo < livello_prima) moves.down++
    else moves.still++
  }
  return moves
}
