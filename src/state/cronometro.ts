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
  /** The server's end instant; while the time stands still it waits. */
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
  const its = c.fine === null || !c.corre ? own : Math.min(own, c.fine - istanteDi(c, adesso))
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

/**
 * The clock after time that the page's own did not count, because the device slept (`ms`, of the server's clock wherever it can
 * be asked). Only forward, so that nothing is gained (field.md pitfall 21).
 */
export function avanza(c: Cronometro, ms: number, adesso: number): Cronometro {
  if (!c.corre || ms <= 0) return c
  const resto = c.resto === null ? null : Math.max(0, c.resto - Math.max(0, adesso - c.da) - ms)
  return { ...c, base: istanteDi(c, adesso) + ms, da: adesso, resto }
}
