import { type FocusEvent, type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { WindowVirtualizerHandle } from 'virtua'
import type { Selection } from './useSelection.ts'

/** Most frames to wait for a row that is being drawn. */
const FRAMES = 60

const placeOf = (node: EventTarget | null): number | null => {
  const row = node instanceof Element ? node.closest<HTMLElement>('[data-posto]') : null
  return row ? Number(row.dataset.posto) : null
}

/**
 * Keys of a long list of checkboxes. Tab stops at one row. ↑ ↓ Home End PagSu PagGiù move from row to row, with Shift they take
 * the rows between. Space selects, with Shift from the row touched last. Ctrl+A takes every row, Enter opens one.
 */
export function useListKeys({
  n,
  view,
  list,
  selection,
  onExpand,
}: {
  n: number
  /** Places in view, in a ref because they change at every frame of a scroll. */
  view: RefObject<{ da: number; a: number }>
  list: RefObject<WindowVirtualizerHandle | null>
  selection: RefObject<Selection>
  onExpand: (place: number) => void
}) {
  const [here, setHere] = useState(0)
  const [tabStop, setTabStop] = useState(0)
  // Tab stops at the focused row. When that row is out of sight and the list rests, Tab stops at the first row in sight.
  const rest = useCallback(() => {
    const { da, a } = view.current
    const holdsFocus = placeOf(document.activeElement) === here
    setTabStop(here < n && (holdsFocus || (here >= da && here <= a)) ? here : Math.min(da, n - 1))
  }, [here, n, view])
  useEffect(rest, [rest])

  const focus = useCallback(
    (place: number, align: 'nearest' | 'start' = 'nearest') => {
      const target = Math.min(n - 1, Math.max(0, place))
      setHere(target)
      list.current?.scrollToIndex(target, { align, offset: align === 'start' ? -160 : 0 })
      const take = (tries: number) => {
        const checkbox = document.querySelector<HTMLElement>(`[data-posto="${target}"] input`)
        if (checkbox) checkbox.focus()
        else if (tries > 0) requestAnimationFrame(() => take(tries - 1))
      }
      take(FRAMES)
    },
    [n, list],
  )

  // Some browsers click on Space despite `preventDefault`; `handled` stops that click from toggling the row of a range.
  const handled = useRef(false)
  const onKeyDown = (e: KeyboardEvent) => {
    handled.current = false
    const place = placeOf(e.target)
    if (place === null || e.altKey) return
    const checkbox = e.target instanceof HTMLInputElement
    const page = Math.max(1, view.current.a - view.current.da - 1)
    const targets: Readonly<Record<string, number>> = {
      ...{ ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: n - 1 },
      ...{ PageDown: place + page, PageUp: place - page },
    }
    const target = targets[e.key]
    if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === 'a') selection.current.all()
    else if (e.ctrlKey || e.metaKey) return
    else if (target !== undefined) {
      focus(target)
      if (e.shiftKey) selection.current.range(Math.min(n - 1, Math.max(0, target)))
    } else if (e.key === ' ' && e.shiftKey && checkbox) {
      handled.current = true
      selection.current.range(place)
    } else if (e.key === 'Enter' && checkbox) onExpand(place)
    else return
    e.preventDefault()
  }

  const onPointerDown = () => {
    handled.current = false
  }
  const onFocus = (e: FocusEvent) => {
    const place = placeOf(e.target)
    if (place === null) return
    setHere(place)
    setTabStop(place)
  }

  return { tabStop, rest, setHere, focus, handled, onKeyDown, onPointerDown, onFocus }
}
