import { useEffect, useState } from 'react'

/** Makes clean nodes of a text that a bank says is HTML. */
export type Sanitizer = (html: string) => DocumentFragment

// One for the page: its code is fetched once, whatever asks first.
let sanitizer: Sanitizer | null = null

/** The cleaner, fetched by the first text that needs it; null until it is here. Without it the bare text stays: it can be read. */
export function useSanitizer(): Sanitizer | null {
  const [ready, setReady] = useState(sanitizer !== null)
  useEffect(() => {
    if (sanitizer) return
    let alive = true
    void import('./html.ts')
      .then(({ toNodes: toNodi }) => {
        sanitizer = toNodi
        if (alive) setReady(true)
      })
      .catch(() => undefined)
    return () => {
      alive = false
    }
  }, [])
  return ready ? sanitizer : null
}
