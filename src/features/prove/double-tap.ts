/** The same answer again so soon is an unsteady hand, a bouncing key or a double tap, milliseconds. */
const DOUBLE_TAP_MS = 400

const tap = {
  last: null as { indice: number; risposta: number; when: number } | null,
}

/** True for an answer touched again too soon to be meant, however often: what was marked must not become a blank. */
export function isDoubleTap(indice: number, risposta: number): boolean {
  const before = tap.last
  const when = performance.now()
  tap.last = { indice, risposta, when }
  return before?.indice === indice && before.risposta === risposta && when - before.when < DOUBLE_TAP_MS
}

/** The next touch is meant, whichever it is. */
export function forgetTap(): void {
  tap.last = null
}
