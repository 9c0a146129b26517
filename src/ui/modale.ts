import { useEffect, useRef } from 'react'

/**
 * A modal on the platform's <dialog>: mounted means open. The focus goes to the element marked `data-primo` and, at the end,
 * back to where it was.
 */
export function useModale() {
  const rif = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const nodo = rif.current
    if (!nodo) return
    const prima = document.activeElement
    if (!nodo.open) nodo.showModal()
    nodo.querySelector<HTMLElement>('[data-primo]')?.focus()
    return () => {
      nodo.close()
      if (prima instanceof HTMLElement && prima.isConnected) prima.focus()
    }
  }, [])
  return rif
}
