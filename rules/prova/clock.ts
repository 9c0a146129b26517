/**
 * The time of a trial. Instants are milliseconds of the device's clock brought to the server's (D30). Used time is counted step
 * by step: a clock set back adds nothing, because used time never shrinks and `da` never moves back (D24).
 */
export type Clock = {
  /** Milliseconds allowed, extra time included; null: no limit. */
  durata: number | null
  /** Milliseconds used up to `da`. */
  usati: number
  /** Instant from which time runs; null while it stands still. */
  da: number | null
  /**
   * The server's end instant (D24): only the server moves it, by what a pause lasted where the rules allow one. Null for the
   * candidate's own trials.
   */
  fine: number | null
}

const runUntil = ({ da, usati }: Clock, at: number) => (da === null ? usati : usati + Math.max(0, at - da))

/** Milliseconds left, never below zero; null without a limit. */
export function clockRemaining(o: Clock, at: number): number | null {
  const own = o.durata === null ? null : o.durata - runUntil(o, at)
  // The server's instant can only shorten what the used time leaves; during a pause it waits.
  const its = o.fine === null || o.da === null ? null : o.fine - at
  const least = own === null ? its : its === null ? own : Math.min(own, its)
  return least === null ? null : Math.max(0, least)
}

/** The clock at `at`, its used time counted; it runs on from there, or stands still. */
export const moveClock = (o: Clock, at: number, corre: boolean): Clock => ({
  ...o,
  usati: runUntil(o, at),
  da: corre ? Math.max(at, o.da ?? at) : null,
})

/** Milliseconds used until `at`, at most those allowed. */
export function clockUsed(o: Clock, at: number): number {
  const used = runUntil(o, at)
  return o.durata === null ? used : Math.min(used, o.durata)
}

/** The clock with at least `usati` used: time given up does not come back. */
export const spendClock = (o: Clock, usati: number): Clock => ({ ...o, usati: Math.max(o.usati, usati) })
