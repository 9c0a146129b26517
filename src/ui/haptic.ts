const TOUCH_MS = 10

/** The least that a hand feels, where the device can and nobody asked for less motion. */
export function feelTouch(): void {
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) navigator.vibrate?.(TOUCH_MS)
}
