import { useEffect, useRef, useState } from 'react'
import { beatProva, provaLeft, provaState } from '../../../features/prove/prova-state.ts'
import { BEAT_MS } from '../../../features/prove/start-prova.ts'
import { avvisoTra } from './tempo.ts'

const TICCHETTIO_MS = 250

/** Time left in whole seconds (milliseconds, rounded up), and the minutes that have just been reached. Null without a limit. */
export function useTempo(): { resto: number | null; avviso: number | null } {
  const [resto, setResto] = useState(provaLeft)
  const [avviso, setAvviso] = useState<number | null>(null)
  const prima = useRef(resto)
  useEffect(() => {
    const tick = () => {
      const ora = provaLeft()
      const nuovo = avvisoTra(prima.current, ora)
      if (nuovo !== null) setAvviso(nuovo)
      prima.current = ora
      setResto(ora === null ? null : Math.ceil(ora / 1000) * 1000)
    }
    tick()
    const t = setInterval(tick, TICCHETTIO_MS)
    return () => clearInterval(t)
  }, [])
  return { resto, avviso }
}

/** Keeps the store's count of time fresh while the trial is on screen, and looks at the clock when the page comes back. */
export function useBattito(): void {
  useEffect(() => {
    const t = setInterval(() => beatProva('batte'), BEAT_MS)
    const onVisibile = () => beatProva(document.visibilityState === 'visible' ? 'torna' : 'nascosta')
    const onTorna = () => beatProva('torna')
    document.addEventListener('visibilitychange', onVisibile)
    document.addEventListener('resume', onTorna)
    addEventListener('pageshow', onTorna)
    return () => {
      clearInterval(t)
      document.removeEventListener('visibilitychange', onVisibile)
      document.removeEventListener('resume', onTorna)
      removeEventListener('pageshow', onTorna)
    }
  }, [])
}

/** True while nothing of the trial may be touched. */
export const isFerma = (): boolean => provaState.stato !== 'in_corso' || provaState.delivering
