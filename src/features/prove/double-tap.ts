/** Milliseconds within which the same answer again is an unsteady hand, a bouncing key or a double tap. */
const DOUBLE_TAP_MS = 400

const tap = {
  last: null as { indice: number; risposta: number; when: number } | null,
}

/** Returns true for an answer touched again too soon to be meant, however often, so that its mark does not become a blank. */
export function isDoubleTap(indice: number, risposta: number): boolean {
  const before = tap.last
  const when = performance.now()
  tap.last = { indice, risposta, when }
  return before?.indice === indice && before.risposta === risposta && when - before.when < DOUBLE_TAP_MS
}

/** Forgets the last touch, so that the next one counts. */
export function forgetTap(): void {
  tap.last = null
}
