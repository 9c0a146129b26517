import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef } from 'react'

/** How long a finger stays on an answer to strike it out, milliseconds. */
const LUNGA_MS = 500

/**
 * Hands on a group of answers: up and down only move the focus, a long press or the right button strikes out. `fermo`: the question has
 * only just appeared; `data`: it was answered, nothing is struck out any more.
 */
export function useGruppo({
  fermo,
  data = false,
  onBarra,
}: {
  fermo: boolean
  data?: boolean
  onBarra: (posizione: number) => void
}) {
  const rif = useRef<HTMLDivElement>(null)
  const lunga = useRef<ReturnType<typeof setTimeout> | null>(null)
  const barrata = useRef(false)
  const stop = () => {
    if (lunga.current !== null) clearTimeout(lunga.current)
    lunga.current = null
  }
  const onKeyDown = (e: KeyboardEvent) => {
    // A key held down answers once: each repetition of Enter would be a click.
    if (e.repeat && e.key === 'Enter') return e.preventDefault()
    const verso = e.key === 'ArrowDown' ? 1 : e.key === 'ArrowUp' ? -1 : 0
    if (verso === 0) return
    const bottoni: Element[] = [...(rif.current?.querySelectorAll('button') ?? [])]
    const qui = document.activeElement ? bottoni.indexOf(document.activeElement) : -1
    e.preventDefault()
    const dopo = bottoni[(qui + verso + bottoni.length) % bottoni.length]
    if (dopo instanceof HTMLElement) dopo.focus()
  }
  /** Handlers of the answer at a printed position. */
  const mani = (posizione: number) => ({
    onPointerDown: (e: PointerEvent) => {
      barrata.current = false
      stop()
      if (e.pointerType === 'mouse' || data || fermo) return
      lunga.current = setTimeout(() => {
        barrata.current = true
        onBarra(posizione)
      }, LUNGA_MS)
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerLeave: stop,
    onContextMenu: (e: MouseEvent) => {
      if (data) return
      e.preventDefault()
      // Fingers get a context menu at the end of a long press: that one has struck out already.
      if ('pointerType' in e.nativeEvent && e.nativeEvent.pointerType === 'mouse') onBarra(posizione)
    },
  })
  /** True for the click that ends a long press: it answers nothing. */
  const takeBarrata = () => {
    const era = barrata.current
    barrata.current = false
    return era
  }
  return { rif, onKeyDown, mani, takeBarrata }
}
