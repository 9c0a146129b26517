import { useEffect, useRef } from 'react'
import { NOME } from '../text/nome.ts'

let prima = true

/** Names the document and moves the focus to the new screen; the first one leaves it where the browser put it. */
export function useArrivo<T extends HTMLElement>(titolo: string) {
  const rif = useRef<T>(null)
  useEffect(() => {
    document.title = `${titolo} · ${NOME}`
  }, [titolo])
  useEffect(() => {
    if (!prima) {
      scrollTo(0, 0)
      rif.current?.focus({ preventScroll: true })
    }
    prima = false
  }, [])
  return rif
}
