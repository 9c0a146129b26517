import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

/** Milliseconds that a finger stays on an answer to strike it out. */
const LONG_PRESS_MS = 500

/**
 * Handlers of a group of answers. Up and down only move the focus; a long press or the right button strikes out. `still` means
 * that the question has only just appeared; `answered` ends striking out. The right answer scrolls into sight with the outcome.
 */
export function useAnswerGroup({
  still,
  answered,
  onStrikeOut,
}: {
  still: boolean
  answered: boolean
  onStrikeOut: (posizione: number) => void
}) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Scroll the right answer, which the outcome rising over the foot would cover.
    if (answered) ref.current?.querySelector('[data-giusta]')?.scrollIntoView({ block: 'nearest' })
  }, [answered])
  const longPress = useRef<ReturnType<typeof setTimeout> | null>(null)
  const struckOut = useRef(false)
  const stop = () => {
    if (longPress.current !== null) clearTimeout(longPress.current)
    longPress.current = null
  }
  const onKeyDown = (e: KeyboardEvent) => {
    // Answer once for a key held down, because each repetition of Enter would be a click.
    if (e.repeat && e.key === 'Enter') return e.preventDefault()
    const step = e.key === 'ArrowDown' ? 1 : e.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    const buttons: Element[] = [...(ref.current?.querySelectorAll('button') ?? [])]
    const here = document.activeElement ? buttons.indexOf(document.activeElement) : -1
    e.preventDefault()
    const next = buttons[(here + step + buttons.length) % buttons.length]
    if (next instanceof HTMLElement) next.focus()
  }
  /** Returns the handlers of the answer at a printed position. */
  const handlers = (posizione: number) => ({
    onPointerDown: (e: PointerEvent) => {
      struckOut.current = false
      stop()
      if (e.pointerType === 'mouse' || answered || still) return
      longPress.current = setTimeout(() => {
        struckOut.current = true
        onStrikeOut(posizione)
      }, LONG_PRESS_MS)
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerLeave: stop,
    onContextMenu: (e: MouseEvent) => {
      if (answered) return
      e.preventDefault()
      // Skip the context menu that fingers get at the end of a long press, which has struck out already.
      if ('pointerType' in e.nativeEvent && e.nativeEvent.pointerType === 'mouse') onStrikeOut(posizione)
    },
  })
  /** Returns true for the click that ends a long press, which must not answer. */
  const takeStruckOut = () => {
    const was = struckOut.current
    struckOut.current = false
    return was
  }
  return { ref, onKeyDown, handlers, takeStruckOut }
}
