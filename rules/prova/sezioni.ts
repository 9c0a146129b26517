import { type Clock, clockRemaining, clockUsed } from './clock.ts'

/**
 * Sections with a timer each: the section of each place, and the end of each (milliseconds used). `fini` null: no such timers.
 */
export type SezioniTimes = { sezioni: readonly number[]; fini: readonly number[] | null }

/**
 * The one section that is open after `usati` milliseconds; null where sections have no timers. After the last end, the last that
 * had time.
 */
export function sezioneOpenAt({ fini }: Pick<SezioniTimes, 'fini'>, usati: number): number | null {
  if (!fini) return null
  const aperta = fini.findIndex((fine) => usati < fine)
  return aperta < 0 ? fini.indexOf(Math.max(...fini)) : aperta
}

/** The section open at `at`: time that the server's end has taken counts as used, on any device. */
export function sezioneAt(p: SezioniTimes & { orologio: Clock }, at: number): number | null {
  const { durata } = p.orologio
  return sezioneOpenAt(p, durata === null ? clockUsed(p.orologio, at) : durata - (clockRemaining(p.orologio, at) ?? 0))
}

/** A place, or the first one of the open section when its own is not open; the same where sections have no timers. */
export function openPlace({ sezioni }: Pick<SezioniTimes, 'sezioni'>, indice: number, aperta: number | null): number {
  if (aperta === null || sezioni[indice] === aperta) return indice
  const primo = sezioni.indexOf(aperta)
  return primo < 0 ? indice : primo
}

/** The next section that has places; null after the last one. */
export function nextSezione({ sezioni }: Pick<SezioniTimes, 'sezioni'>, aperta: number): number | null {
  const dopo = sezioni.filter((s) => s > aperta)
  return dopo.length === 0 ? null : Math.min(...dopo)
}
