import { type TouchEvent, useRef } from 'react'

/** A stroke of the finger shorter than this is no swipe, pixels. */
const MIN_PX = 56
/** From the very edge of the window the device's own gestures begin, pixels. */
const EDGE_PX = 24
/** A finger that stays longer is doing something else: it strikes an answer out, or chooses words. Milliseconds. */
const MAX_MS = 500

/** Which way a stroke goes: mostly sideways and long enough; null when it is neither. */
export function swipeDirection(dx: number, dy: number): 'avanti' | 'indietro' | null {
  if (Math.abs(dx) < MIN_PX || Math.abs(dx) < 2 * Math.abs(dy)) return null
  return dx < 0 ? 'avanti' : 'indietro'
}

/** Whether sideways something else moves under the finger: a wide table, a field, a window on top, the page itself when it was enlarged. */
function isTaken(target: EventTarget, within: Element): boolean {
  if ((visualViewport?.scale ?? 1) > 1.05 || !getSelection()?.isCollapsed) return true
  for (let node = target instanceof Element ? target : null; node && node !== within; node = node.parentElement) {
    if (node.matches('dialog, input, textarea, select')) return true
    if (node.scrollWidth > node.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(node).overflowX)) return true
  }
  return false
}

/** What a swipe does each way; null where there is no way. */
export type Swipe = Readonly<Record<'avanti' | 'indietro', (() => void) | null>>

/** Swipes of one finger, as handlers for the element that takes them. Buttons do the same beside them (WCAG 2.5.7). */
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
