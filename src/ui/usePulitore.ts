import { useEffect, useState } from 'react'

/** Makes clean nodes of a text that a bank says is HTML. */
export type Pulitore = (html: string) => DocumentFragment

let pulitore: Pulitore | null = null

/** The cleaner, fetched by the first text that needs it; null until it is here. Without it the bare text stays: it can be read. */
export function usePulitore(): Pulitore | null {
  const [pronto, setPronto] = useState(pulitore !== null)
  useEffect(() => {
    if (pulitore) return
    let vivo = true
    void import('./html.ts')
      .then(({ toNodi }) => {
        pulitore = toNodi
        if (vivo) setPronto(true)
      })
      .catch(() => undefined)
    return () => {
      vivo = false
    }
  }, [])
  return pronto ? pulitore : null
}
