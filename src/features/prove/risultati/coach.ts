import { type BestCourse, bestCourse, breakEvens, type CoachedPlace, type Worth } from '#rules/coach'
import { chiaveValida } from '#rules/esito'
import type { Difficolta, Punti, Regolamento } from '#rules/regolamento/types'
import type { RisultatiData } from '../read-risultati.ts'
import type { MarkedPlace } from './analysis.ts'

/** Returns the points of a question right, wrong and blank; null where its answers have points of their own. */
function worthOf(punti: Punti | undefined, difficolta: Difficolta | null): Worth | null {
  if (!punti || punti.tipo === 'per_risposta') return null
  if (punti.tipo === 'fissi') return punti
  const place = (difficolta ?? 2) - 1
  const [corretta, sbagliata, omessa] = [punti.corretta, punti.sbagliata, punti.omessa].map((t) => t[place] ?? 0)
  return { corretta: corretta ?? 0, sbagliata: sbagliata ?? 0, omessa: omessa ?? 0 }
}

/** Converts the places of a trial for the coach, without the options struck out. */
export const coachedPlaces = (regole: Regolamento, places: readonly MarkedPlace[]): CoachedPlace[] =>
  places.map(({ domanda, voce, firstMark, esito, punti, massimo, sezione, difficolta }) => ({
    esito,
    punti,
    massimo,
    vale: worthOf(regole.sezioni[sezione]?.punti, difficolta),
    era_giusta: firstMark !== null && firstMark !== voce.risposta && firstMark === chiaveValida(domanda).corretta,
    mai_vista: voce.ms === 0 && voce.cambi === 0,
    opzioni: domanda.risposte.length - voce.escluse.length,
    materia: domanda.materia,
    ...(voce.doppia !== undefined && { doppia: true }),
  }))

/** Returns the break-evens of a trial's rules, situational sections aside; empty where its sections differ. */
export function sharesOf({ sezioni }: Regolamento): (number | null)[] {
  const plain = sezioni.filter(({ punti }) => punti.tipo !== 'per_risposta')
  const told = (plain.length > 0 ? plain : sezioni).map(({ punti }) => breakEvens(punti))
  const [first = []] = told
  return told.every((t) => t.length === first.length && t.every((share, i) => share === first[i])) ? first : []
}

/** Returns the number of answers of every question; null where they differ. */
export function sharedOptions(places: readonly MarkedPlace[]): number | null {
  const [first, ...others] = new Set(places.map(({ domanda }) => domanda.risposte.length))
  return first !== undefined && others.length === 0 ? first : null
}

/** Smallest chance worth an advice. */
const WORTH_SAYING = 0.05

/**
 * Returns the best course among the blanks of a trial that was not passed [CB2]. `quota` is the person's own share of right
 * answers; without it the share is one of the options. Null without a threshold, without blanks, or where the course would have
 * changed nothing.
 */
export function courseOfBlanks(
  { consegna }: Pick<RisultatiData, 'consegna'>,
  places: readonly CoachedPlace[],
  quota: number | null,
): (BestCourse & { bianche: number }) | null {
  const soglia = consegna.punteggio.soglie.find(({ tipo }) => tipo === 'totale')
  const blank = places.filter(({ esito }) => esito === 'omessa')
  const vale = blank[0]?.vale
  // Return null with more thresholds, because a section may fail the trial whatever the blanks bring.
  if (!soglia || soglia.superata || !vale || consegna.punteggio.soglie.length > 1) return null
  const same = (w: Worth | null) =>
    w?.corretta === vale.corretta && w.sbagliata === vale.sbagliata && w.omessa === vale.omessa
  if (!blank.every((p) => same(p.vale))) return null
  const course = bestCourse({
    punti: soglia.ottenuto - blank.reduce((n, { punti }) => n + punti, 0),
    bianche: blank.length,
    quota: quota ?? blank.reduce((n, { opzioni }) => n + 1 / Math.max(2, opzioni), 0) / blank.length,
    soglia: soglia.minimo,
    vale,
  })
  return course.rispondi === 0 || course.probabilita < WORTH_SAYING ? null : { ...course, bianche: blank.length }
}
