import { useEffect, useState } from 'react'

/** A tap so soon after the question appeared was meant for the one before it, milliseconds. */
const STILL_MS = 250

/** True for the first instants of a question. */
export function useStill(shown: number | string): boolean {
  const [visto, setVisto] = useState<number | string | null>(null)
  useEffect(() => {
    const t = setTimeout(() => setVisto(shown), STILL_MS)
    return () => clearTimeout(t)
  }, [shown])
  return visto !== shown
}
