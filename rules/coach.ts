import type { Millesimi, Punti } from './regolamento/types.ts'

/** Points of one question, in thousandths: right, wrong, left blank. */
export type Worth = { corretta: Millesimi; sbagliata: Millesimi; omessa: Millesimi }

/**
 * Share of right answers from which answering gives more than a blank (0..1): `(blank − wrong) / (right − wrong)`, 0 where a
 * wrong answer costs no more than a blank [CB1]. Null where right answers give nothing more than wrong ones. /
 */
export function breakEven({ corretta, sbagliata, omessa }: Worth): number | null {
  if (corretta <= sbagliata) return null
  return Math.min(1, Math.max(0, (omessa - sbagliata) / (corretta - sbagliata)))
}

/**
 * Break-even of a section's points; an easy, a medium and a hard question apart where they differ. 0 for situational ones whose
 * worst grade is a blank's.
 */
export function breakEvens(punti: Punti): (number | null)[] {
  if (punti.tipo === 'fissi') return [breakEven(punti)]
  if (punti.tipo === 'per_risposta') return [punti.omessa <= 0 ? 0 : null]
  const { corretta, sbagliata, omessa } = punti
  const of = (i: 0 | 1 | 2) => breakEven({ corretta: corretta[i], sbagliata: sbagliata[i], omessa: omessa[i] })
  const all = [of(0), of(1), of(2)]
  return all.every((b) => b === all[0]) ? all.slice(0, 1) : all
}

/** State before the blanks: points so far, blanks left, share of them that one expects right, the threshold. */
export type NearThreshold = { punti: Millesimi; bianche: number; quota: number; soglia: Millesimi; vale: Worth }
/** Answers to give among the blanks for the best chance to pass, that chance, and the chance with all of them blank. */
export type BestCourse = { rispondi: number; probabilita: number; lasciando: number }

/**
 * Best number of blanks to answer for the chance of reaching the threshold [CB2]; near it the break-even gives another number.
 * The fewest where chances are equal.
 */
export function bestCourse({ punti, bianche, quota, soglia, vale }: NearThreshold): BestCourse {
  const chance = (n: number): number => {
    let passing = 0
    let term = (1 - quota) ** n
    for (let right = 0; right <= n; right++) {
      const total = punti + right * vale.corretta + (n - right) * vale.sbagliata + (bianche - n) * vale.omessa
      if (total >= soglia) passing += term
      term = quota < 1 ? (term * (n - right) * quota) / ((right + 1) * (1 - quota)) : right + 1 === n ? 1 : 0
    }
    return passing
  }
  const lasciando = chance(0)
  let best: BestCourse = { rispondi: 0, probabilita: lasciando, lasciando }
  for (let n = 1; n <= bianche; n++) {
    const probabilita = chance(n)
    if (probabilita > best.probabilita + 1e-9) best = { rispondi: n, probabilita, lasciando }
  }
  return best
}

/** Certainty that a person declared before answering. */
export const SICUREZZE = ['sicuro', 'incerto', 'caso'] as const
export type Sicurezza = (typeof SICUREZZE)[number]
export const isSicurezza = (x: unknown): x is Sicurezza => SICUREZZE.includes(x as Sicurezza)

/** Answers of one kind, and how many were right. */
export type Tries = { risposte: number; corrette: number }
/** Own results by declared certainty, and by number of options struck out (0 to 3 and more). */
export type Calibration = { sicurezza: Record<Sicurezza, Tries>; escluse: readonly Tries[] }

/** Fewest answers that describe a person. */
export const MIN_TRIES = 20
/** Own share of right answers; null under twenty answers [CB3]. */
export const ownRate = ({ risposte, corrette }: Tries): number | null =>
  risposte < MIN_TRIES ? null : corrette / risposte

/** Outcome of a delivered trial's places, as far as points need it. */
export type CoachedPlace = {
  esito: 'corretta' | 'errata' | 'intermedia' | 'omessa' | 'non_valutata'
  punti: Millesimi
  /** Points of the best answer. */
  massimo: Millesimi
  vale: Worth | null
  /** The mark was right before it was changed. */
  era_giusta: boolean
  /** Never looked at. */
  mai_vista: boolean
  opzioni: number
  materia: string | null
  /** Two marks on a paper sheet. */
  doppia?: boolean
}

