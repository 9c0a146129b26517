import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure, Result } from '#contract/result'

/** What a screen reads by an id: nothing of the one before stays while the next is read. `rileggi` reads again in place. */
export function useLettura<T>(read: (id: string) => Promise<Result<T>>, id: string) {
  const [dati, setDati] = useState<T | null>(null)
  const [guasto, setGuasto] = useState<Failure | null>(null)
  const chiesta = useRef(0)
  const rileggi = useCallback(async () => {
    const mia = ++chiesta.current
    const esito = await read(id)
    if (mia !== chiesta.current) return
    if (esito.ok) setDati(esito.value)
    else setGuasto(esito.error)
  }, [read, id])
  useEffect(() => {
    setDati(null)
    setGuasto(null)
    void rileggi()
    return () => {
      chiesta.current++
    }
  }, [rileggi])
  return { dati, guasto, rileggi }
}
