import type { Difficolta, Millesimi, Punti, Regolamento, Sezione } from './types.ts'

/** A question of a trial, as far as its score needs it. */
export type DomandaProva = {
  /** Place of its section in the rules, from 0. */
  sezione: number
  /** Printed position of the key; null without one. */
  corretta: number | null
  /** Thousandths per answer (situational questions); null otherwise. */
  punti: readonly Millesimi[] | null
  /** Null counts as medium. */
  difficolta: Difficolta | null
}

/** Printed positions marked: none is a blank, two or more a multiple mark. */
export type GivenMarks = readonly number[]

/** Outcome of one question. `intermedia`: a situational grade between the best and the worst. */
export type EsitoVoce = 'corretta' | 'errata' | 'intermedia' | 'omessa' | 'non_valutata'
export type ScoredVoce = { esito: EsitoVoce; punti: Millesimi; massimo: Millesimi }

type Tally = {
  punti: Millesimi
  massimo: Millesimi
  corrette: number
  errate: number
  intermedie: number
  omesse: number
  /** Questions without a key or points, which have no weight. */
  non_valutate: number
  /** Points of the best answers that wrong ones, grades in between and blanks did not give. */
  persi_errate: Millesimi
  persi_intermedie: Millesimi
  persi_omesse: Millesimi
}

type Soglia = {
  tipo: 'totale' | 'sezione'
  /** Name of the section; null for the total. */
  sezione: string | null
  minimo: Millesimi
  ottenuto: Millesimi
  superata: boolean
}

/** `in_graduatoria`: every threshold is met, the ranking will decide. */
export type EsitoProva = 'superata' | 'non_superata' | 'in_graduatoria' | 'senza_soglia'

export type Punteggio = Tally & {
  base: Millesimi
  sezioni: (Tally & { nome: string })[]
  soglie: Soglia[]
  esito: EsitoProva
  /** The score out of `scala`, to the thousandth, halves up; null when the rules have no scale. */
  in_scala: Millesimi | null
}

/** Points of one question with these marks (D23). Exact: whole thousandths. */
export function scoreVoce(
  regole: Pick<Regolamento, 'risposta_multipla'>,
  punti: Punti,
  d: DomandaProva,
  segni: GivenMarks,
): ScoredVoce {
  const worth = worthOf(punti, d)
  if (!worth) return { esito: 'non_valutata', punti: 0, massimo: 0 }
  const massimo = Math.max(worth.best, worth.blank)
  if (segni.length === 0) return { esito: 'omessa', punti: worth.blank, massimo }
  if (segni.length > 1) {
    const omessa = regole.risposta_multipla === 'omessa'
    return omessa
      ? { esito: 'omessa', punti: worth.blank, massimo }
      : { esito: 'errata', punti: Math.min(0, worth.worst), massimo }
  }
  const risposta = segni[0] as number
  const presi = worth.of(risposta)
  if (worth.right !== null) return { esito: risposta === worth.right ? 'corretta' : 'errata', punti: presi, massimo }
  // A worst grade that still gives points is one in between.
  const isPeggiore = presi <= worth.worst && presi <= 0
  const esito = presi === worth.best ? 'corretta' : isPeggiore ? 'errata' : 'intermedia'
  return { esito, punti: presi, massimo }
}

type Worth = {
  best: Millesimi
  worst: Millesimi
  blank: Millesimi
  /** Printed position of the key; null where grades decide. */
  right: number | null
  of: (risposta: number) => Millesimi
}

function worthOf(punti: Punti, d: DomandaProva): Worth | null {
  if (punti.tipo === 'per_risposta' && d.punti && d.punti.length > 0) {
    const points = d.punti
    const worst = Math.min(...points)
    return { best: Math.max(...points), worst, blank: punti.omessa, right: null, of: (r) => points[r - 1] ?? worst }
  }
  if (d.corretta === null || punti.tipo === 'per_risposta') return null
  const place = (d.difficolta ?? 2) - 1
  const flat = (t: Millesimi | readonly Millesimi[]) => (typeof t === 'number' ? t : (t[place] as Millesimi))
  const best = flat(punti.corretta)
  const worst = flat(punti.sbagliata)
  return { best, worst, blank: flat(punti.omessa), right: d.corretta, of: (r) => (r === d.corretta ? best : worst) }
}

