/** The same answer again so soon is an unsteady hand, a bouncing key or a double tap, milliseconds. */
const RIMBALZO_MS = 400

let toccata: { indice: number; risposta: number; quando: number } | null = null

/** True for an answer touched again too soon to be meant, however often: what was marked must not become a blank. */
export function isRimbalzo(indice: number, risposta: number): boolean {
  const prima = toccata
  const quando = performance.now()
  toccata = { indice, risposta, quando }
  return prima?.indice === indice && prima.risposta === risposta && quando - prima.quando < RIMBALZO_MS
}

/** The next touch is meant, whichever it is. */
export function forgetTocco(): void {
  toccata = null
}
