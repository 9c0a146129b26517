/** How far two clocks must be apart before it is believed: below it is only jitter. Milliseconds. */
export const SCARTO_MS = 2_000

/** The server's instant when it was last heard, with the page's monotonic clock and the device's wall clock then. */
let sentita: { istante: number; da: number; muro: number } | null = null
let persi = 0

/** The server's clock as an answer told it: `scarto` is its distance from the device's, milliseconds. */
export function hearOra(scarto: number): void {
  const [muro, da] = [Date.now(), performance.now()]
  const istante = muro + scarto
  const mancati = istante - (oraServer() ?? istante)
  if (mancati >= SCARTO_MS) persi += mancati
  sentita = { istante, da, muro }
}

/**
 * Now by the server's clock, milliseconds since 1970: what it last said and what the page's own clock has counted since. A device
 * clock that is changed does not touch it; a device that slept makes it late, never early. Null until this page heard it.
 */
export const oraServer = (): number | null => sentita && sentita.istante + performance.now() - sentita.da

/** True when only the server can tell what time it is: never heard, or the two clocks of this device have parted since. */
export const isOraDubbia = (): boolean =>
  !sentita || Math.abs(Date.now() - sentita.muro - (performance.now() - sentita.da)) >= SCARTO_MS

/** Milliseconds that the page's clock did not count, as the server's answers have shown; it only grows. */
export const persiFinora = (): number => persi
