/** The least that a card payment may be, cents. */
export const LEAST_PRICE = 50

/** The price, in cents, with a promo of `sconto` per cent [PR5]. */
export const discountPrice = (prezzo: number, sconto: number | null): number =>
  sconto === null ? prezzo : Math.max(LEAST_PRICE, Math.round((prezzo * (100 - sconto)) / 100))

/** Price of a month, in cents, rounded to the nearest [PY3]. */
export const monthlyPrice = (prezzo: number, mesi: number): number => Math.round(prezzo / mesi)

/** Returns the durations worth a choice: of an equal price only the longest [CO2]. */
export const distinctDurate = <D extends { mesi: number; prezzo: number }>(durate: readonly D[]): D[] =>
  durate.filter((d) => !durate.some((other) => other.prezzo === d.prezzo && other.mesi > d.mesi))

/** The duration that an order opens with: the lowest price, and the longest at that price [CO2]. */
export const bestDurata = <D extends { mesi: number; prezzo: number }>(durate: readonly D[]): D | undefined =>
  durate.toSorted((a, b) => a.prezzo - b.prezzo || b.mesi - a.mesi)[0]

export type OrderConsents = { accetta_condizioni: boolean; esecuzione_immediata: boolean }

/** Consents that an order still lacks; with none missing, it may be sent [VA9][PY6]. */
export const missingConsents = (given: OrderConsents): (keyof OrderConsents)[] =>
  (['accetta_condizioni', 'esecuzione_immediata'] as const).filter((name) => !given[name])

/** Quick checks of a purchase; later ones follow more slowly [PY2]. */
const SOON = 5
const SOON_MS = 1_500
const LATER_MS = 5_000

/** Milliseconds to wait before a pending purchase is checked again; `attempt` from 0. */
export const pendingWait = (attempt: number): number => (attempt < SOON ? SOON_MS : LATER_MS)

/** True when the person reads that the upgrade is not applied yet; the first checks come too soon for a worry. */
export const isLongPending = (attempt: number): boolean => attempt >= SOON

/**
 * The order's last day once paid now: premium continues from its present end [PY8]. ISO 8601 in, ms out; months as the calendar
 * has them.
 */
export function premiumUntil(now: number, mesi: number, scadenza: number | null): number {
  const from = new Date(scadenza !== null && scadenza > now ? scadenza : now)
  const day = from.getUTCDate()
  const until = new Date(from.getTime())
  until.setUTCMonth(until.getUTCMonth() + mesi)
  // A month from 31 January ends on the last of February, as in the database.
  if (until.getUTCDate() !== day) until.setUTCDate(0)
  return until.getTime()
}
