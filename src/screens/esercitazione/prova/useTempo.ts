import { useEffect, useRef, useState } from 'react'
import { beat, prova, restoProva } from '../../../state/prova.ts'
import { BATTITO_MS } from '../../../state/prova-avvio.ts'
import { avvisoTra } from './tempo.ts'

const TICCHETTIO_MS = 250

/** Time left in whole seconds (milliseconds, rounded up), and the minutes that have just been reached. Null without a limit. */
export function useTempo(): { resto: number | null; avviso: number | null } {
  const [resto, setResto] = useState(restoProva)
  const [avviso, setAvviso] = useState<number | null>(null)
  const prima = useRef(resto)
  useEffect(() => {
    const tick = () => {
      const ora = restoProva()
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
    const t = setInterval(() => beat('batte'), BATTITO_MS)
    const onVisibile = () => beat(document.visibilityState === 'visible' ? 'torna' : 'nascosta')
    const onTorna = () => beat('torna')
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
export const isFerma = (): boolean => prova.stato !== 'in_corso' || prova.in_consegna
