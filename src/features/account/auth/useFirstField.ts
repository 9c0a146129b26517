import { useEffect, useRef } from 'react'

/** Focuses the first field of a form that replaced another in the page (`moved`); the page's first form gets no focus. */
export function useFirstField(moved: boolean) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (moved) form.current?.querySelector('input')?.focus()
  }, [moved])
  return form
}
