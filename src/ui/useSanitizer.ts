import { useEffect, useState } from 'react'

/** Makes clean nodes of a text that its bank marks as HTML. */
export type Sanitizer = (html: string) => DocumentFragment

/** Kept for the life of the page: the first text that needs the sanitizer fetches it. */
const page = { sanitizer: null as Sanitizer | null }

/** The cleaner, fetched by the first text that needs it; null until it is loaded. Until then the bare text stays readable. */
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