/**
 * Points lost, in thousandths: by wrong answers, by changes of mind among them, by blanks, by time among these, and by double
 * marks, which the rules count among wrong answers or blanks.
 */
export type LostByCause = Record<'errate' | 'ripensamenti' | 'omesse' | 'tempo' | 'doppie', Millesimi>

/** Lost points of a trial by cause [CB4]. `a_tempo`: time ended it, so that unseen questions were lost by time. */
export function lostByCause(places: readonly CoachedPlace[], a_tempo: boolean): LostByCause {
  const lost: LostByCause = { errate: 0, ripensamenti: 0, omesse: 0, tempo: 0, doppie: 0 }
  for (const { esito, punti, massimo, era_giusta, mai_vista, doppia } of places) {
    if (esito === 'non_valutata' || esito === 'corretta') continue
    const gone = massimo - punti
    if (doppia) lost.doppie += gone
    if (esito === 'omessa') {
      lost.omesse += gone
      if (a_tempo && mai_vista) lost.tempo += gone
    } else {
      lost.errate += gone
      if (era_giusta) lost.ripensamenti += gone
    }
  }
  return lost
}

/**
 * Cheapest next point: no more changes of mind, answers to blanks (right by `quota`, the person's own share or one of the
 * options), time for unseen questions, or a subject with its wrong answers. `punti`: thousandths won on average.
 */
export type CheapestPoint =
  | { tipo: 'ripensamenti' | 'tempo'; domande: number; punti: Millesimi }
  | { tipo: 'bianche'; domande: number; punti: Millesimi; quota: number }
  | { tipo: 'materia'; materia: string; domande: number; punti: Millesimi }

/**
 * The first of these that gives a tenth of a point at least: habits cost no study, subjects do [CB5]. Null without lost points.
 */
export function cheapestPoint(
  places: readonly CoachedPlace[],
  { a_tempo, quota }: { a_tempo: boolean; quota: number | null },
): CheapestPoint | null {
  const changed = places.filter((p) => p.era_giusta && p.esito === 'errata')
  const unseen = a_tempo ? places.filter((p) => p.esito === 'omessa' && p.mai_vista) : []
  const blank = places.filter((p) => p.esito === 'omessa' && !unseen.includes(p))
  const gain = (p: CoachedPlace, q: number) => (p.vale ? q * p.vale.corretta + (1 - q) * p.vale.sbagliata - p.punti : 0)
  const byChance = (p: CoachedPlace) => gain(p, quota ?? 1 / Math.max(2, p.opzioni))
  const answered = places.filter((p) => p.esito === 'corretta' || p.esito === 'errata')
  const usual = answered.length === 0 ? 0 : answered.filter((p) => p.esito === 'corretta').length / answered.length
  const sum = (list: readonly CoachedPlace[], of: (p: CoachedPlace) => number) =>
    Math.round(list.reduce((n, p) => n + of(p), 0))
  const habits: CheapestPoint[] = [
    { tipo: 'ripensamenti', domande: changed.length, punti: sum(changed, (p) => p.massimo - p.punti) },
    { tipo: 'tempo', domande: unseen.length, punti: sum(unseen, (p) => gain(p, usual)) },
    {
      tipo: 'bianche',
      domande: blank.length,
      punti: sum(blank, byChance),
      quota:
        quota ?? (blank.length === 0 ? 0 : blank.reduce((n, p) => n + 1 / Math.max(2, p.opzioni), 0) / blank.length),
    },
  ]
  const habit = habits.filter((h) => h.punti >= 100).sort((a, b) => b.punti - a.punti)[0]
  return habit ?? costliestSubject(places)
}

function costliestSubject(places: readonly CoachedPlace[]): CheapestPoint | null {
  const lost = new Map<string, { domande: number; punti: number }>()
  for (const { esito, materia, massimo, punti } of places) {
    if (materia === null || esito === 'corretta' || esito === 'non_valutata' || massimo <= punti) continue
    const of = lost.get(materia) ?? { domande: 0, punti: 0 }
    lost.set(materia, { domande: of.domande + 1, punti: of.punti + massimo - punti })
  }
  const [first] = [...lost].sort(([, a], [, b]) => b.punti - a.punti)
  return first ? { tipo: 'materia', materia: first[0], ...first[1] } : null
}
