import { proxy } from 'valtio'
import { readKey, writeKey } from '../platform/web-storage.ts'

const PACE_KEY = 'idoneo.ritmo'
/** Seconds for a question before the first measure. */
export const INITIAL_PACE_S = 30
/** Number of answers from which the pace is the person's own. */
const MIN_SAMPLES = 10
const WEIGHT = 0.08
const MIN_S = 3
/** Longest time that counts, in seconds. Beyond it the person was doing something else. */
const MAX_S = 180

export type Pace = { secondi: number; misure: number }

/** Returns the pace after one more question, `ms` from its appearance to its answer. */
export function nextPace({ secondi, misure }: Pace, ms: number): Pace {
  const s = ms / 1000
  if (!(s > 0) || s > MAX_S) return { secondi, misure }
  // Weigh the first measures as in a plain average; later ones fade.
  const weight = Math.max(WEIGHT, 1 / (misure + 1))
  return { secondi: secondi + (Math.max(MIN_S, s) - secondi) * weight, misure: misure + 1 }
}

function read(): Pace {
  try {
    const { secondi, misure } = JSON.parse(readKey('locale', PACE_KEY) ?? '{}') as Partial<Pace>
    if (typeof secondi === 'number' && secondi > 0 && typeof misure === 'number') return { secondi, misure }
  } catch {
    // Measure anew after an unreadable value.
  }
  return { secondi: INITIAL_PACE_S, misure: 0 }
}

/** Seconds for a question of this person on this device. */
export const pace = proxy(read())

export const isMeasured = ({ misure }: Pace): boolean => misure >= MIN_SAMPLES

export function recordTime(ms: number): void {
  Object.assign(pace, nextPace(pace, ms))
  writeKey('locale', PACE_KEY, JSON.stringify(pace))
}
