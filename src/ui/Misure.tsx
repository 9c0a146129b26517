import type { CSSProperties, ReactNode } from 'react'
import { misure } from '../text/comuni.ts'
import css from './Misure.module.css'

/** A bar of progress; without `valore` nobody knows yet how much is left. */
export const Progress = ({
  valore,
  massimo = 100,
  etichetta,
}: {
  valore?: number
  massimo?: number
  etichetta: string
}) => <progress className={css.progresso} max={massimo} value={valore} aria-label={etichetta} />

/** An interval by two native sliders, so that keyboard and screen readers need nothing more. Both ends included. */
export function Range({
  etichetta,
  min,
  max,
  da,
  a,
  onCambia,
}: {
  etichetta: string
  min: number
  max: number
  da: number
  a: number
  onCambia: (da: number, a: number) => void
}) {
  const quota = (n: number) => (max > min ? (100 * (n - min)) / (max - min) : 0)
  const stile = { '--da': quota(da), '--a': quota(a) } as CSSProperties
  return (
    <fieldset className={css.intervallo} aria-label={etichetta}>
      <span className={css.binario} style={stile} />
      <input
        type="range"
        aria-label={misure.da(etichetta)}
        min={min}
        max={max}
        value={da}
        onChange={(e) => onCambia(Math.min(e.currentTarget.valueAsNumber, a), a)}
      />
      <input
        type="range"
        aria-label={misure.a(etichetta)}
        min={min}
        max={max}
        value={a}
        onChange={(e) => onCambia(da, Math.max(e.currentTarget.valueAsNumber, da))}
      />
    </fieldset>
  )
}

const RAGGIO = 46
const GIRO = 2 * Math.PI * RAGGIO

/** A share as a ring; `etichetta` says it in words, children stand in the middle. */
export function Ring({
  valore,
  massimo,
  etichetta,
  children,
}: {
  valore: number
  massimo: number
  etichetta: string
  children?: ReactNode
}) {
  const parte = massimo > 0 ? Math.min(1, Math.max(0, valore / massimo)) : 0
  return (
    <div className={css.anello} role="img" aria-label={etichetta}>
      <svg viewBox="0 0 102 102" aria-hidden="true">
        <circle cx="51" cy="51" r={RAGGIO} />
        <circle className={css.arco} cx="51" cy="51" r={RAGGIO} strokeDasharray={`${parte * GIRO} ${GIRO}`} />
      </svg>
      <div className={css.centro} aria-hidden="true">
        {children}
      </div>
    </div>
  )
}
