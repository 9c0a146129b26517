import { formatIso } from '#rules/data'

/**
 * The clock of a trial on this page: an instant taken once, and from then on what the page's own monotonic clock counts. A device
 * clock that is changed meanwhile adds nothing and takes nothing (D24) [SI10]. Milliseconds.
 */
export type Cronometro = {
  /** Instant (since 1970) when it was set, and the page's clock then. */
  base: number
  da: number
  /** Left at `base`; null without a limit. */
  resto: number | null
  corre: boolean
  /** The server's end instant: with it nothing stops the time. */
  fine: number | null
}

/** The instant that this clock reads when the page's clock says `adesso`; whole milliseconds, rounded up so that zero is zero. */
export const istanteDi = ({ base, da }: Cronometro, adesso: number): number =>
  Math.ceil(base + Math.max(0, adesso - da))

/** The same as the product writes dates. */
export const dataDi = (c: Cronometro, adesso: number): string => {
  const ms = istanteDi(c, adesso)
  return formatIso(ms, -new Date(ms).getTimezoneOffset())
}

/** Milliseconds left; null without a limit. */
export function restoDi(c: Cronometro, adesso: number): number | null {
  if (c.resto === null) return null
  const own = c.corre ? c.resto - Math.max(0, adesso - c.da) : c.resto
  const its = c.fine === null ? own : Math.min(own, c.fine - istanteDi(c, adesso))
  return Math.max(0, its)
}

/** The clock set anew after a step that the store committed: what is left now, running or not. */
export const segnaResto = (c: Cronometro, resto: number | null, corre: boolean, adesso: number): Cronometro => ({
  ...c,
  base: istanteDi(c, adesso),
  da: adesso,
  resto,
  corre,
})

/** How far another clock must be ahead before it is believed: below it is only jitter. */
const SCARTO_MS = 2_000

/**
 * The clock after the server's has been asked what time it is: many devices do not count the time they sleep. Only forward, so
 * that nothing is gained (field.md pitfall 21). Clocks without a server's end stay as they are.
 */
export function avanza(c: Cronometro, istante: number, adesso: number): Cronometro {
  const ritardo = istante - istanteDi(c, adesso)
  if (c.fine === null || ritardo < SCARTO_MS) return c
  const resto = c.resto === null || !c.corre ? c.resto : c.resto - Math.max(0, adesso - c.da) - ritardo
  return { ...c, base: istante, da: adesso, resto: resto === null ? null : Math.max(0, resto) }
}