const EMPTY: Tally = {
  punti: 0,
  massimo: 0,
  corrette: 0,
  errate: 0,
  intermedie: 0,
  omesse: 0,
  non_valutate: 0,
  persi_errate: 0,
  persi_intermedie: 0,
  persi_omesse: 0,
}

function add(conto: Tally, { esito, punti, massimo }: ScoredVoce): void {
  const lost = massimo - punti
  conto.punti += punti
  conto.massimo += massimo
  if (esito === 'corretta') conto.corrette++
  else if (esito === 'non_valutata') conto.non_valutate++
  else if (esito === 'errata') {
    conto.errate++
    conto.persi_errate += lost
  } else if (esito === 'intermedia') {
    conto.intermedie++
    conto.persi_intermedie += lost
  } else {
    conto.omesse++
    conto.persi_omesse += lost
  }
}

/**
 * The score of a trial: one pass, whole thousandths, nothing rounded but `in_scala`. `segni[i]` are the marks of `domande[i]`;
 * a missing one is a blank. `punti` + what was lost = `massimo`, in total and for each section.
 */
export function scoreProva(
  regole: Regolamento,
  domande: readonly DomandaProva[],
  segni: readonly GivenMarks[],
): Punteggio {
  const sezioni = regole.sezioni.map(({ nome }) => ({ ...EMPTY, nome }))
  const totale: Tally = { ...EMPTY, punti: regole.base, massimo: regole.base }
  for (const [i, d] of domande.entries()) {
    const sezione = regole.sezioni[d.sezione]
    const conto = sezioni[d.sezione]
    if (!sezione || !conto) throw new RangeError(`section ${d.sezione} of ${regole.sezioni.length}`)
    const voce = scoreVoce(regole, sezione.punti, d, segni[i] ?? [])
    add(conto, voce)
    add(totale, voce)
  }
  const soglie = thresholds(regole, totale.punti, sezioni)
  return {
    ...totale,
    base: regole.base,
    sezioni,
    soglie,
    esito: outcome(regole, soglie),
    in_scala: regole.scala === null ? null : scaled(totale.punti, regole.scala, regole.massimo ?? totale.massimo),
  }
}

function thresholds(
  { ammissione, sezioni }: Regolamento,
  totale: Millesimi,
  conti: readonly (Tally & Pick<Sezione, 'nome'>)[],
): Soglia[] {
  const check = (tipo: Soglia['tipo'], sezione: string | null, minimo: Millesimi, ottenuto: Millesimi): Soglia => ({
    tipo,
    sezione,
    minimo,
    ottenuto,
    superata: ottenuto >= minimo,
  })
  const found: Soglia[] = []
  if (ammissione.minimo !== null) found.push(check('totale', null, ammissione.minimo, totale))
  for (const [i, s] of sezioni.entries()) {
    const minimo = s.sbarramento ?? ammissione.minimo_per_sezione
    if (minimo !== null) found.push(check('sezione', s.nome, minimo, conti[i]?.punti ?? 0))
  }
  return found
}

function outcome({ ammissione }: Regolamento, soglie: readonly Soglia[]): EsitoProva {
  if (soglie.some((s) => !s.superata)) return 'non_superata'
  if (ammissione.primi !== null) return 'in_graduatoria'
  return soglie.length > 0 ? 'superata' : 'senza_soglia'
}

/** `punti` out of `massimo`, scaled to `scala`; halves of a thousandth go up. */
export function scaled(punti: Millesimi, scala: Millesimi, massimo: Millesimi): Millesimi {
  if (massimo <= 0) return 0
  // Exact in integers: floor((2ab + m) / 2m), with the products beyond 2^53 for large bases.
  const a = 2n * BigInt(punti) * BigInt(scala) + BigInt(massimo)
  const b = 2n * BigInt(massimo)
  const q = a / b
  return Number(a % b < 0n ? q - 1n : q)
}
