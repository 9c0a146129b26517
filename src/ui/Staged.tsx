import { Children, type ReactNode, startTransition, useEffect, useState } from 'react'

/** Children drawn one after the other, each in a task of its own: a screen of many cards never holds a slow phone for long. */
export function Staged({ children }: { children: ReactNode }) {
  const all = Children.toArray(children)
  const [drawn, setDrawn] = useState(1)
  const more = drawn < all.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: each drawing begins the next
  useEffect(() => {
    if (!more) return
    const next = setTimeout(() => startTransition(() => setDrawn((n) => n + 1)))
    return () => clearTimeout(next)
  }, [drawn, more])
  return all.slice(0, drawn)
}
