const TOUCH_MS = 10

/** Vibrates as briefly as a hand can feel, where the device can and the person has not reduced motion. */
export function feelTouch(): void {
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) navigator.vibrate?.(TOUCH_MS)
}
