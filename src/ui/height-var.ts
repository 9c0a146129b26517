import type { RefCallback } from 'react'

/**
 * Returns a ref that sets the height of an element as a custom property of its dialog, or else of the root, while it is mounted.
 * Fixed bars stand above that height, at any size of letters. The style sheets have a default for the time before the measure.
 */
export const heightVar =
  (name: `--${string}`): RefCallback<HTMLElement> =>
  (element) => {
    if (!element) return
    const { style } = element.closest('dialog') ?? document.documentElement
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
