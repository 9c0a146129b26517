import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

/** How long a finger stays on an answer to strike it out, milliseconds. */
const LONG_PRESS_MS = 500

/**
 * Hands on a group of answers: up and down only move the focus, a long press or the right button strikes out. `still`: the question has
 * only just appeared; `answered`: nothing is struck out any more. The right answer comes into sight with the outcome.
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
    // The outcome rises over the foot of the page: the right answer must not end under it.
    if (answered) ref.current?.querySelector('[data-giusta]')?.scrollIntoView({ block: 'nearest' })
  }, [answered])
  const longPress = useRef<ReturnType<typeof setTimeout> | null>(null)
  const struckOut = useRef(false)
  const stop = () => {
    if (longPress.current !== null) clearTimeout(longPress.current)
    longPress.current = null
  }
  const onKeyDown = (e: KeyboardEvent) => {
    // A key held down answers once: each repetition of Enter would be a click.
    if (e.repeat && e.key === 'Enter') return e.preventDefault()
    const step = e.key === 'ArrowDown' ? 1 : e.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    const buttons: Element[] = [...(ref.current?.querySelectorAll('button') ?? [])]
    const here = document.activeElement ? buttons.indexOf(document.activeElement) : -1
    e.preventDefault()
    const next = buttons[(here + step + buttons.length) % buttons.length]
    if (next instanceof HTMLElement) next.focus()
  }
  /** Handlers of the answer at a printed position. */
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
      // Fingers get a context menu at the end of a long press: that one has struck out already.
      if ('pointerType' in e.nativeEvent && e.nativeEvent.pointerType === 'mouse') onStrikeOut(posizione)
    },
  })
  /** True for the click that ends a long press: it answers nothing. */
  const takeStruckOut = () => {
    const was = struckOut.current
    struckOut.current = false
    return was
  }
  return { ref, onKeyDown, handlers, takeStruckOut }
}
