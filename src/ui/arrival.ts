import { useEffect, useRef } from 'react'
import { APP_NAME } from '../text/app-name.ts'

// Of the page, not of a screen: the browser has put the focus once.
let isFirst = true

/** Names the document and moves the focus to the new screen; the first one leaves it where the browser put it. */
export function useArrival<T extends HTMLElement>(title: string) {
  const ref = useRef<T>(null)
  useEffect(() => {
    document.title = `${title} · ${APP_NAME}`
  }, [title])
  useEffect(() => {
    if (!isFirst) {
      scrollTo(0, 0)
      ref.current?.focus({ preventScroll: true })
    }
    isFirst = false
  }, [])
  return ref
}
