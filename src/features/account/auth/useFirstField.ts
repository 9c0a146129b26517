import { useEffect, useRef } from 'react'

/** A form that took another's place in the page has the focus in its first field; one that the page began with has not. */
export function useFirstField(moved: boolean) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (moved) form.current?.querySelector('input')?.focus()
  }, [moved])
  return form
}
