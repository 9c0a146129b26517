import { useEffect, useState } from 'react'

/** A tap so soon after the question appeared was meant for the one before it, milliseconds. */
export const STILL_MS = 250

/** True for the first instants of a question. */
export function useStill(id_domanda: number): boolean {
  const [visto, setVisto] = useState<number | null>(null)
  useEffect(() => {
    const t = setTimeout(() => setVisto(id_domanda), STILL_MS)
    return () => clearTimeout(t)
  }, [id_domanda])
  return visto !== id_domanda
}
