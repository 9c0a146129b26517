import { useEffect, useRef, useState } from 'react'
import type { Failure, Result } from '#contract/result'

/** What a panel under the answer asks for: read when it opens and at each new try, in sight when it comes. `of` names what it is about. */
export function useAskedPanel<T>(read: () => Promise<Result<T>>, of: number) {
  const [data, setData] = useState<T | null>(null)
  const [error, setError] = useState<Failure | null>(null)
  const [attempt, setAttempt] = useState(0)
  const ref = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what arrives is taller than what was awaited
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
