import type { Domanda } from '#contract/database'
import { difficoltaUse } from '#rules/regolamento/difficolta'
import type { WrittenRegolamento } from '#rules/regolamento/types'
import { documentoDi, toRegole } from './composizione.ts'
import { type Modulo, nomiSezioni } from './modulo.ts'

type Estratta = Pick<Domanda, 'corretta' | 'punti' | 'difficolta'>
export type Assegnate = {
  regole: WrittenRegolamento
  /** Indexes of the questions in the order of the trial: section by section. */
  ordine: number[]
  /** Section of each place of that order. */
  sezioni: number[]
  /** Questions that the rules give no points to. */
  non_valutate: number
  /** Difficulty of each place of that order, 0 unknown. */
  difficolta: number[]
}

const isSituazionale = ({ punti }: Estratta) => (punti?.length ?? 0) > 0
const perRisposta = ({ sezioni }: WrittenRegolamento, i: number) => sezioni?.[i]?.punti?.tipo === 'per_risposta'

/** Rules that ask for a difficulty which no question drawn says. */
function isSenza(m: Modulo, domande: readonly Estratta[]): boolean {
  const { punti, quote } = difficoltaUse(documentoDi(m))
  return (punti || quote) && domande.every((d) => d.difficolta === null)
}

/** Easy, medium and hard ones; who does not say it is medium. */
const contate = (domande: readonly Estratta[]) =>
  [1, 2, 3].map((livello) => domande.filter((d) => (d.difficolta ?? 2) === livello).length)

/**
 * Settles which section each question drawn is scored in. Questions with points for each answer go to the section made for them,
 * which is added when the rules have none. `conQuote`: the sections that were drawn by quotas of difficulty.
 */
export function assegna(
  m: Modulo,
  domande: readonly Estratta[],
  scelte: readonly number[],
  conQuote: readonly boolean[] = [],
): Assegnate {
  const n = Math.max(1, nomiSezioni(m).length)
  const vuote = toRegole(m, [], [])
  const sua = (vuote.sezioni ?? []).findIndex((_, i) => perRisposta(vuote, i))
  const extra = sua < 0 && domande.some(isSituazionale)
  const sezioni = domande.map((d, i) => {
    const scelta = scelte[i] ?? 0
    if (!isSituazionale(d) || perRisposta(vuote, scelta)) return scelta
    return extra ? n : sua
  })
  const conti = Array.from({ length: extra ? n + 1 : n }, (_, s) => sezioni.filter((x) => x === s).length)
  const trovata = {
    senza: isSenza(m, domande),
    quote: conti.map((_, s) => (conQuote[s] ? contate(domande.filter((_d, i) => sezioni[i] === s)) : null)),
  }
  const spostate = extra
    ? Array.from({ length: n }, (_, s) => domande.filter((_d, i) => sezioni[i] === n && (scelte[i] ?? 0) === s).length)
    : []
  const regole = toRegole(m, extra ? conti.slice(0, n) : conti, spostate, trovata)
  // A trial of situational questions alone has no section of the others.
  const sole = extra && documentoDi(m).sezioni === undefined && conti[0] === 0
  if (sole) regole.sezioni = regole.sezioni?.slice(1)
  const ordine = domande.map((_, i) => i).sort((a, b) => (sezioni[a] ?? 0) - (sezioni[b] ?? 0) || a - b)
  return {
    regole,
    ordine,
    difficolta: ordine.map((i) => domande[i]?.difficolta ?? 0),
    sezioni: ordine.map((i) => (sole ? 0 : (sezioni[i] ?? 0))),
    non_valutate: domande.filter((d, i) => !isSituazionale(d) && perRisposta(regole, sole ? 0 : (sezioni[i] ?? 0)))
      .length,
  }
}
