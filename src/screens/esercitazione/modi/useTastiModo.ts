import { useEffect, useRef } from 'react'

export type TastiModo = {
  avanti: () => void
  indietro: () => void
  stella: () => void
  /** Instead of going on. */
  spazio?: () => void
  lettera?: (indice: number) => void
  annulla?: () => void
}

const isComando = (nodo: EventTarget | null): boolean =>
  nodo instanceof Element && nodo.closest('button, a, input, textarea, select, summary') !== null

/** Keys of a mode: space and arrows go on, P is the star; with an open dialog, with modifiers and in fields they do nothing. */
export function useTastiModo(attivi: boolean, comandi: TastiModo): void {
  const c = useRef(comandi)
  c.current = comandi
  useEffect(() => {
    if (!attivi) return
    const premi = (e: KeyboardEvent) => {
      if (e.repeat || e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented) return
      if (document.querySelector('dialog[open]') || e.target instanceof HTMLInputElement) return
      const tasto = e.key.toLowerCase()
      const { avanti, indietro, stella, spazio, lettera, annulla } = c.current
      const indice = /^[1-5]$/.test(tasto) ? Number(tasto) - 1 : 'abcde'.indexOf(tasto)
      if (tasto === ' ' || tasto === 'enter') {
        if (isComando(e.target)) return
        e.preventDefault()
        if (tasto === ' ' && spazio) spazio()
        else avanti()
      } else if (tasto === 'arrowright') avanti()
      else if (tasto === 'arrowleft') indietro()
      else if (tasto === 'p') stella()
      else if (tasto === 'u') annulla?.()
      else if (tasto.length === 1 && indice >= 0) lettera?.(indice)
    }
    addEventListener('keydown', premi)
    return () => removeEventListener('keydown', premi)
  }, [attivi])
}
