import type { Domanda } from '#contract/database'
import type { RegolamentoScritto } from '#rules/regolamento/tipi'
import { type Modulo, nomiSezioni, toRegole } from './modulo.ts'

type Estratta = Pick<Domanda, 'corretta' | 'punti'>
export type Assegnate = {
  regole: RegolamentoScritto
  /** Indexes of the questions in the order of the trial: section by section. */
  ordine: number[]
  /** Section of each place of that order. */
  sezioni: number[]
  /** Questions that the rules give no points to. */
  non_valutate: number
}

const isSituazionale = ({ punti }: Estratta) => (punti?.length ?? 0) > 0
const perRisposta = ({ sezioni }: RegolamentoScritto, i: number) => sezioni?.[i]?.punti?.tipo === 'per_risposta'

/**
 * Settles which section each question drawn is scored in. Questions with points for each answer go to the section made for them,
 * which is added when the rules have none.
 */
export function assegna(m: Modulo, domande: readonly Estratta[], scelte: readonly number[]): Assegnate {
  const n = Math.max(1, nomiSezioni(m).length)
  const vuote = toRegole(m, [], false)
  const sua = (vuote.sezioni ?? []).findIndex((_, i) => perRisposta(vuote, i))
  const extra = sua < 0 && domande.some(isSituazionale)
  const sezioni = domande.map((d, i) => {
    const scelta = scelte[i] ?? 0
    if (!isSituazionale(d) || perRisposta(vuote, scelta)) return scelta
    return extra ? n : sua
  })
  const conti = Array.from({ length: extra ? n + 1 : n }, (_, s) => sezioni.filter((x) => x === s).length)
  const regole = toRegole(m, extra ? conti.slice(0, n) : conti, extra)
  const ordine = domande.map((_, i) => i).sort((a, b) => (sezioni[a] ?? 0) - (sezioni[b] ?? 0) || a - b)
  return {
    regole,
    ordine,
    sezioni: ordine.map((i) => sezioni[i] ?? 0),
    non_valutate: domande.filter((d, i) => !isSituazionale(d) && perRisposta(regole, sezioni[i] ?? 0)).length,
  }
}
