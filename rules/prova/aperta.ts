import type { Clock } from './clock.ts'
import { EMPTY_VOCE, marksOf, type Voce } from './machine.ts'
import { mergeVoce } from './merge.ts'

// Merge of a sitting under way on several devices (decision 0087), in any order of arrival.

/** A stretch of time in which a trial ran, milliseconds since 1970. */
export type Tratto = readonly [da: number, a: number]

/** The time that lies in either of two lists of stretches, in order, none touching the next. */
export function joinTratti(a: readonly Tratto[], b: readonly Tratto[]): Tratto[] {
  const joined: [number, number][] = []
  for (const [da, fine] of [...a, ...b].filter(([da, fine]) => fine > da).sort((x, y) => x[0] - y[0])) {
    const last = joined.at(-1)
    if (last && da <= last[1]) last[1] = Math.max(last[1], fine)
    else joined.push([da, fine])
  }
  return joined
}

/** Milliseconds of all stretches. */
export const totalTratti = (tratti: readonly Tratto[]): number => tratti.reduce((sum, [da, a]) => sum + a - da, 0)

/** The writing device: the last to take the sitting over, and of two at once the greater name. */
export type Presa = { prese: number; titolare: string; posto_ms: number }

/** State of a sitting under way on a device: the writer, its place, the marks, and the stretches of its time. */
export type Aperta = Presa & {
  indice: number
  voci: ReadonlyMap<number, Voce>
  tratti: readonly Tratto[]
  /** Unused time of sections that were closed before their end. */
  saltati: number
}

/** Positive when the first was taken over later, or moved on later by the same device. */
export function comparePrese(a: Presa & { indice: number }, b: Presa & { indice: number }): number {
  if (a.prese !== b.prese) return a.prese - b.prese
  if (a.titolare !== b.titolare) return a.titolare > b.titolare ? 1 : -1
  return a.posto_ms - b.posto_ms || a.indice - b.indice
}

/**
 * Merges two devices' states: every mark of either, the place of the writer (`avanti`, where nobody goes back: the further one),
 * and all the time in which it ran on one of them, once.
 */
export function mergeAperta(a: Aperta, b: Aperta, avanti: boolean): Aperta {
  const { prese, titolare, posto_ms, indice } = comparePrese(a, b) >= 0 ? a : b
  const voci = new Map(a.voci)
  for (const [posto, voce] of b.voci) {
    const mia = voci.get(posto)
    voci.set(posto, mia ? mergeVoce(mia, voce) : voce)
  }
  return {
    prese,
    titolare,
    posto_ms,
    indice: avanti ? Math.max(a.indice, b.indice) : indice,
    voci,
    tratti: joinTratti(a.tratti, b.tratti),
    saltati: Math.max(a.saltati, b.saltati),
  }
}

/** The clock of a trial that ran in these stretches: time used on any device is used, and never comes back. */
export function clockOfTratti(o: Clock, { tratti, saltati }: Pick<Aperta, 'tratti' | 'saltati'>): Clock {
  const { da } = o
  // Running here and elsewhere at once: time that the other device reported already is not counted again.
  const shared = da === null ? undefined : tratti.find(([from, to]) => from <= da && da <= to)
  return { ...o, usati: Math.max(o.usati, totalTratti(tratti) + saltati), da: da === null ? null : (shared?.[1] ?? da) }
}

/** True when every mark of `altra` is in `una`: nothing would be lost with the other. */
export const hasMarksOf = (
  una: ReadonlyMap<number, Pick<Voce, 'risposta' | 'doppia'>>,
  altra: Aperta['voci'],
): boolean =>
  [...altra].every(([posto, voce]) => {
    const marks = marksOf(una.get(posto) ?? EMPTY_VOCE)
    return marksOf(voce).every((mark) => marks.includes(mark))
  })
