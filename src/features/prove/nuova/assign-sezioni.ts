import type { Domanda } from '#contract/database'
import { difficoltaUse } from '#rules/regolamento/difficolta'
import type { WrittenRegolamento } from '#rules/regolamento/types'
import { documentOf, toRegole } from './compose.ts'
import { type FormState, sezioniNames } from './form-state.ts'

type Drawn = Pick<Domanda, 'corretta' | 'punti' | 'difficolta'>
export type Assigned = {
  regole: WrittenRegolamento
  /** Indexes of the questions in the order of the trial, section by section. */
  ordine: number[]
  /** Section of each place of that order. */
  sezioni: number[]
  /** Questions without points in the rules. */
  non_valutate: number
  /** Difficulty of each place of that order, 0 unknown. */
  difficolta: number[]
}

const isSituazionale = ({ punti }: Drawn) => (punti?.length ?? 0) > 0
const perRisposta = ({ sezioni }: WrittenRegolamento, i: number) => sezioni?.[i]?.punti?.tipo === 'per_risposta'

/** Returns true when the rules ask for a difficulty and no drawn question has one. */
function isWithout(m: FormState, domande: readonly Drawn[]): boolean {
  const { punti, quote: quotas } = difficoltaUse(documentOf(m))
  return (punti || quotas) && domande.every((d) => d.difficolta === null)
}

/** Counts easy, medium and hard questions; a question without difficulty is medium. */
const counted = (domande: readonly Drawn[]) =>
  [1, 2, 3].map((livello) => domande.filter((d) => (d.difficolta ?? 2) === livello).length)

/**
 * Assigns each drawn question to the section that scores it. Questions with points for each answer go to the section made for
 * them, which is added when the rules have none. `withQuotas` marks the sections drawn by quotas of difficulty.
 */
export function assignSezioni(
  m: FormState,
  domande: readonly Drawn[],
  chosen: readonly number[],
  withQuotas: readonly boolean[] = [],
): Assigned {
  const n = Math.max(1, sezioniNames(m).length)
  const empty = toRegole(m, [], [])
  const own = (empty.sezioni ?? []).findIndex((_, i) => perRisposta(empty, i))
  const extra = own < 0 && domande.some(isSituazionale)
  const sezioni = domande.map((d, i) => {
    const given = chosen[i] ?? 0
    if (!isSituazionale(d) || perRisposta(empty, given)) return given
    return extra ? n : own
  })
  const counts = Array.from({ length: extra ? n + 1 : n }, (_, s) => sezioni.filter((x) => x === s).length)
  const found = {
    senza: isWithout(m, domande),
    quote: counts.map((_, s) => (withQuotas[s] ? counted(domande.filter((_d, i) => sezioni[i] === s)) : null)),
  }
  const moved = extra
    ? Array.from({ length: n }, (_, s) => domande.filter((_d, i) => sezioni[i] === n && (chosen[i] ?? 0) === s).length)
    : []
  const regole = toRegole(m, extra ? counts.slice(0, n) : counts, moved, found)
  // Drop the first section when every question is situational, because it would be empty.
  const only = extra && documentOf(m).sezioni === undefined && counts[0] === 0
  if (only) regole.sezioni = regole.sezioni?.slice(1)
  const order = domande.map((_, i) => i).sort((a, b) => (sezioni[a] ?? 0) - (sezioni[b] ?? 0) || a - b)
  return {
    regole,
    ordine: order,
    difficolta: order.map((i) => domande[i]?.difficolta ?? 0),
    sezioni: order.map((i) => (only ? 0 : (sezioni[i] ?? 0))),
    non_valutate: domande.filter((d, i) => !isSituazionale(d) && perRisposta(regole, only ? 0 : (sezioni[i] ?? 0)))
      .length,
  }
}
