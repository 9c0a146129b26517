import { type TouchEvent, useRef } from 'react'

/** A stroke of the finger shorter than this is no swipe, pixels. */
const MIN_PX = 56

/** Which way a stroke goes: mostly sideways and long enough; null when it is neither. */
export function swipeDirection(dx: number, dy: number): 'avanti' | 'indietro' | null {
  if (Math.abs(dx) < MIN_PX || Math.abs(dx) < 2 * Math.abs(dy)) return null
  return dx < 0 ? 'avanti' : 'indietro'
}

/** Swipes of one finger, as handlers for the element that takes them. */
export function useSwipe(c: { avanti: () => void; indietro: () => void }) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart: (e: TouchEvent) => {
      const [finger, other] = [e.touches[0], e.touches[1]]
      start.current = finger && !other ? { x: finger.clientX, y: finger.clientY } : null
    },
    onTouchEnd: (e: TouchEvent) => {
      const [finger] = [e.changedTouches[0]]
      const da = start.current
      start.current = null
      const direction = da && finger ? swipeDirection(finger.clientX - da.x, finger.clientY - da.y) : null
      if (direction) c[direction]()
    },
  }
}
