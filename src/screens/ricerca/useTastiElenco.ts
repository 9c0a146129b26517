import { type FocusEvent, type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { WindowVirtualizerHandle } from 'virtua'
import type { Selezione } from './useSelezione.ts'

/** Frames to wait for a row that is being drawn. */
const FOTOGRAMMI = 60

const placeOf = (nodo: EventTarget | null): number | null => {
  const riga = nodo instanceof Element ? nodo.closest<HTMLElement>('[data-posto]') : null
  return riga ? Number(riga.dataset.posto) : null
}

/**
 * The keys of a long list of checkboxes. Tab stops at one row; ↑ ↓ Home End PagSu PagGiù move from row to row, with Shift they
 * take the rows between; Space selects, with Shift from the row touched last; Ctrl+A takes all; Enter opens.
 */
export function useTastiElenco({
  n,
  vista,
  lista,
  selezione,
  onEspandi,
}: {
  n: number
  /** Places in view: they change with every frame of a scroll, so nothing is drawn for them. */
  vista: RefObject<{ da: number; a: number }>
  lista: RefObject<WindowVirtualizerHandle | null>
  selezione: RefObject<Selezione>
  onEspandi: (posto: number) => void
}) {
  const [qui, setQui] = useState(0)
  const [tappa, setTappa] = useState(0)
  // A row out of sight does not exist: then, once the list rests, the first one in sight is the way in.
  const rest = useCallback(() => {
    const { da, a } = vista.current
    setTappa(qui >= da && qui <= a && qui < n ? qui : Math.min(da, n - 1))
  }, [qui, n, vista])
  useEffect(rest, [rest])

  const focus = useCallback(
    (posto: number, align: 'nearest' | 'start' = 'nearest') => {
      const meta = Math.min(n - 1, Math.max(0, posto))
      setQui(meta)
      lista.current?.scrollToIndex(meta, { align, offset: align === 'start' ? -96 : 0 })
      const take = (rimasti: number) => {
        const casella = document.querySelector<HTMLElement>(`[data-posto="${meta}"] input`)
        if (casella) casella.focus()
        else if (rimasti > 0) requestAnimationFrame(() => take(rimasti - 1))
      }
      take(FOTOGRAMMI)
    },
    [n, lista],
  )

  // Where the click of a space bar cannot be prevented, the one that took a range must not toggle its row too.
  const gestita = useRef(false)
  const onKeyDown = (e: KeyboardEvent) => {
    gestita.current = false
    const posto = placeOf(e.target)
    if (posto === null || e.altKey) return
    const casella = e.target instanceof HTMLInputElement
    const pagina = Math.max(1, vista.current.a - vista.current.da - 1)
    const mete: Readonly<Record<string, number>> = {
      ...{ ArrowDown: posto + 1, ArrowUp: posto - 1, Home: 0, End: n - 1 },
      ...{ PageDown: posto + pagina, PageUp: posto - pagina },
    }
    const meta = mete[e.key]
    if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === 'a') selezione.current.all()
    else if (e.ctrlKey || e.metaKey) return
    else if (meta !== undefined) {
      focus(meta)
      if (e.shiftKey) selezione.current.range(Math.min(n - 1, Math.max(0, meta)))
    } else if (e.key === ' ' && e.shiftKey && casella) {
      gestita.current = true
      selezione.current.range(posto)
    } else if (e.key === 'Enter' && casella) onEspandi(posto)
    else return
    e.preventDefault()
  }

  const onPointerDown = () => {
    gestita.current = false
  }
  const onFocus = (e: FocusEvent) => {
    const posto = placeOf(e.target)
    if (posto !== null) setQui(posto)
  }

  return { tappa, rest, setQui, focus, gestita, onKeyDown, onPointerDown, onFocus }
}
