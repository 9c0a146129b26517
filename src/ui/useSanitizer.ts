import { useEffect, useState } from 'react'

/** Makes clean nodes of a text that a bank says is HTML. */
export type Sanitizer = (html: string) => DocumentFragment

/** Kept for the life of the page: the first text that needs the sanitizer fetches it. */
const page = { sanitizer: null as Sanitizer | null }

/** The cleaner, fetched by the first text that needs it; null until it is here. Without it the bare text stays: it can be read. */
export function useSanitizer(): Sanitizer | null {
  const [ready, setReady] = useState(page.sanitizer !== null)
  useEffect(() => {
    if (page.sanitizer) return
    let alive = true
    void import('./html.ts')
      .then(({ toNodes }) => {
        page.sanitizer = toNodes
        if (alive) setReady(true)
      })
      .catch(() => undefined)
    return () => {
      alive = false
    }
  }, [])
  return ready ? page.sanitizer : null
}
