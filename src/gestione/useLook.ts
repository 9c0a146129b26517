import { useEffect, useRef } from 'react'
import type { Read } from './ReadList.tsx'

/** Longest time between two looks after some that failed, in ms. */
const LONGEST_MS = 30_000

/** Returns the time until the next look, in ms, after so many failures in a row. */
export const pauseAfter = (every: number, failures: number): number => Math.min(every * 2 ** failures, LONGEST_MS)

/** Reads again while a work is under way, each `every` ms; after a failure less and less often. */
export function useLook({ data, failure, reload }: Read<unknown>, isWorking: boolean, every: number): void {
  const failures = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each look that ends, well or not, leads to the next
  useEffect(() => {
    failures.current = failure === null ? 0 : failures.current + 1
    if (!isWorking) return
    const timer = setTimeout(() => void reload(), pauseAfter(every, failures.current))
    return () => clearTimeout(timer)
  }, [data, failure, isWorking, every, reload])
}
