import { breakEven } from './coach.ts'
import type { Esame } from './esame.ts'
import { daysBetween, isDay } from './italian-day.ts'
import { withTempoAggiuntivo } from './regolamento/duration.ts'
import type { Modello } from './regolamento/modelli.ts'

/** What one prepares the day before an exam, in the order of the screen; `tempo` only where the account has extra time. */
export const COSE = ['documento', 'convocazione', 'tempo', 'penna', 'arrivo', 'fuori'] as const
export type Cosa = (typeof COSE)[number]

/** Whether an exam of `day` is today or tomorrow: its eve is shown [FG7]. Days are Italian ones. */
export function isEve(today: string, day: string): boolean {
  const left = daysBetween(today, day)
  return left === 0 || left === 1
}

/** What was ticked for an exam of this day, from its setting (`YYYY-MM-DD:documento,penna`); nothing of another day. */
export function parseCose(text: string, day: string): Cosa[] {
  const [of, list = ''] = text.split(':')
  return of === day ? COSE.filter((cosa) => list.split(',').includes(cosa)) : []
}
export const formatCose = (day: string, cose: readonly Cosa[]): string => `${day}:${cose.join(',')}`
/** Whether a setting can be one. */
export const isCose = (x: unknown): x is string =>
  typeof x === 'string' && x.length <= 200 && /^[^:]*:[a-z,]*$/.test(x) && isDay(x.split(':')[0] as string)

/** How an exam is scored, as far as its rules say; null is unknown. Times in milliseconds, points in thousandths. */
export type FattiEsame = {
  domande: number
  /** With the extra time. */
  durata: number | null
  a_domanda: number | null
  corretta: number | null
  errata: number | null
  omessa: number | null
  soglia: number | null
  massimo: number
  /** Two marks on one question count as wrong. */
  multipla: boolean
  /** Share of right answers from which answering pays. */
  conviene: number | null
}

/**
 * What the rules of an exam say [FG8]. `ignoti`: what their source leaves open (rules/regolamento/modelli); an exam in four numbers of
 * one's own (`proprie`) says nothing of blanks. `extra`: percentage of time added.
 */
export function factsOf(
  esame: Esame,
  { extra, ignoti = [], proprie }: { extra: number; ignoti?: Modello['non_indicati']; proprie: boolean },
): FattiEsame {
  const durata = esame.durata === undefined ? null : withTempoAggiuntivo(esame.durata, extra)
  const points = !ignoti.includes('punti')
  const [corretta, errata] = points ? [esame.corretta, esame.sbagliata] : [null, null]
  const omessa = !points || ignoti.includes('omessa') || proprie ? null : (esame.omessa ?? 0)
  return {
    domande: esame.domande,
    durata,
    a_domanda: durata === null ? null : durata / esame.domande,
    corretta,
    errata,
    omessa,
    soglia: esame.soglia,
    massimo: esame.massimo,
    multipla: esame.multipla === 'sbagliata',
    conviene: omessa === null ? null : breakEven({ corretta: esame.corretta, sbagliata: esame.sbagliata, omessa }),
  }
}
