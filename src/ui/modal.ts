import { useEffect, useRef } from 'react'

/**
 * A modal on the platform's <dialog>: mounted means open. The focus goes to the element marked `data-primo` and, at the end,
 * back to where it was.
 */
export function useModal() {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const node = ref.current
    if (!node) return
    const before = document.activeElement
    if (!node.open) node.showModal()
    node.querySelector<HTMLElement>('[data-primo]')?.focus()
    return () => {
      node.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return ref
}
