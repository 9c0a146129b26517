import { type TouchEvent, useRef } from 'react'

/** A stroke of the finger shorter than this is no swipe, pixels. */
const MINIMO = 56

/** Which way a stroke goes: mostly sideways and long enough; null when it is neither. */
export function versoScorso(dx: number, dy: number): 'avanti' | 'indietro' | null {
  if (Math.abs(dx) < MINIMO || Math.abs(dx) < 2 * Math.abs(dy)) return null
  return dx < 0 ? 'avanti' : 'indietro'
}

/** Swipes of one finger, as handlers for the element that takes them. */
export function useScorri(c: { avanti: () => void; indietro: () => void }) {
  const inizio = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart: (e: TouchEvent) => {
      const [dito, altro] = [e.touches[0], e.touches[1]]
      inizio.current = dito && !altro ? { x: dito.clientX, y: dito.clientY } : null
    },
    onTouchEnd: (e: TouchEvent) => {
      const [dito] = [e.changedTouches[0]]
      const da = inizio.current
      inizio.current = null
      const verso = da && dito ? versoScorso(dito.clientX - da.x, dito.clientY - da.y) : null
      if (verso) c[verso]()
    },
  }
}
