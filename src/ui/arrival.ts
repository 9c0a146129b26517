import { useEffect, useRef } from 'react'
import { APP_NAME } from '../text/app-name.ts'

/** Kept for the life of the page: the browser places the first focus. */
const page = { arrived: false }

/** Names the document and moves the focus to the new screen; on the first one the browser's focus stays. */
export function useArrival<T extends HTMLElement>(title: string) {
  const ref = useRef<T>(null)
  useEffect(() => {
    document.title = `${title} · ${APP_NAME}`
  }, [title])
  useEffect(() => {
    if (page.arrived) {
      scrollTo(0, 0)
      ref.current?.focus({ preventScroll: true })
    }
    page.arrived = true
  }, [])
  return ref
}
