import { proxy } from 'valtio'
import { readChiave, writeChiave } from './dispositivo.ts'

const CHIAVE = 'idoneo.ritmo'
/** Seconds for a question before anything was measured. */
export const RITMO_INIZIALE_S = 30
/** From so many answers on the pace is the person's own. */
const MISURE_MINIME = 10
const PESO = 0.08
const MINIMO_S = 3
/** Longer than this and the person was doing something else. */
const MASSIMO_S = 180

export type Ritmo = { secondi: number; misure: number }

/** The pace after one more question, `ms` from its appearance to its answer. */
export function nextRitmo({ secondi, misure }: Ritmo, ms: number): Ritmo {
  const s = ms / 1000
  if (!(s > 0) || s > MASSIMO_S) return { secondi, misure }
  // The first ones weigh as in a plain average, later ones fade.
  const peso = Math.max(PESO, 1 / (misure + 1))
  return { secondi: secondi + (Math.max(MINIMO_S, s) - secondi) * peso, misure: misure + 1 }
}

function read(): Ritmo {
  try {
    const { secondi, misure } = JSON.parse(readChiave('locale', CHIAVE) ?? '{}') as Partial<Ritmo>
    if (typeof secondi === 'number' && secondi > 0 && typeof misure === 'number') return { secondi, misure }
  } catch {
    // Unreadable: measured anew.
  }
  return { secondi: RITMO_INIZIALE_S, misure: 0 }
}

/** Seconds that a question takes this person on this device. */
export const ritmo = proxy(read())

export const isMisurato = ({ misure }: Ritmo): boolean => misure >= MISURE_MINIME

export function recordTempo(ms: number): void {
  Object.assign(ritmo, nextRitmo(ritmo, ms))
  writeChiave('locale', CHIAVE, JSON.stringify(ritmo))
}
