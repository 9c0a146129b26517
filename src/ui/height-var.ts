import type { RefCallback } from 'react'

/**
 * A ref that tells the page how high an element is, as a custom property of its root, for as long as it is there: what is fixed over
 * the page stands above it, at any size of letters. The style sheets have the figure of before it was measured.
 */
export const heightVar =
  (name: `--${string}`): RefCallback<HTMLElement> =>
  (element) => {
    if (!element) return
    const { style } = document.documentElement
    const watch = new ResizeObserver(() => style.setProperty(name, `${element.offsetHeight}px`))
    watch.observe(element)
    return () => {
      watch.disconnect()
      style.removeProperty(name)
    }
  }

/** Edge, from the top of the window, under which a notice stands on a phone: below the bar, away from the buttons of a screen. */
export const toastTop = (bar: Pick<Element, 'getBoundingClientRect'> | null): number =>
  Math.max(0, bar?.getBoundingClientRect().bottom ?? 0)
