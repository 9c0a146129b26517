import { daysBetween, isDay } from './italian-day.ts'

/** Things to prepare the day before an exam, in the order of the screen; `tempo` only where the account has extra time. */
export const COSE = ['documento', 'convocazione', 'tempo', 'penna', 'arrivo', 'fuori'] as const
export type Cosa = (typeof COSE)[number]

/** Tests whether an exam of `day` is today or tomorrow: its eve is shown [FG7]. Days are Italian ones. */
export function isEve(today: string, day: string): boolean {
  const left = daysBetween(today, day)
  return left === 0 || left === 1
}

/** Reads the things ticked for an exam of this day from its setting (`YYYY-MM-DD:documento,penna`); nothing of another day. */
export function parseCose(text: string, day: string): Cosa[] {
  const [of, list = ''] = text.split(':')
  return of === day ? COSE.filter((cosa) => list.split(',').includes(cosa)) : []
}
export const formatCose = (day: string, cose: readonly Cosa[]): string => `${day}:${cose.join(',')}`
/** Tests whether a setting can be a list of ticks. */
export const isCose = (x: unknown): x is string =>
  typeof x === 'string' && x.length <= 200 && /^[^:]*:[a-z,]*$/.test(x) && isDay(x.split(':')[0] as string)
