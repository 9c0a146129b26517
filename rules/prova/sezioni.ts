import { type Orologio, restoOrologio, usatiOrologio } from './orologio.ts'

/** Sections with a timer each: the section of each place, and when each closes (milliseconds used). `fini` null: no such timers. */
export type TempiSezioni = { sezioni: readonly number[]; fini: readonly number[] | null }

/** The one section that is open after `usati` milliseconds; null where sections have no timers. After the last end, the last that had time. */
export function sezioneAperta({ fini }: Pick<TempiSezioni, 'fini'>, usati: number): number | null {
  if (!fini) return null
  const aperta = fini.findIndex((fine) => usati < fine)
  return aperta < 0 ? fini.indexOf(Math.max(...fini)) : aperta
}

/** The section that is open at `at`: what the server's end has taken counts as used, on whatever device it went. */
export function sezioneAllora(p: TempiSezioni & { orologio: Orologio }, at: number): number | null {
  const { durata } = p.orologio
  return sezioneAperta(
    p,
    durata === null ? usatiOrologio(p.orologio, at) : durata - (restoOrologio(p.orologio, at) ?? 0),
  )
}

/** A place, or the first one of the open section when its own is not open; the same where sections have no timers. */
export function postoAperto({ sezioni }: Pick<TempiSezioni, 'sezioni'>, indice: number, aperta: number | null): number {
  if (aperta === null || sezioni[indice] === aperta) return indice
  const primo = sezioni.indexOf(aperta)
  return primo < 0 ? indice : primo
}

/** The next section that has places; null after the last one. */
export function sezioneDopo({ sezioni }: Pick<TempiSezioni, 'sezioni'>, aperta: number): number | null {
  const dopo = sezioni.filter((s) => s > aperta)
  return dopo.length === 0 ? null : Math.min(...dopo)
}
