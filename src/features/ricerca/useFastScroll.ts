import { type RefObject, useCallback, useRef, useState } from 'react'
import type { WindowVirtualizerHandle } from 'virtua'

/** Part of the window that must go by between two scroll events, twice in a row, for the list to be on the run. */
const HALF = 0.5

/**
 * Whether the list runs by faster than anybody reads: half a window a frame, as when it is flung or the scroll bar is dragged.
 * Rows then are only their outline, so that frames keep their time; a single jump is no run.
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
