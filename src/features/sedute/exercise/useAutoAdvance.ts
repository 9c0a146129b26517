import { useCallback, useEffect, useRef } from 'react'
import { preferences } from '../../../domain/preferences.ts'

const GESTURES = ['pointerdown', 'keydown', 'wheel'] as const

/** Plans the next question after the pause that the person chose [EX4]; any gesture cancels it. Takes the milliseconds already gone and what to do. */
export function useAutoAdvance(): (elapsed: number, advance: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const cancel = useCallback(() => {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = null
  }, [])
  useEffect(() => {
    for (const gesture of GESTURES) addEventListener(gesture, cancel, { capture: true, passive: true })
    document.addEventListener('visibilitychange', cancel)
    return () => {
      cancel()
      for (const gesture of GESTURES) removeEventListener(gesture, cancel, { capture: true })
      document.removeEventListener('visibilitychange', cancel)
    }
  }, [cancel])
  return useCallback(
    (elapsed, advance) => {
      cancel()
      timer.current = setTimeout(advance, Math.max(0, preferences.pausa_avanti - elapsed))
    },
    [cancel],
  )
}
