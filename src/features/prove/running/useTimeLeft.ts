import { useEffect, useRef, useState } from 'react'
import { BEAT_MS } from '../../../domain/start-prova.ts'
import { beatProva } from '../heartbeat.ts'
import { provaLeft } from '../prova-state.ts'
import { warningBetween } from './time-warnings.ts'

const TICK_MS = 250

/** Returns the time left in whole seconds (milliseconds, rounded up), and the minutes just reached. Null without a limit. */
export function useTimeLeft(): { left: number | null; warning: number | null } {
  const [left, setLeft] = useState(provaLeft)
  const [warning, setWarning] = useState<number | null>(null)
  const before = useRef(left)
  useEffect(() => {
    const tick = () => {
      const now = provaLeft()
      const fresh = warningBetween(before.current, now)
      if (fresh !== null) setWarning(fresh)
      before.current = now
      setLeft(now === null ? null : Math.ceil(now / 1000) * 1000)
    }
    tick()
    const t = setInterval(tick, TICK_MS)
    return () => clearInterval(t)
  }, [])
  return { left, warning }
}

/** Stores the time used while the trial is on screen, and checks the clock when the page returns. */
export function useHeartbeat(): void {
  useEffect(() => {
    const t = setInterval(() => beatProva('batte'), BEAT_MS)
    const onVisible = () => beatProva(document.visibilityState === 'visible' ? 'torna' : 'nascosta')
    const onBack = () => beatProva('torna')
    document.addEventListener('visibilitychange', onVisible)
    document.addEventListener('resume', onBack)
    addEventListener('pageshow', onBack)
    return () => {
      clearInterval(t)
      document.removeEventListener('visibilitychange', onVisible)
      document.removeEventListener('resume', onBack)
      removeEventListener('pageshow', onBack)
    }
  }, [])
}
