import { useEffect, useState } from 'react'

/** Milliseconds after a question appeared within which a tap was meant for the one before. */
const STILL_MS = 250

/** Returns true for the first instants of a question. */
export function useStill(shown: number | string): boolean {
  const [visto, setVisto] = useState<number | string | null>(null)
  useEffect(() => {
    const t = setTimeout(() => setVisto(shown), STILL_MS)
    return () => clearTimeout(t)
  }, [shown])
  return visto !== shown
}
