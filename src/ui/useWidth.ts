import { type RefObject, useEffect, useState } from 'react'

/** Width of an element in pixels, at least 240, followed as the window changes; 640 before it is measured. */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(640)
  useEffect(() => {
    const node = ref.current
    if (!node) return
    const watch = new ResizeObserver(([e]) => e && setWidth(Math.max(240, Math.round(e.contentRect.width))))
    watch.observe(node)
    return () => watch.disconnect()
  }, [ref])
  return width
}
