import { type RefObject, useCallback, useRef, useState } from 'react'
import type { WindowVirtualizerHandle } from 'virtua'

/** Part of the window that two scroll events in a row must each pass for a fast scroll. */
const HALF = 0.5

/**
 * Detects a scroll faster than reading, half a window a frame, as in a fling or a drag of the scroll bar. Rows then draw only
 * their outline, so that frames keep their time. A single jump does not count.
 */
export function useFastScroll(list: RefObject<WindowVirtualizerHandle | null>) {
  const run = useRef({ offset: 0, fast: 0 })
  const [, redraw] = useState(0)
  const isFast = useCallback(() => run.current.fast > 1, [])
  const settle = useCallback(() => {
    const was = isFast()
    run.current.fast = 0
    if (was) redraw((n) => n + 1)
  }, [isFast])
  const measure = useCallback(() => {
    const { scrollOffset = 0, viewportSize = 0 } = list.current ?? {}
    const step = Math.abs(scrollOffset - run.current.offset)
    run.current.offset = scrollOffset
    if (step > HALF * viewportSize) run.current.fast++
    else settle()
  }, [list, settle])
  return { isFast, measure, settle }
}
