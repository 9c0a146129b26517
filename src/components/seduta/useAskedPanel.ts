import { useEffect, useRef, useState } from 'react'
import type { Failure, Result } from '#contract/result'

/**
 * Reads the data of a panel under the answer when it opens and at each retry, and scrolls it into sight. `of` names its subject.
 */
export function useAskedPanel<T>(read: () => Promise<Result<T>>, of: number) {
  const [data, setData] = useState<T | null>(null)
  const [error, setError] = useState<Failure | null>(null)
  const [attempt, setAttempt] = useState(0)
  const ref = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the data are taller than their placeholder
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest' })
  }, [data, error])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is a new try
  useEffect(() => {
    let alive = true
    setError(null)
    void read().then((result) => {
      if (!alive) return
      if (result.ok) setData(result.value)
      else setError(result.error)
    })
    return () => {
      alive = false
    }
  }, [of, attempt])
  return { data, error, ref, retry: () => setAttempt((n) => n + 1) }
}
