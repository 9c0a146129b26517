import { useCallback, useEffect, useRef } from 'react'
import { preferences } from '../../features/sedute/preferences.ts'

const GESTI = ['pointerdown', 'keydown', 'wheel'] as const

/** Plans the next question after the pause that the person chose [EX4]; any gesture cancels it (ui.md §3.2). Takes the milliseconds already gone and what to do. */
export function useAvantiDaSola(): (passati: number, avanti: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const cancel = useCallback(() => {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = null
  }, [])
  useEffect(() => {
    for (const gesto of GESTI) addEventListener(gesto, cancel, { capture: true, passive: true })
    document.addEventListener('visibilitychange', cancel)
    return () => {
      cancel()
      for (const gesto of GESTI) removeEventListener(gesto, cancel, { capture: true })
      document.removeEventListener('visibilitychange', cancel)
    }
  }, [cancel])
  return useCallback(
    (passati, avanti) => {
      cancel()
      timer.current = setTimeout(avanti, Math.max(0, preferences.pausa_avanti - passati))
    },
    [cancel],
  )
}
