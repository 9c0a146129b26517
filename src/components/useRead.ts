import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure, Result } from '#contract/result'

/** Reads the data of a screen by an id, and drops those of the id before at once. `rileggi` reads again in place. */
export function useRead<T>(read: (id: string) => Promise<Result<T>>, id: string) {
  const [data, setData] = useState<T | null>(null)
  const [error, setError] = useState<Failure | null>(null)
  const asked = useRef(0)
  const reload = useCallback(async () => {
    const mine = ++asked.current
    const result = await read(id)
    if (mine !== asked.current) return
    if (result.ok) setData(result.value)
    else setError(result.error)
  }, [read, id])
  useEffect(() => {
    setData(null)
    setError(null)
    void reload()
    return () => {
      asked.current++
    }
  }, [reload])
  return { dati: data, guasto: error, rileggi: reload }
}
