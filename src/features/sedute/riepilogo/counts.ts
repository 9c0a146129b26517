import type { Esito, RispostaSeduta } from '#contract/database'
import { citedAct } from '#rules/atto-citato'
import { type Livello, NON_RISPOSTE } from '#rules/livello'

/** Fields of a question of the sitting that the figures need. */
export type CountedDomanda = {
  id_materia: number | null
  materia: string | null
  testo: string
  risposta: Pick<RispostaSeduta, 'esito' | 'livello_prima' | 'livello_dopo'> | null
}

export type SedutaCounts = { corrette: number; errate: number; nulle: number; non_date: number }
export type MateriaCounts = SedutaCounts & {
  id_materia: number | null
  materia: string | null
  totale: number
  /** Texts of the questions got wrong. */
  sbagliate: string[]
}

const COUNT_OF = { corretta: 'corrette', errata: 'errate', nulla: 'nulle' } as const satisfies Record<
  Esito,
  keyof SedutaCounts
>

/** Counts right, wrong, neither and not given, per subject, the most practised first. */
export function countMaterie(domande: readonly CountedDomanda[]): MateriaCounts[] {
  const materie = new Map<number | null, MateriaCounts>()
  for (const { id_materia, materia, testo, risposta } of domande) {
    const counts = materie.get(id_materia) ?? {
      ...{ id_materia, materia, totale: 0, sbagliate: [] },
      ...{ corrette: 0, errate: 0, nulle: 0, non_date: 0 },
    }
    counts.totale++
    if (risposta?.esito === 'errata') counts.sbagliate.push(testo)
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

/** Fewest answers of a subject with a bar. */
const BAR_ANSWERS = 3
/** Fewest bars that allow a comparison. */
const MIN_BARS = 2

const answersOf = (m: MateriaCounts): number => m.totale - m.non_date

/** Splits the subjects into those with a bar and those of too few answers. */
export function splitMaterie(materie: readonly MateriaCounts[]): { bars: MateriaCounts[]; few: MateriaCounts[] } {
  const bars = materie.filter((m) => answersOf(m) >= BAR_ANSWERS)
  if (bars.length < MIN_BARS) return { bars: [], few: [...materie] }
  return { bars, few: materie.filter((m) => !bars.includes(m)) }
}

/** Subjects with as many errors, one by its name, several by their number. `atto` is the act that all its errors cite. */
export type ErrorLine = { errate: number } & (
  | { materia: string | null; date: number; atto: string | null }
  | { materie: number; altre: boolean }
)

/** Lists subjects of few answers by their errors, most first; a few with the same number are named, more are counted. */
export function errorLines(materie: readonly MateriaCounts[]): ErrorLine[] {
  const lines: ErrorLine[] = []
  const numbers = [...new Set(materie.map((m) => m.errate))].filter((n) => n > 0).sort((a, b) => b - a)
  for (const errate of numbers) {
    const own = materie.filter((m) => m.errate === errate)
    if (own.length > (errate > 1 ? NAMED_LINES : 1))
      lines.push({ errate, materie: own.length, altre: lines.length > 0 })
    else
      for (const { materia, sbagliate, ...m } of own)
        lines.push({ errate, materia, date: m.totale - m.non_date, atto: sharedAct(sbagliate) })
  }
  return lines
}
const NAMED_LINES = 3

function sharedAct(texts: readonly string[]): string | null {
  const [first, ...rest] = texts.map(citedAct)
  return first !== undefined && rest.length > 0 && rest.every((act) => act === first) ? first : null
}

/** Counts over the whole sitting; of the `n` questions only the answered ones need be known. */
export function countSeduta(risposte: readonly Pick<RispostaSeduta, 'esito'>[], n: number): SedutaCounts {
  const counts: SedutaCounts = { corrette: 0, errate: 0, nulle: 0, non_date: n - risposte.length }
  for (const { esito } of risposte) counts[COUNT_OF[esito]]++
  return counts
}

export type LivelloMoves = {
  /** Questions that had no level, so that they neither rise nor fall. */
  fresh: number
  /** Present levels of those questions. */
  freshAfter: Record<Livello, number>
  up: number
  down: number
  still: number
  before: Record<Livello, number>
  after: Record<Livello, number>
}

/** Counts the moves of the levels of the answered questions [SC19]. */
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
