import { type TouchEvent, useRef } from 'react'

/** Shortest stroke that is a swipe, pixels. */
const MIN_PX = 56
/** Edge of the window where the device's own gestures begin, pixels. */
const EDGE_PX = 24
/** Longest swipe, milliseconds, because a finger that stays strikes an answer out or selects words. */
const MAX_MS = 500

/** Returns the direction of a stroke, mostly sideways and long enough; null for any other. */
export function swipeDirection(dx: number, dy: number): 'avanti' | 'indietro' | null {
  if (Math.abs(dx) < MIN_PX || Math.abs(dx) < 2 * Math.abs(dy)) return null
  return dx < 0 ? 'avanti' : 'indietro'
}

/** Returns true when the finger moves another thing sideways, like a wide table, a field, a window on top or an enlarged page. */
function isTaken(target: EventTarget, within: Element): boolean {
  if ((visualViewport?.scale ?? 1) > 1.05 || !getSelection()?.isCollapsed) return true
  for (let node = target instanceof Element ? target : null; node && node !== within; node = node.parentElement) {
    if (node.matches('dialog, input, textarea, select')) return true
    if (node.scrollWidth > node.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(node).overflowX)) return true
  }
  return false
}

/** Effect of a swipe in each direction; null where there is no way. */
export type Swipe = Readonly<Record<'avanti' | 'indietro', (() => void) | null>>

/** Returns the handlers of one-finger swipes for an element. Buttons do the same beside them (WCAG 2.5.7). */
export function useSwipe(swipe: Swipe) {
  const start = useRef<{ x: number; y: number; at: number } | null>(null)
  return {
    onTouchStart: (e: TouchEvent) => {
      const [finger, other] = [e.touches[0], e.touches[1]]
      const isEdge = finger && (finger.clientX < EDGE_PX || finger.clientX > innerWidth - EDGE_PX)
      start.current =
        finger && !other && !isEdge && !isTaken(e.target, e.currentTarget)
          ? { x: finger.clientX, y: finger.clientY, at: e.timeStamp }
          : null
    },
    onTouchEnd: (e: TouchEvent) => {
      const [finger] = [e.changedTouches[0]]
      const da = start.current
      start.current = null
      if (!da || !finger || e.timeStamp - da.at > MAX_MS) return
      const direction = swipeDirection(finger.clientX - da.x, finger.clientY - da.y)
      if (direction) swipe[direction]?.()
    },
  }
}
