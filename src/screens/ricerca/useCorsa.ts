import { type RefObject, useCallback, useRef, useState } from 'react'
import type { WindowVirtualizerHandle } from 'virtua'

/** Part of the window that must go by between two scroll events, twice in a row, for the list to be on the run. */
const MEZZA = 0.5

/**
 * Whether the list runs by faster than anybody reads: half a window a frame, as when it is flung or the scroll bar is dragged.
 * Rows then are only their outline, so that frames keep their time; a single jump is no run.
 */
export function useCorsa(lista: RefObject<WindowVirtualizerHandle | null>) {
  const corsa = useRef({ offset: 0, veloci: 0 })
  const [, redraw] = useState(0)
  const inCorsa = useCallback(() => corsa.current.veloci > 1, [])
  const ferma = useCallback(() => {
    const was = inCorsa()
    corsa.current.veloci = 0
    if (was) redraw((n) => n + 1)
  }, [inCorsa])
  const misura = useCallback(() => {
    const { scrollOffset = 0, viewportSize = 0 } = lista.current ?? {}
    const passo = Math.abs(scrollOffset - corsa.current.offset)
    corsa.current.offset = scrollOffset
    if (passo > MEZZA * viewportSize) corsa.current.veloci++
    else ferma()
  }, [lista, ferma])
  return { inCorsa, misura, ferma }
}
